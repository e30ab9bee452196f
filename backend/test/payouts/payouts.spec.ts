import { read, utils } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OpsModule } from "../../src/ops/ops.module.js";
import { DisputesService } from "../../src/payments/disputes.service.js";
import { PayoutReadingsService } from "../../src/payouts/payout-readings.service.js";
import { PayoutsModule } from "../../src/payouts/payouts.module.js";
import { DATABASE_RULES } from "../../src/verify/rules.js";
import { ADMIN, logIn } from "../admin/administration.js";
import type { TestVisitor } from "../bookings/mela.js";
import { application, ListingTest } from "../listings/listing-app.js";
import type { TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

interface Account {
  readonly account: string;
  readonly received: number;
  readonly refunded: number;
  readonly withheld: number;
  readonly fees: number;
  readonly feeTax: number;
  readonly paidOut: number;
  readonly toCome: number;
}
interface Summary {
  readonly accounts: readonly Account[];
  readonly readUntil?: string;
  readonly problem?: string;
  readonly differences: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): number => Date.now() - days * DAY_MS;

let test: ListingTest;
let operator: TestAdministrator;
let viewer: TestVisitor;
/** Orders by what became of them. */
const orders: Record<string, string> = {};
let readings: PayoutReadingsService;
beforeAll(async () => {
  test = await ListingTest.open({}, [OpsModule, PayoutsModule]);
  operator = await test.administrator("asha");
  viewer = await logIn(test.mela, "lata", "viewer");
  readings = test.get(PayoutReadingsService);
});
afterAll(() => test.close());

const issues = () =>
  test.mela.query<{ kind: string; subject: string; facts: Record<string, unknown> }>(
    `SELECT kind, subject, facts FROM issues WHERE kind LIKE 'payout%' AND resolved_at IS NULL ORDER BY kind, subject`,
  );
const found = async (): Promise<string[]> => (await issues()).map(({ kind, subject }) => `${kind} ${subject}`);
const summary = async (): Promise<Summary> => {
  const { status, body } = await operator.get("payouts/summary");
  expect(status).toBe(200);
  return body as unknown as Summary;
};
const account = async (name: string): Promise<Account | undefined> =>
  (await summary()).accounts.find((each) => each.account === name);
const paymentOf = async (order: string): Promise<string> =>
  String(await test.mela.value("SELECT sold_payment_id FROM orders WHERE order_id = $1", [order]));
const list = async <Row>(path: string): Promise<Row[]> => {
  const { status, body } = await operator.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body as unknown as Row[];
};
const snapshot = () =>
  test.mela.query(
    "SELECT 'p' AS t, to_jsonb(p) AS row FROM payouts p UNION ALL SELECT 'l', to_jsonb(l) FROM payout_lines l ORDER BY 1, 2",
  );
const sumOf = (rows: readonly number[]): number => Math.round(rows.reduce((sum, one) => sum + one, 0) * 100) / 100;
const refundsArrive = async (orderId: string): Promise<void> => {
  for (const { id } of await test.refundsOf(orderId)) await test.refundArrives(id);
};

describe("a month with two Melas", () => {
  beforeAll(async () => {
    await test.mela.addEvent("the-second-mela", "The Second Mela");
    // A sale, a part refund, a whole one, cash, a moved stall, two listings, late money, a dispute, and the other Mela.
    orders["plain"] = (await test.sold("B1")).orderId;
    const partly = await test.sold("B2");
    orders["partly"] = partly.orderId;
    expect((await operator.cancel(partly.bookingId, "partial", 10_000)).status).toBe(200);
    const wholly = await test.sold("B3");
    orders["wholly"] = wholly.orderId;
    expect((await operator.cancel(wholly.bookingId, "full")).status).toBe(200);
    expect((await operator.sellOffline("B5")).status).toBe(201);
    const moved = await test.sold("B6");
    orders["moved"] = moved.orderId;
    expect((await operator.move(moved.bookingId, "B7")).status).toBe(200);
    orders["listing"] = (await test.paid(application())).orderId;
    const late = await test.paidTooLate("B8");
    orders["late"] = late.orderId;
    await test.refundLateMoney(late.orderId);
    orders["disputed"] = (await test.sold("B9")).orderId;
    const second = test.mela.visitor();
    second.event = "the-second-mela";
    orders["second"] = (await test.sold("B1", { email: "second@example.com" }, second)).orderId;
    for (const order of ["partly", "wholly", "late"]) await refundsArrive(orders[order] ?? "");
    await test.simulator.control("POST", `/orders/${orders["disputed"]}/dispute`, {});
    await test.get(DisputesService).check(orders["disputed"] ?? "");
  });

  it("knows nothing of payouts before they are read, and misses nothing", async () => {
    expect(await summary()).not.toHaveProperty("readUntil");
    const all = await account("all");
    expect(all).toMatchObject({ fees: 0, paidOut: 0 });
    expect(all?.toCome).toBe(sumOf([all?.received ?? 0, -(all?.refunded ?? 0), -(all?.withheld ?? 0)]));
    expect(await found()).toEqual([]);
  });

  it("reads each payment with fee, GST, number and day; settles to the paisa, by event and listings", async () => {
    const payout = await test.simulator.payout({ paidAt: daysAgo(2), feePaise: 500 });
    const read1 = await operator.post("payouts/read", {});
    expect([read1.status, read1.body["differences"], read1.body["lines"]]).toEqual([200, 0, payout.lines.length]);
    expect(await found()).toEqual([]);
    const { accounts, readUntil } = await summary();
    expect(Date.parse(readUntil ?? "")).toBeGreaterThan(daysAgo(0.1));
    const first = (await test.mela.firstEvent()).slug;
    expect(accounts.map((each) => each.account)).toEqual(
      expect.arrayContaining(["the-second-mela", first, "listings", "other", "all"]),
    );
    for (const each of accounts) {
      expect(sumOf([each.received, -each.refunded, -each.withheld, -each.fees, -each.paidOut])).toBe(each.toCome);
      expect([each.account, each.toCome]).toEqual([each.account, 0]);
    }
    const all = accounts.at(-1);
    expect(all?.paidOut).toBe(payout.amountPaise / 100);
    for (const name of ["received", "refunded", "withheld", "fees", "feeTax", "paidOut", "toCome"] as const)
      expect([name, sumOf(accounts.slice(0, -1).map((each) => each[name]))]).toEqual([name, all?.[name]]);
    // The stall of cash is not the provider's money; the moved one is in its own event.
    const [stored] = await test.mela.query<{ paise: number }>(
      "SELECT sum(amount_paise)::int AS paise FROM payments WHERE outcome = 'success' AND offline_reference IS NULL",
    );
    expect(all?.received).toBe((stored?.paise ?? 0) / 100);

    const [shown] = await list<Record<string, unknown>>("payouts");
    expect(shown).toMatchObject({
      ...{ payoutId: payout.payoutId, utr: payout.utr, state: "paid", amount: payout.amountPaise / 100 },
      lines: payout.lines.length,
    });
    const lines = await list<Record<string, unknown>>(`payout-lines?payout=${payout.payoutId}`);
    const plain = lines.find(({ orderId }) => orderId === orders["plain"]);
    expect(plain).toMatchObject({
      kind: "payment",
      stallId: "B1",
      gross: 27_000,
      fee: 526.5,
      feeTax: 94.77,
      net: 26_378.73,
    });
    expect(lines.find(({ orderId, kind }) => orderId === orders["disputed"] && kind === "dispute")).toMatchObject({
      gross: -27_000,
      net: -27_000,
    });
    expect(lines.find(({ orderId }) => orderId === orders["moved"])).toMatchObject({ stallId: "B7" });
    expect(JSON.stringify(lines)).not.toMatch(/recon@example|Recon Customer|9000000000|Asha|example\.com/);
    expect(JSON.stringify(await snapshot())).not.toMatch(/recon@example|Recon Customer|9000000000/);
  });

  it("changes nothing when the same report is read again, by API or as a file, also ten times at once", async () => {
    const before = await snapshot();
    const again = await operator.post("payouts/read", {});
    expect(again.body).toMatchObject({ changed: 0, differences: 0 });
    const content = await test.simulator.payoutsFile();
    const file = await operator.post("payouts/file", { content });
    expect(file.body).toMatchObject({ changed: 0, differences: 0 });
    await Promise.all(Array.from({ length: 10 }, (_, index) => readings.readNow(`reader ${index}`)));
    expect(await snapshot()).toEqual(before);
  });

  it("is a file with totals, as CSV and as a workbook, and each is audited", async () => {
    for (const ending of ["csv", "xlsx"]) {
      const url = `${ADMIN}/payout-lines.${ending}?from=2026-01-01&to=2099-12-31`;
      const response = await test.mela.app.inject({ method: "GET", url, headers: { cookie: viewer.cookie ?? "" } });
      expect(response.statusCode).toBe(200);
      const book = read(response.rawPayload, { type: "buffer", raw: true });
      const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ""] ?? {}, {
        defval: "",
      });
      const total = rows.at(-1);
      expect(total?.["Payout"]).toBe("Total");
      const nets = rows.slice(0, -1).map((row) => Number(row["Net"]));
      expect(sumOf(nets)).toBe(Number(total?.["Net"]));
      expect(rows.some((row) => row["Event"] === "")).toBe(true);
    }
    const audit = await test.mela.column("SELECT action FROM audit_log WHERE action LIKE 'payout%' ORDER BY id");
    expect(new Set(audit)).toEqual(new Set(["payouts_read", "payout_file_read", "payouts_exported"]));
  });

  it("finds three planted differences: one is missing, one doubled, one a paisa off; each closes once it is right", async () => {
    const [missing, paisa] = [await test.sold("B30"), await test.sold("B31")];
    // Two weeks ago, so that it should have been paid out by now.
    await test.mela.query(
      "UPDATE payments SET completed_at = clock_timestamp() - interval '9 days' WHERE order_id = $1",
      [missing.orderId],
    );
    await test.simulator.payout({
      ...{ omit: [missing.orderId], repeat: [orders["plain"] ?? ""] },
      change: { orderId: paisa.orderId, paise: -1 },
    });
    const reading = await operator.post("payouts/read", {});
    expect(reading.body).toMatchObject({ differences: 3 });
    const [gone, twice, off] = [
      await paymentOf(missing.orderId),
      await paymentOf(orders["plain"] ?? ""),
      await paymentOf(paisa.orderId),
    ];
    expect(await found()).toEqual([
      `payout_differs payment/${off}`,
      `payout_doubled payment/${twice}`,
      `payout_missing payment/${gone}`,
    ]);
    const [differs] = await issues();
    expect(differs?.facts).toMatchObject({ orderId: paisa.orderId, ourPaise: 2_700_000, theirPaise: 2_699_999 });
    // In Attention, with what helps.
    const inbox = (await operator.get("issues")).body as {
      entries: { kind: string; resolutions: { action: string }[] }[];
    };
    const shown = inbox.entries.filter(({ kind }) => kind.startsWith("payout"));
    expect(shown).toHaveLength(3);
    expect(shown.every(({ resolutions }) => resolutions[0]?.action === "read_payouts")).toBe(true);
    expect((await summary()).differences).toBe(3);
    // The missing one comes with the next payout.
    await test.simulator.payout({});
    await readings.readNow("asha");
    expect(await found()).toEqual([`payout_differs payment/${off}`, `payout_doubled payment/${twice}`]);
    // One is closed with a reason and stays closed.
    const [{ id } = { id: "" }] = await test.mela.query<{ id: string }>(
      "SELECT id FROM issues WHERE kind = 'payout_differs' AND resolved_at IS NULL",
    );
    const closed = await operator.post(`issues/${id}/resolution`, {
      action: "resolve",
      reason: "a paisa is not worth it",
    });
    expect(closed.status).toBe(200);
    await readings.readNow("asha");
    expect(await found()).toEqual([`payout_doubled payment/${twice}`]);
  });
});

