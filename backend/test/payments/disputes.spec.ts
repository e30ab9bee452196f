import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { freePort } from "@sakhi/testkit/ports";
import { until } from "@sakhi/testkit/until";
import { IssuesModule } from "../../src/issues/issues.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { WebhooksService } from "../../src/payments/webhooks.service.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";

// Money that moves outside the calls we know: disputes, and events of kinds that this release does not know.

const port = await freePort();
const test = await OperatorTest.open({ PUBLIC_URL: `http://127.0.0.1:${port}` }, [IssuesModule, OpsModule]);
await test.mela.app.listen(port, "127.0.0.1");
let operator: TestAdministrator;
beforeAll(async () => {
  operator = await test.administrator("asha");
});
afterAll(() => test.close());

const webhooks = test.get(WebhooksService);
interface Dispute {
  readonly id: string;
  readonly orderId: string | null;
  readonly paise: number;
  readonly status: string;
  readonly outcome: string;
}
const disputes = (orderId: string): Promise<Dispute[]> =>
  test.mela.query<Dispute>(
    `SELECT dispute_id AS id, order_id AS "orderId", amount_paise::int AS paise, status, outcome
       FROM disputes WHERE order_id = $1 ORDER BY created_at`,
    [orderId],
  );
const issues = (kind: string, orderId: string) =>
  test.mela.query<{ facts: Record<string, unknown>; open: boolean; resolution: string | null }>(
    `SELECT facts, resolved_at IS NULL AS open, resolution FROM issues
      WHERE kind = $1 AND facts->>'orderId' = $2 ORDER BY raised_at`,
    [kind, orderId],
  );
/** Handles webhooks until `done`. */
const handledUntil = (what: string, done: () => Promise<boolean>) =>
  until(what, async () => {
    await webhooks.handleWaiting();
    return done();
  });
/** Opens a dispute at the provider, and handles its webhook. @returns the dispute's id */
async function disputed(orderId: string, options: object = {}): Promise<string> {
  const before = (await disputes(orderId)).length;
  await test.simulator.control("POST", `/orders/${orderId}/dispute`, options);
  await handledUntil("the dispute", async () => (await disputes(orderId)).length > before);
  return (await disputes(orderId)).at(-1)?.id ?? "";
}
async function decided(orderId: string, disputeId: string, status: string): Promise<void> {
  await test.simulator.control("POST", `/orders/${orderId}/disputes/${disputeId}`, { status });
  await handledUntil(status, async () => (await disputes(orderId)).some((dispute) => dispute.status === status));
}
const refundable = async (bookingId: string): Promise<unknown> =>
  (await operator.post(`bookings/${bookingId}/refund`, { refundAmount: 1_000, reason: "asked for" })).status;

describe("a dispute of a sold stall", () => {
  it("raises an issue with order, amount and deadline, and is refunded by nothing", async () => {
    const { orderId, bookingId } = await test.sold("B1");
    const id = await disputed(orderId, { respondInMs: 86_400_000 });
    expect(await disputes(orderId)).toMatchObject([
      { paise: 2_700_000, status: "CHARGEBACK_CREATED", outcome: "open" },
    ]);
    expect(await issues("payment_disputed", orderId)).toMatchObject([
      { open: true, facts: { disputeId: id, amountPaise: 2_700_000, answerBy: expect.stringMatching(/\d{4}/) } },
    ]);
    expect(await test.mela.history("B1")).toEqual(["sold"]);
    expect(await refundable(bookingId)).toBe(400);
    // The booking ends, and the money is not sent a second time.
    expect((await operator.cancel(bookingId, "full")).status).toBe(200);
    expect(await test.refundsOf(orderId)).toEqual([]);
  });

  it("leaves the rest of the money to be refunded", async () => {
    const { orderId, bookingId } = await test.sold("B2");
    await disputed(orderId, { amount: 20_000 });
    expect((await operator.cancel(bookingId, "full")).status).toBe(200);
    expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 700_000 }]);
  });

  it("closes its issue when it is won, and the money is ours again", async () => {
    const { orderId, bookingId } = await test.sold("B3");
    await decided(orderId, await disputed(orderId), "CHARGEBACK_MERCHANT_WON");
    expect(await issues("payment_disputed", orderId)).toMatchObject([{ open: false, resolution: "by_itself" }]);
    expect(await refundable(bookingId)).toBe(200);
  });

  it("keeps its issue when it is lost", async () => {
    const { orderId, bookingId } = await test.sold("B4");
    await decided(orderId, await disputed(orderId), "CHARGEBACK_MERCHANT_LOST");
    expect(await issues("payment_disputed", orderId)).toMatchObject([
      { open: true, facts: { theirStatus: "CHARGEBACK_MERCHANT_LOST" } },
    ]);
    expect(await refundable(bookingId)).toBe(400);
  });

  it("raises a new issue when the bank continues after an operator has closed the first", async () => {
    const { orderId } = await test.sold("B5");
    const id = await disputed(orderId);
    await test.mela.query("UPDATE issues SET resolved_at = now(), resolution = 'resolve' WHERE subject = $1", [id]);
    // The same report again changes nothing.
    await test.simulator.sendWebhook(orderId, "DISPUTE_CREATED", 3);
    await handledUntil(
      "repeated deliveries",
      async () =>
        (await test.mela.value<number>("SELECT max(deliveries) FROM webhook_inbox WHERE order_id = $1", [orderId])) ===
        4,
    );
    expect(await issues("payment_disputed", orderId)).toHaveLength(1);
    await decided(orderId, id, "PRE_ARBITRATION_CREATED");
    expect(await issues("payment_disputed", orderId)).toMatchObject([{ open: false }, { open: true }]);
  });

  it("is asked about at the provider by an operator", async () => {
    const { orderId } = await test.sold("B6");
    const id = await disputed(orderId);
    await test.simulator.webhooks(orderId, { drop: true });
    await test.simulator.control("POST", `/orders/${orderId}/disputes/${id}`, { status: "CHARGEBACK_MERCHANT_WON" });
    const issue = await test.mela.value("SELECT id FROM issues WHERE subject = $1", [id]);
    const { status, body } = await operator.post(`issues/${issue ?? ""}/resolution`, { action: "check_dispute" });
    expect([status, body]).toMatchObject([200, { message: "The dispute is won: the money is yours." }]);
    expect(await issues("payment_disputed", orderId)).toMatchObject([{ open: false }]);
  });
});

