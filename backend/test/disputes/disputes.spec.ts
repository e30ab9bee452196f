import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { unzipSync } from "fflate";
import { DisputeDeadlinesService } from "../../src/disputes/dispute-deadlines.service.js";
import { DisputeDeadlinesModule, DisputesModule } from "../../src/disputes/disputes.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { WebhooksService } from "../../src/payments/webhooks.service.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { ADMIN, logIn } from "../admin/administration.js";
import type { TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

interface Dispute {
  readonly disputeId: string;
  readonly stage: string;
  readonly urgency: string;
  readonly orderId?: string;
  readonly papers?: string;
  readonly evidence: readonly { readonly kind: string; readonly there: boolean }[];
}

const test = await OperatorTest.open({ OPERATOR_EMAIL: "operator@bazaar.example" }, [
  OpsModule,
  DisputesModule,
  DisputeDeadlinesModule,
]);
let operator: TestAdministrator;
let viewer: TestVisitor;
beforeAll(async () => {
  operator = await test.administrator("asha");
  viewer = await logIn(test.mela, "lata", "viewer");
});
afterAll(() => test.close());

const HOUR_MS = 60 * 60 * 1000;
let clock = Date.now() - 24 * HOUR_MS;
/** Sends a webhook about a dispute; each is newer than the one before. */
async function report(orderId: string, disputeId: string, status: string, more: object = {}): Promise<number> {
  clock += 60_000;
  const dispute = {
    ...{ dispute_id: disputeId, dispute_amount: 27_000, dispute_status: status, reason_code: "4855" },
    ...{ updated_at: new Date(clock).toISOString(), respond_by: new Date(Date.now() + 96 * HOUR_MS).toISOString() },
    ...more,
  };
  const paymentId = await test.mela.value("SELECT sold_payment_id FROM orders WHERE order_id = $1", [orderId]);
  const type = /MERCHANT_/.test(status) ? "DISPUTE_CLOSED" : "DISPUTE_UPDATED";
  const data = { dispute, order_details: { order_id: orderId, cf_payment_id: paymentId } };
  const { statusCode } = await test.sendWebhook(JSON.stringify({ type, data }));
  await test.get(WebhooksService).handleWaiting();
  return statusCode;
}
const details = async (disputeId: string): Promise<Dispute> => {
  const { status, body } = await operator.get(`disputes/${disputeId}`);
  expect([disputeId, status]).toEqual([disputeId, 200]);
  return body as unknown as Dispute;
};
const stageOf = async (disputeId: string): Promise<string> => (await details(disputeId)).stage;
const issueOf = async (disputeId: string) => {
  const [found] = await test.mela.query<{ id: string; open: boolean; facts: Record<string, unknown> }>(
    `SELECT id, resolved_at IS NULL AS open, facts FROM issues WHERE kind = 'payment_disputed' AND subject = $1
      ORDER BY raised_at DESC LIMIT 1`,
    [disputeId],
  );
  return found;
};
const sent = (disputeId: string, note = "invoice, consent and the scan of her ticket") =>
  operator.post(`disputes/${disputeId}/evidence-sent`, { note });
const rules = () => brokenRules(test.mela.db.database, MONEY_RULES);

describe("the life of a dispute", () => {
  it("goes from evidence asked over evidence sent to won, and nothing changes for the sale", async () => {
    const { orderId, bookingId } = await test.sold("B1");
    await report(orderId, "won1", "CHARGEBACK_CREATED");
    expect(await stageOf("won1")).toBe("evidence_asked");
    expect((await sent("won1")).status).toBe(200);
    expect(await stageOf("won1")).toBe("evidence_sent");
    expect((await issueOf("won1"))?.facts).toMatchObject({ evidence: "sent" });
    await report(orderId, "won1", "CHARGEBACK_MERCHANT_WON", { updated_at: new Date(Date.now() + 1000).toISOString() });
    expect(await details("won1")).toMatchObject({ stage: "won", urgency: "none" });
    expect((await issueOf("won1"))?.open).toBe(false);
    expect(await test.documents(orderId)).toEqual(["INV"]);
    expect(await test.mela.value("SELECT state FROM bookings WHERE id = $1", [bookingId])).toBe("sold");
    // Decided: there is nothing to send.
    expect((await sent("won1")).body["code"]).toBe("dispute_decided");
    expect(await rules()).toEqual([]);
  });

  it("asks again when the bank finds the evidence insufficient, or takes it up again", async () => {
    const { orderId } = await test.sold("B2");
    await report(orderId, "again", "CHARGEBACK_CREATED");
    await sent("again");
    const later = (hours: number) => ({ updated_at: new Date(Date.now() + hours * HOUR_MS).toISOString() });
    await report(orderId, "again", "CHARGEBACK_INSUFFICIENT_EVIDENCE", later(1));
    expect(await stageOf("again")).toBe("evidence_asked");
    await sent("again", "the signed list of the gate, too");
    expect(await stageOf("again")).toBe("evidence_sent");
    await report(orderId, "again", "CHARGEBACK_MERCHANT_WON", later(2));
    await report(orderId, "again", "PRE_ARBITRATION_CREATED", later(3));
    expect(await stageOf("again")).toBe("evidence_asked");
    expect(await test.mela.value("SELECT evidence_note FROM disputes WHERE dispute_id = 'again'")).toContain("gate");
  });

  it("a webhook twice, an older one late, and a forged one change nothing", async () => {
    const { orderId } = await test.sold("B3");
    const body = (status: string, at: string) =>
      JSON.stringify({
        type: "DISPUTE_UPDATED",
        data: {
          dispute: { dispute_id: "wild", dispute_amount: 27_000, dispute_status: status, updated_at: at },
          order_details: { order_id: orderId },
        },
      });
    const webhooks = test.get(WebhooksService);
    const [first, second] = ["2026-11-20T10:00:00+05:30", "2026-11-21T10:00:00+05:30"];
    for (const raw of [body("CHARGEBACK_UNDER_REVIEW", second), body("CHARGEBACK_UNDER_REVIEW", second)])
      expect((await test.sendWebhook(raw)).statusCode).toBe(200);
    await webhooks.handleWaiting();
    expect(await stageOf("wild")).toBe("evidence_sent");
    await test.sendWebhook(body("CHARGEBACK_CREATED", first));
    await webhooks.handleWaiting();
    expect(await stageOf("wild")).toBe("evidence_sent");
    const forged = await test.sendWebhook(body("CHARGEBACK_MERCHANT_WON", "2026-11-25T10:00:00+05:30"), {
      secret: "not ours",
    });
    expect(forged.statusCode).toBe(401);
    const replayed = await test.sendWebhook(body("CHARGEBACK_MERCHANT_WON", "2026-11-25T10:00:00+05:30"), {
      timestamp: String(Date.now() - 72 * HOUR_MS),
    });
    expect(replayed.statusCode).toBe(401);
    await webhooks.handleWaiting();
    expect(await stageOf("wild")).toBe("evidence_sent");
    expect(await test.mela.value("SELECT count(*)::int FROM disputes WHERE dispute_id = 'wild'")).toBe(1);
  });

  it("is lost: the invoice stands while the sale does, and nothing can be refunded", async () => {
    const { orderId, bookingId } = await test.sold("B4");
    await report(orderId, "lost1", "CHARGEBACK_MERCHANT_LOST");
    expect(await details("lost1")).toMatchObject({ stage: "lost", papers: "invoice_stands" });
    const issue = await issueOf("lost1");
    const credit = () =>
      operator.post(`issues/${issue?.id ?? ""}/resolution`, { action: "credit_lost", reason: "nothing was supplied" });
    const refused = await credit();
    expect([refused.status, refused.body["code"]]).toEqual([409, "resolution_failed"]);
    expect(refused.body["message"]).toContain("still stands");
    expect((await operator.post(`bookings/${bookingId}/refund`, { refundAmount: 100, reason: "kind" })).status).toBe(
      400,
    );
    expect(await test.documents(orderId)).toEqual(["INV"]);
    expect(await rules()).toEqual([]);
    // Nothing was supplied after all: the booking ends, without a refund, and its invoice is credited once.
    expect((await operator.cancel(bookingId, "full")).status).toBe(200);
    expect(await test.refundsOf(orderId)).toEqual([]);
    expect(await details("lost1")).toMatchObject({ papers: "credit_note_possible" });
    const both = await Promise.all([credit(), credit()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await test.documents(orderId)).toEqual(["CRN", "INV"]);
    expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 2_700_000, state: "succeeded" }]);
    expect(await rules()).toEqual([]);
  });

  it("offers no credit note of a dispute that is open", async () => {
    const { orderId } = await test.sold("B5");
    await report(orderId, "open1", "CHARGEBACK_CREATED");
    const inbox = (await operator.get("issues")).body as {
      entries: { orderId?: string; kind: string; resolutions: { action: string }[] }[];
    };
    const entry = inbox.entries.find((each) => each.kind === "payment_disputed" && each.orderId === orderId);
    expect(entry?.resolutions.map(({ action }) => action)).toEqual(["check_dispute", "refund_in_full", "resolve"]);
    const issue = await issueOf("open1");
    const credit = await operator.post(`issues/${issue?.id ?? ""}/resolution`, {
      ...{ action: "credit_lost", reason: "nothing was supplied" },
    });
    expect(credit.status).toBe(409);
  });
});