describe("reading", () => {
  it("says that the provider does not answer, keeps what is known, and reads it later", async () => {
    const before = await snapshot();
    for (const [kind, words] of [
      ["error500", "does not respond"],
      ["timeout", "does not respond"],
      ["refuse", "refused the report (400"],
    ] as const) {
      // A timeout of the client takes eight seconds, so one is enough.
      await test.simulator.fault("getPayouts", kind, { times: 1 });
      const refused = await operator.post("payouts/read", {});
      expect([refused.status, refused.body["code"]]).toEqual([503, "payouts_unreachable"]);
      expect(refused.body["message"]).toContain(words);
      expect((await summary()).problem).toContain(words);
    }
    expect(await snapshot()).toEqual(before);
    expect((await operator.post("payouts/read", {})).status).toBe(200);
    expect(await summary()).not.toHaveProperty("problem");
  }, 60_000);

  it("is done once a night, by one process, and again after a failure", async () => {
    await test.mela.query("DELETE FROM payout_readings WHERE day IS NOT NULL");
    await test.simulator.fault("getPayouts", "error500", { times: 1 });
    await test.mela.query(
      `INSERT INTO payout_readings (day, started_at)
       VALUES ((clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date, clock_timestamp() - interval '2 hours')`,
    );
    const both = await Promise.all([readings.runIfDue(0), readings.runIfDue(0)]);
    expect(both.filter((one) => one !== undefined)).toMatchObject([{ problem: expect.stringContaining("respond") }]);
    expect(await readings.runIfDue(0)).toBeUndefined();
    await test.mela.query(
      "UPDATE payout_readings SET started_at = started_at - interval '2 hours' WHERE day IS NOT NULL",
    );
    expect(await readings.runIfDue(0)).toMatchObject({ changed: 0 });
    expect(await readings.runIfDue(0)).toBeUndefined();
  });

  it("reads many pages, each once", async () => {
    for (let count = 0; count < 205; count += 1) await test.simulator.payout({ adjustmentPaise: 100 + count });
    const reading = await operator.post("payouts/read", {});
    expect(reading.status).toBe(200);
    expect(await test.mela.value("SELECT count(*)::int FROM payout_lines WHERE kind = 'other'")).toBe(205);
    expect((await operator.post("payouts/read", {})).body).toMatchObject({ changed: 0 });
  });

  it("refuses what is no report, with the line, and a viewer", async () => {
    const bad = await operator.post("payouts/file", { content: "a,b\n1,2" });
    expect([bad.status, bad.body["code"]]).toEqual([400, "payout_file_unreadable"]);
    expect(bad.body["message"]).toContain("Settlement Id");
    for (const body of [{}, { content: "" }, { content: 7 }, { content: "x".repeat(900_001) }])
      expect([(await operator.post("payouts/file", body)).body["code"]]).toEqual(["invalid_request"]);
    for (const path of ["read", "file", "bank-statement"])
      expect((await viewer.post(`${ADMIN}/payouts/${path}`, { content: "x" })).body["code"]).toBe("operators_only");
    expect((await test.mela.visitor().get(`${ADMIN}/payouts/summary`)).status).toBe(401);
    expect((await viewer.get(`${ADMIN}/payouts/summary`)).status).toBe(200);
  });

  it("takes a file of hundreds of kilobytes, of payments that nobody knows", async () => {
    const head = "Event Id,Event Type,Event Amount,Settlement Id,Settlement UTR,Settlement Date";
    const lines = Array.from(
      { length: 3000 },
      (_, n) => `big${n},OTHER_ADJUSTMENT,1.00,big,UTRBIG1,2026-11-0${1 + (n % 9)}`,
    );
    const content = `${[head, ...lines].join("\n")}\n${" ".repeat(100_000)}`;
    const file = await operator.post("payouts/file", { content });
    expect(file.body).toMatchObject({ lines: 3000 });
    expect((await operator.post("payouts/file", { content })).body).toMatchObject({ changed: 0 });
    const page = await operator.get("payout-lines?payout=big&limit=50&offset=2990");
    expect([page.headers["x-total-count"], (page.body as unknown as unknown[]).length]).toEqual(["3000", 10]);
  });
});