describe("a dispute of money without a sale", () => {
  it("is not refunded as late money while it is open, and is after it was won", async () => {
    const { orderId } = await test.released("B10");
    await test.mela.visitor().reserve("B10");
    await test.simulator.webhooks(orderId, { drop: true });
    await test.simulator.pay(orderId, { force: true });
    await test.simulator.webhooks(orderId, { drop: false });
    const id = await disputed(orderId);
    expect(await test.refundsOf(orderId)).toEqual([]);
    await decided(orderId, id, "CHARGEBACK_MERCHANT_WON");
    await test.refundLateMoney(orderId);
    expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 2_700_000, reason: "late_payment" }]);
  });

  it("of a second payment is not refunded twice", async () => {
    const { orderId } = await test.sold("B11");
    // The first payment's own webhook must not settle the second.
    const sale = "SELECT 1 FROM webhook_inbox WHERE order_id = $1 AND handled_at IS NOT NULL";
    await handledUntil("the sale's webhook", async () => (await test.mela.query(sale, [orderId])).length > 0);
    await test.simulator.webhooks(orderId, { drop: true });
    await test.simulator.secondSuccess(orderId);
    const second = (await test.simulator.order(orderId)).payments.at(-1)?.cf_payment_id ?? "";
    const report = { dispute: { dispute_id: "d-second", dispute_amount: 27000, dispute_status: "DISPUTE_CREATED" } };
    const details = { order_details: { order_id: orderId, cf_payment_id: second } };
    await test.sendWebhook(JSON.stringify({ type: "DISPUTE_CREATED", data: { ...report, ...details } }));
    await webhooks.handleWaiting();
    await test.settle(orderId);
    expect(await test.refundsOf(orderId)).toEqual([]);
  });
});