describe("evidence", () => {
  it("is one file with booking, consent, scans, mails and invoice; its download is audited, and lists have no names", async () => {
    const { orderId, bookingId } = await test.sold("B10", { fullName: "Meera Iyer", businessName: "Meera Pottery" });
    await test.mela.query(
      `INSERT INTO gate_ticks (id, booking_id, day, at, administrator_id, administrator)
       SELECT gen_random_uuid(), $1, '2026-12-03', clock_timestamp(), id, username FROM administrators LIMIT 1`,
      [bookingId],
    );
    await test.mela.query(
      "UPDATE bookings SET policies_version = '2026-11-01', policies_accepted_at = clock_timestamp() WHERE id = $1",
      [bookingId],
    );
    await test.mela.query(
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, booking_id, state, sent_at)
       VALUES (gen_random_uuid(), 'evidence', 'booking-confirmed', 'meera@example.com', '{}', $1, 'sent', clock_timestamp())`,
      [bookingId],
    );
    await report(orderId, "file1", "CHARGEBACK_CREATED");
    const { evidence } = await details("file1");
    expect(evidence).toEqual(
      ["payment", "booking", "consent", "invoice", "mails", "gate"].map((kind) => ({ kind, there: true })),
    );
    const url = `${ADMIN}/disputes/file1/evidence.zip`;
    const response = await test.mela.app.inject({ method: "GET", url, headers: { cookie: viewer.cookie ?? "" } });
    expect([response.statusCode, response.headers["content-disposition"]]).toEqual([
      ...[200, 'attachment; filename="dispute-file1.zip"'],
    ]);
    const files = unzipSync(response.rawPayload);
    const text = Buffer.from(files["evidence.txt"] ?? []).toString("utf8");
    for (const words of [
      "Meera Pottery",
      "Stall B10",
      orderId,
      "2026-11-01",
      "scanned at the gate",
      "booking-confirmed",
    ])
      expect(text).toContain(words);
    const pdf = Object.keys(files).find((name) => name.endsWith(".pdf"));
    expect(Buffer.from((files[pdf ?? ""] ?? new Uint8Array()).subarray(0, 5)).toString()).toBe("%PDF-");
    const audit = await test.audit(bookingId);
    expect(audit.at(-1)).toMatchObject({ action: "dispute_evidence_exported", administrator: "lata" });
    const list = await operator.get("disputes?limit=100");
    expect(JSON.stringify([list.body, await details("file1")])).not.toMatch(/Meera|@example|(?<!\d)98\d{8}(?!\d)/);
  });

  it("of an order that nobody knows is what the provider says", async () => {
    const dispute = { dispute_id: "stray", dispute_amount: 500, dispute_status: "CHARGEBACK_CREATED" };
    await test.sendWebhook(
      JSON.stringify({ type: "DISPUTE_CREATED", data: { dispute, order_details: { order_id: "MELA-STRAY-1" } } }),
    );
    await test.get(WebhooksService).handleWaiting();
    expect((await details("stray")).evidence.every(({ there }) => !there)).toBe(true);
    const url = `${ADMIN}/disputes/stray/evidence.zip`;
    const response = await test.mela.app.inject({ method: "GET", url, headers: { cookie: viewer.cookie ?? "" } });
    expect(Object.keys(unzipSync(response.rawPayload))).toEqual(["evidence.txt"]);
  });

  it("is marked as sent by operators only, with what was sent; an unknown dispute is not found", async () => {
    for (const note of ["", "x", "y".repeat(501)])
      expect((await sent("file1", note)).body["code"]).toBe("invalid_request");
    expect((await viewer.post(`${ADMIN}/disputes/file1/evidence-sent`, { note: "all of it" })).body["code"]).toBe(
      "operators_only",
    );
    expect((await sent("nobody")).status).toBe(404);
    for (const path of ["disputes/nobody", "disputes/nobody/evidence.zip"])
      expect((await operator.get(path)).status).toBe(404);
    expect((await operator.get("disputes?stage=none")).body["code"]).toBe("invalid_request");
    expect((await test.mela.visitor().get(`${ADMIN}/disputes`)).status).toBe(401);
  });

  it("lists those that wait first, by their deadline, and filters by stage", async () => {
    const { body } = await operator.get("disputes");
    const stages = (body as unknown as Dispute[]).map(({ stage }) => stage);
    const waits = stages.map((stage) => stage === "evidence_asked" || stage === "opened");
    expect(waits).toEqual(waits.toSorted((a, b) => Number(b) - Number(a)));
    const won = (await operator.get("disputes?stage=won")).body as unknown as Dispute[];
    expect(won.map(({ disputeId }) => disputeId)).toEqual(["won1"]);
  });
});

describe("a deadline", () => {
  const mails = (disputeId: string): Promise<{ to: string; over: boolean }[]> =>
    test.mela.query(
      `SELECT to_address AS to, (data->>'isOver')::boolean AS over FROM mails
        WHERE template = 'dispute-due' AND data->>'disputeId' = $1 ORDER BY created_at`,
      [disputeId],
    );
  const remind = () => test.get(DisputeDeadlinesService).remind();

  it("is mailed three days and a day before it and once it is over, each once, and no longer once the evidence was sent", async () => {
    const { orderId } = await test.sold("B20");
    await report(orderId, "due1", "CHARGEBACK_CREATED");
    const inHours = (hours: number) =>
      test.mela.query("UPDATE disputes SET respond_by = $1 WHERE dispute_id = 'due1'", [
        new Date(Date.now() + hours * HOUR_MS),
      ]);
    await remind();
    expect(await mails("due1")).toEqual([]);
    // The deadline stays the same; time passes.
    await inHours(70);
    await Promise.all([remind(), remind()]);
    expect(await mails("due1")).toEqual([{ to: "operator@bazaar.example", over: false }]);
    expect((await issueOf("due1"))?.facts).toMatchObject({ deadline: "in less than three days" });
    await inHours(20);
    await remind();
    await remind();
    expect(await mails("due1")).toHaveLength(2);
    await inHours(-1);
    await remind();
    expect((await mails("due1")).at(-1)).toEqual({ to: "operator@bazaar.example", over: true });
    expect(await details("due1")).toMatchObject({ urgency: "over" });
    await sent("due1");
    await inHours(-2);
    await remind();
    expect(await mails("due1")).toHaveLength(3);
  });
});

it("asks the provider how it stands", async () => {
  const { orderId } = await test.sold("B30");
  await test.simulator.control("POST", `/orders/${orderId}/dispute`, {});
  const asked = await operator.post("disputes/file1/check", {});
  // The simulator does not know the dispute of the webhook.
  expect([asked.status, asked.body["code"]]).toEqual([503, "disputes_unreachable"]);
  const { disputes } = (await test.simulator.order(orderId)) as unknown as { disputes: { dispute_id: string }[] };
  const disputeId = disputes[0]?.dispute_id ?? "";
  const dispute = { dispute_id: disputeId, dispute_amount: 27_000, dispute_status: "CHARGEBACK_CREATED" };
  await test.sendWebhook(
    JSON.stringify({ type: "DISPUTE_CREATED", data: { dispute, order_details: { order_id: orderId } } }),
  );
  await test.get(WebhooksService).handleWaiting();
  await test.simulator.control("POST", `/orders/${orderId}/disputes/${disputeId}`, {
    status: "CHARGEBACK_UNDER_REVIEW",
  });
  const found = await operator.post(`disputes/${disputeId}/check`, {});
  expect(found.body["message"]).toBe("The provider says: CHARGEBACK_UNDER_REVIEW.");
  expect(await stageOf(disputeId)).toBe("evidence_sent");
  expect(await rules()).toEqual([]);
});