describe("a bank statement", () => {
  it("says which lines match, which amount differs and which are of no payout; a difference is an issue until it is right", async () => {
    const payouts = await list<{ payoutId: string; utr?: string; amount: number }>("payouts");
    const [one, two] = payouts.filter(({ utr, payoutId }) => utr !== undefined && payoutId !== "big");
    const text = (second: number): string =>
      [
        "Date,Narration,Debit,Credit,Balance",
        `28/11/2026,NEFT CASHFREE ${one?.utr},,${one?.amount.toFixed(2)},1.00`,
        `28/11/2026,NEFT CASHFREE ${two?.utr},,${second.toFixed(2)},1.00`,
        "28/11/2026,RENT OF MEERA IYER 9811100001,,500.00,1.00",
        "28/11/2026,ELECTRICITY,700.00,,1.00",
      ].join("\n");
    const right = two?.amount ?? 0;
    const wrong = await operator.post("payouts/bank-statement", { content: text(right - 0.01) });
    expect(wrong.status).toBe(200);
    expect(wrong.body["lines"]).toMatchObject([
      { line: 2, verdict: "matched", payoutId: one?.payoutId },
      { line: 3, verdict: "differs", payoutId: two?.payoutId, amount: right },
      { line: 4, verdict: "unknown", bank: 500 },
    ]);
    expect(await found()).toContain(`payout_differs bank/${two?.payoutId}`);
    expect((await operator.post("payouts/bank-statement", { content: text(right) })).status).toBe(200);
    expect(await found()).not.toContain(`payout_differs bank/${two?.payoutId}`);
    expect((await list<{ bank?: number }>("payouts")).filter(({ bank }) => bank !== undefined)).toHaveLength(2);
    // What else the statement says is not kept, nor is it said back.
    const kept = JSON.stringify([await snapshot(), wrong.body, await test.mela.query("SELECT after FROM audit_log")]);
    expect(kept).not.toMatch(/MEERA|9811100001|ELECTRICITY/);
    const nothing = await operator.post("payouts/bank-statement", { content: "no amounts here" });
    expect(nothing.body["code"]).toBe("payout_file_unreadable");
  });
});

it("the books stay right", async () => {
  expect(
    await brokenRules(
      test.mela.db.database,
      DATABASE_RULES.filter(({ name }) => /payout|dispute|money/.test(name)),
    ),
  ).toEqual([]);
});