describe("what else the provider may send", () => {
  const send = async (type: string, data: object): Promise<void> => {
    expect((await test.sendWebhook(JSON.stringify({ type, data }))).statusCode).toBe(200);
    await webhooks.handleWaiting();
  };
  const dispute = { dispute_id: "d1", dispute_amount: 27000, dispute_status: "CHARGEBACK_CREATED" };

  it.each<[string, string, (orderId: string, paymentId: string) => object]>([
    [
      "B20",
      "the order's details",
      (id) => ({ dispute: { ...dispute, dispute_id: "d20" }, order_details: { order_id: id } }),
    ],
    ["B21", "the order", (id) => ({ dispute: { ...dispute, dispute_id: "d21" }, order: { order_id: id } })],
    ["B22", "the dispute itself", (id) => ({ dispute: { ...dispute, dispute_id: "d22", order_id: id } })],
    [
      "B23",
      "its payment only",
      (_, paymentId) => ({ dispute: { ...dispute, dispute_id: "d23", cf_payment_id: paymentId } }),
    ],
  ])("a dispute (%s) that names %s", async (stallId, _, data) => {
    const { orderId } = await test.sold(stallId);
    const paymentId = await test.mela.value("SELECT provider_payment_id FROM payments WHERE order_id = $1", [orderId]);
    await send("DISPUTE_CREATED", data(orderId, paymentId ?? ""));
    expect(await issues("payment_disputed", orderId)).toMatchObject([{ open: true }]);
    expect(await disputes(orderId)).toMatchObject([{ orderId }]);
  });

  it("an older report after the end changes nothing", async () => {
    const { orderId } = await test.sold("B24");
    const at = (day: string, status: string) => ({
      dispute: { ...dispute, dispute_id: "d24", dispute_status: status, updated_at: `2026-11-${day}T10:00:00+05:30` },
      order_details: { order_id: orderId },
    });
    await send("DISPUTE_CLOSED", at("22", "CHARGEBACK_MERCHANT_WON"));
    await send("DISPUTE_CREATED", at("20", "CHARGEBACK_CREATED"));
    expect(await disputes(orderId)).toMatchObject([{ outcome: "won" }]);
    expect(await issues("payment_disputed", orderId)).toEqual([]);
  });

  it("a dispute of an order that nobody knows raises an issue: its money leaves this account", async () => {
    await send("DISPUTE_CREATED", {
      dispute: { ...dispute, dispute_id: "d25" },
      order_details: { order_id: "MELA-LOST-1" },
    });
    expect(await issues("payment_disputed", "MELA-LOST-1")).toMatchObject([{ open: true }]);
    expect(await test.mela.query("SELECT 1 FROM webhook_inbox WHERE handled_at IS NULL")).toEqual([]);
  });

  it("a dispute of an order that nobody knows waits until the provider says whose it is", async () => {
    await test.simulator.fault("getOrder", "error500", { times: null });
    await send("DISPUTE_CREATED", {
      dispute: { ...dispute, dispute_id: "d29" },
      order_details: { order_id: "MELA-LOST-2" },
    });
    expect(await issues("payment_disputed", "MELA-LOST-2")).toEqual([]);
    expect(await test.mela.query("SELECT last_error FROM webhook_inbox WHERE handled_at IS NULL")).toEqual([
      { last_error: "provider_unreachable" },
    ]);
    await test.simulator.noFaults();
    await test.mela.query("UPDATE webhook_inbox SET not_before = clock_timestamp() WHERE handled_at IS NULL");
    await webhooks.handleWaiting();
    expect(await issues("payment_disputed", "MELA-LOST-2")).toMatchObject([{ open: true }]);
  });

  it("a later report that leaves ids out keeps those that are known", async () => {
    const { orderId } = await test.sold("B25");
    const at = (day: string) => ({ ...dispute, dispute_id: "d30", updated_at: `2026-11-${day}T10:00:00+05:30` });
    await send("DISPUTE_CREATED", {
      dispute: { ...at("20"), reason_code: "4855" },
      order_details: { order_id: orderId },
    });
    await send("DISPUTE_UPDATED", { dispute: { ...at("21"), dispute_status: "CHARGEBACK_MERCHANT_LOST" } });
    expect(await disputes(orderId)).toMatchObject([{ id: "d30", outcome: "lost" }]);
    expect(await test.mela.value("SELECT reason_code FROM disputes WHERE dispute_id = 'd30'")).toBe("4855");
  });

  it.each([
    ["B26", "PAYMENT_HELD_WEBHOOK", (id: string) => ({ order: { order_id: id, order_amount: 27000 } })],
    ["B27", "SOMETHING_NEW", (id: string) => ({ anything: { order_id: id } })],
    ["B28", "SETTLEMENT_REVERSED", (id: string) => ({ order_id: id })],
  ])("an event of an unknown kind about an order (%s, %s) raises an issue once", async (stallId, type, data) => {
    const { orderId } = await test.sold(stallId);
    await send(type, data(orderId));
    await send(type, { ...data(orderId), again: true });
    expect(await issues("provider_event_unknown", orderId)).toMatchObject([{ open: true, facts: { event: type } }]);
  });

  it("an event of a kind that is known, or without an order, raises none", async () => {
    const before = await test.mela.query("SELECT 1 FROM issues");
    await send("SETTLEMENT_WEBHOOK", { settlement: { settlement_id: 7 } });
    await send("WEBHOOK", { test_object: { test_key: "test_value" } });
    await send("DISPUTE_CREATED", {});
    expect(await test.mela.query("SELECT 1 FROM issues")).toHaveLength(before.length);
  });
});
