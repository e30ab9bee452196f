import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { RECOVERY } from "../../src/accounts/administrator.js";
import { AdminModule } from "../../src/admin/admin.module.js";
import type { SummaryResponse } from "../../src/admin/figures.response.js";
import type { MoneyOverviewResponse } from "../../src/admin/money.response.js";
import { MoneyService } from "../../src/admin/money.service.js";
import { NEXT_EVENT, OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { statementsOf } from "../support/statements.js";
import { ADMIN } from "./administration.js";

// The money of all events, to the paisa as the accounts' file and each event's own figures have it (docs/decisions/0127).

const test = await OperatorTest.open({}, [AdminModule]);
const { mela } = test;
afterAll(() => test.close());
let operator: TestAdministrator;
let first = "";

const overview = async (query = ""): Promise<MoneyOverviewResponse> =>
  (await operator.get(`money${query}`)).body as unknown as MoneyOverviewResponse;
const summaryOf = async (event: string): Promise<SummaryResponse> =>
  (await operator.get(`summary?event=${event}`)).body as unknown as SummaryResponse;
const NO_MONEY = { sold: 0, refunded: 0, net: 0 };
const paise = (rupees: number): number => Math.round(rupees * 100);

/** A file's rows by column name. */
async function file(path: string): Promise<Record<string, string>[]> {
  const response = await mela.app.inject({
    method: "GET",
    url: `${ADMIN}/${path}`,
    headers: { cookie: operator.browser.cookie ?? "" },
  });
  expect(response.statusCode).toBe(200);
  const [names = [], ...rows] = response.payload
    .slice(1)
    .trimEnd()
    .split("\r\n")
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell).slice(0, -1));
  return rows.map((cells) => Object.fromEntries(names.map((column, index) => [column, cells[index] ?? ""])));
}

/** Another event with as many stalls of the first one's kind. */
async function addEvent(edition: string, day: string, stalls = 4): Promise<void> {
  await mela.query(
    `INSERT INTO events (name, edition, days, venue_name, venue_description, street, locality, city, pin, state_code, map_url,
                         slug, status, gst_rate_percent, sac)
     SELECT name, $1, jsonb_build_array(jsonb_build_object('date', $2::text, 'opens', '10:00', 'closes', '20:00')), venue_name,
            venue_description, street, locality, city, pin, state_code, map_url, 'the-mela-' || $1, 'published',
            gst_rate_percent, sac FROM events ORDER BY id LIMIT 1`,
    [edition, day],
  );
  await copied("stall_types", edition, 20);
  await copied("stalls", edition, stalls);
}

/** Copies rows of the first event to another, with all their columns but key and event. */
async function copied(table: "stall_types" | "stalls", edition: string, most: number): Promise<void> {
  const columns = await mela.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        AND attname NOT IN ('stall_key', 'event_id')`,
    [table],
  );
  const list = columns.map(({ name }) => name).join(", ");
  await mela.query(
    `INSERT INTO ${table} (event_id, ${list})
     SELECT (SELECT id FROM events WHERE edition = $1), ${list} FROM ${table}
      WHERE event_id = (SELECT min(id) FROM events) LIMIT $2`,
    [edition, most],
  );
}

beforeAll(async () => {
  operator = await test.administrator("asha");
  first = (await mela.firstEvent()).slug;
  // All that money can do: full price, a coupon, part and full refunds, two payments of one order, a late one, an unpaid one.
  await test.sold("B1");
  await test.sold("B2", { appliedCouponCode: "MELA10" });
  await operator.cancel((await test.sold("B3")).bookingId, "partial", 10_000);
  await operator.cancel((await test.sold("B4", { appliedCouponCode: "MELA10" })).bookingId, "full");
  await operator.sellOffline("B5");
  const twice = await test.paying("B6");
  await test.simulator.pay(twice.orderId);
  await test.simulator.secondSuccess(twice.orderId);
  await test.settle(twice.orderId);
  const late = await test.released("B7");
  await mela.visitor().reserve("B7");
  await test.simulator.pay(late.orderId, { force: true });
  await test.refundLateMoney(late.orderId);
  await test.registered("B8");
  await mela.query(
    `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
     VALUES ('LIST1', 'application', gen_random_uuid(), 99951, 'paid')`,
  );
  await mela.query(
    `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency, completed_at)
     VALUES ('pay-list-1', 'LIST1', 'SUCCESS', 'success', 99951, 'INR', now())`,
  );
});

describe("the money of all events", () => {
  it("is the accounts' file, to the paisa, by event and in all", async () => {
    const { events, listings = NO_MONEY, total } = await overview();
    const rows = await file("accounts.csv?event=all");
    const sumOf = (column: string, event: string | undefined) =>
      rows
        .slice(0, -1)
        .filter((row) => event === undefined || row["Event"] === event)
        .reduce((sum, row) => sum + paise(Number(row[column] ?? 0)), 0);
    const [event] = events;
    expect(event).toMatchObject({ slug: first, stalls: expect.any(Number) });
    for (const [money, title] of [
      [event, event?.title ?? "-"],
      [listings, ""],
      [total, undefined],
    ] as const) {
      expect([title, paise(money?.sold ?? -1), paise(money?.refunded ?? -1)]).toEqual([
        ...[title, sumOf("Amount Paid", title), sumOf("Amount Refunded", title)],
      ]);
    }
    expect(listings).toEqual({ sold: 999.51, refunded: 0, net: 999.51 });
    const last = rows.at(-1);
    expect([paise(total.sold), paise(total.refunded)]).toEqual([
      ...[paise(Number(last?.["Amount Paid"])), paise(Number(last?.["Amount Refunded"]))],
    ]);
    expect(paise(total.net)).toBe(paise(total.sold) - paise(total.refunded));
    // Nothing is invented before a payout was read.
    expect(total).not.toHaveProperty("fees");
    expect(total).not.toHaveProperty("notPaidOut");
  });

  it("agrees with the figures of the event", async () => {
    const summary = await summaryOf(first);
    const event = (await overview()).events[0]!;
    // What was kept of a cancelled sale is money too; late and double payments went back in full.
    expect(paise(event.net)).toBe(paise(summary.totalRevenue) + paise(summary.keptFromCancelled));
    expect(event.soldStalls).toBe(summary.paidBookings);
    expect(event.curve.at(-1)).toMatchObject({ sold: summary.paidBookings, revenue: summary.totalRevenue });
    expect(event.expected).toBe(27_000);
  });

  it("of some days is that of the accounts of these days", async () => {
    const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);
    expect((await overview(`?from=${today}&to=${today}`)).total).toEqual((await overview()).total);
    const before = await overview("?from=2020-01-01&to=2020-01-31");
    expect(before.total).toEqual({ sold: 0, refunded: 0, net: 0 });
    // The rest is as of now.
    expect(before.events[0]).toMatchObject({ soldStalls: 4, expected: 27_000 });
    expect(await operator.get("money?from=yesterday")).toMatchObject({ status: 400 });
  });

  it("is taken away as a file with the same figures, and that is recorded", async () => {
    const { events, listings = NO_MONEY, total } = await overview();
    const rows = await file("money.csv");
    expect(rows.map((row) => row["Event"])).toEqual([...events.map(({ title }) => title), "Listings", "Total"]);
    for (const [index, money] of [...events, listings, total].entries()) {
      const row = rows[index];
      expect([Number(row?.["Sold"]), Number(row?.["Refunded"]), Number(row?.["Net"])]).toEqual([
        ...[money.sold, money.refunded, money.net],
      ]);
    }
    const workbook = await mela.app.inject({
      method: "GET",
      url: `${ADMIN}/money.xlsx?from=2020-01-01&to=2020-03-31`,
      headers: { cookie: operator.browser.cookie ?? "" },
    });
    expect(workbook.headers["content-disposition"]).toContain("mela-money-all-events-2019-20-q4.xlsx");
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe("PK");
    const recorded = await mela.query<{ after: object }>(
      "SELECT after FROM audit_log WHERE action = 'money_exported' ORDER BY id",
    );
    expect(recorded[1]?.after).toMatchObject({ from: "2020-01-01", to: "2020-03-31", format: "xlsx", event: "all" });
  });

  it("is for viewers too, and for nobody who is not logged in", async () => {
    const viewer = await test.administrator("lata", "viewer");
    expect((await viewer.get("money")).status).toBe(200);
    expect((await mela.visitor().get(`${ADMIN}/money`)).status).toBe(401);
  });
});

describe("the comparison with the event before", () => {
  it("is at the same number of days before the opening", async () => {
    const opening = new Date(Date.now() + 19_800_000 + 10 * 86_400_000).toISOString().slice(0, 10);
    await mela.query(
      "UPDATE events SET days = jsonb_build_array(jsonb_build_object('date', $1::text, 'opens', '10:00', 'closes', '20:00'))",
      [opening],
    );
    await addEvent("2019", "2019-12-10");
    const [before] = await mela.query<{ id: number }>("SELECT id FROM events WHERE edition = '2019'");
    // Sold 30 days, 10 days and 9 days before that opening.
    for (const [index, day] of ["2019-11-10", "2019-11-30", "2019-12-01"].entries()) {
      await mela.query(
        `INSERT INTO bookings (id, state, price_paise, held_at, registered_at, ended_at, final_paise, order_id, stall_key, full_name,
                               email, phone, business_name, pincode)
         SELECT gen_random_uuid(), 'sold', $3, $1::timestamptz, $1::timestamptz, $1::timestamptz, $3, 'OLD' || $4::int, stall_key, 'A B',
                'a@example.com', '9811100001', 'B', '560001'
           FROM stalls WHERE event_id = $2 ORDER BY stall_key OFFSET $4::int LIMIT 1`,
        [`${day}T06:00:00Z`, before?.id, 1_000_050, index],
      );
    }
    const { events } = await overview();
    expect(events.map(({ slug }) => slug)).toEqual([first, "the-mela-2019"]);
    expect(events[0]).toMatchObject({
      daysToOpening: 10,
      compared: {
        ...{ event: "the-mela-2019", daysBefore: 10, soldThen: 2, revenueThen: 20_001 },
        ...{ sold: 4, revenue: (await summaryOf(first)).totalRevenue },
      },
    });
    expect(events[1]).not.toHaveProperty("compared");
    expect(events[1]?.curve.map(({ daysBefore, sold }) => [daysBefore, sold])).toEqual([
      [30, 1],
      [10, 2],
      [9, 3],
    ]);
    const summary = await summaryOf("the-mela-2019");
    expect(events[1]?.curve.at(-1)).toMatchObject({ sold: summary.paidBookings, revenue: summary.totalRevenue });
  });

  it("takes as many statements for twenty events as for two", async () => {
    const money = test.get(MoneyService);
    const count = async () => (await statementsOf(() => money.overview(RECOVERY, {}))).length;
    const few = await count();
    for (let each = 0; each < 18; each += 1) await addEvent(String(2000 + each), `${2000 + each}-12-10`);
    const { events } = await money.overview(RECOVERY, {});
    expect(events).toHaveLength(20);
    expect(await count()).toBe(few);
    expect(few).toBeLessThan(12);
  });
});

it("of a draft is nothing yet, and a cancelled event is still there", async () => {
  expect((await operator.post("events", { ...NEXT_EVENT, edition: "2099", reason: "next" })).status).toBe(201);
  const { events } = await overview();
  expect(events[0]).toMatchObject({ status: "draft", sold: 0, soldStalls: 0, curve: [] });
});

describe("fees, by the provider's payouts", () => {
  const line = (
    key: string,
    payout: string,
    kind: string,
    order: string | null,
    payment: string | null,
    money: number[],
  ) =>
    mela.query(
      `INSERT INTO payout_lines (line_key, payout_id, kind, event_type, event_id, order_id, payment_id, gross_paise, fee_paise,
                                 fee_tax_paise, net_paise, at)
       VALUES ($1, $2, $3, upper($3), $1, $4, $5, $6, $7, $8, $9, now())`,
      [key, payout, kind, order, payment, ...money],
    );
  const payout = (id: string, state: string, fee: number, tax: number) =>
    mela.query(
      `INSERT INTO payouts (payout_id, utr, status, state, amount_paise, fee_paise, fee_tax_paise, paid_at)
       VALUES ($1, 'UTR' || $1, $2, $2, 1000000, $3, $4, now())`,
      [id, state, fee, tax],
    );
  const paidFor = async (stall: string) =>
    (
      await mela.query<{ payment: string; order: string }>(
        `SELECT p.provider_payment_id AS payment, p.order_id AS "order" FROM payments p
           JOIN orders o USING (order_id) JOIN bookings b ON b.id = o.subject_id JOIN stalls s USING (stall_key)
          WHERE s.stall_id = $1 AND p.outcome = 'success' AND s.event_id = (SELECT min(id) FROM events)
          ORDER BY p.provider_payment_id`,
        [stall],
      )
    )[0] ?? { payment: "", order: "" };

  it("are of the event of each order; what is in no payout is said to be not yet paid out", async () => {
    const before = await overview();
    const [b1, b2, b3] = [await paidFor("B1"), await paidFor("B2"), await paidFor("B3")];
    await payout("1", "paid", 500, 90);
    // 27,000 less 531.00 and 95.58 of GST on it; a part refund of B3 for which the provider takes 5.90 more; a listing.
    await line("l1", "1", "payment", b1.order, b1.payment, [2_700_000, 53_100, 9_558, 2_637_342]);
    await line("l2", "1", "refund", b3.order, null, [-1_000_000, 500, 90, -1_000_590]);
    await line("l3", "1", "payment", "LIST1", "pay-list-1", [99_951, 1_999, 360, 97_592]);
    // Of a payout that failed nothing has arrived.
    await payout("2", "failed", 700, 126);
    await line("l4", "2", "payment", b2.order, b2.payment, [2_430_000, 47_790, 8_602, 2_373_608]);
    const { events, listings, total } = await overview();
    const mela1 = events.find(({ slug }) => slug === first);
    // 531.00 + 95.58 + 5.90. Of B2 24,300, B3 27,000, B4 24,300, B6 twice 27,000 and the late B7 27,000 no payout is known.
    expect(mela1).toMatchObject({ fees: 632.48, notPaidOut: 156_600 });
    const net = before.events.find(({ slug }) => slug === first)?.net ?? 0;
    expect(paise(mela1?.net ?? 0)).toBe(paise(net) - 63_248);
    // 19.99 + 3.60, and 5.90 for the payout itself.
    expect(listings).toMatchObject({ fees: 29.49, notPaidOut: 0, net: 970.02 });
    expect(total).toMatchObject({ fees: 661.97, notPaidOut: 156_600 });
    expect(events.filter(({ slug }) => slug !== first).every(({ fees }) => fees === 0)).toBe(true);
    const rows = await file("money.csv");
    expect(rows.at(-1)).toMatchObject({ Fees: "661.97", "Not Yet Paid Out": "156600.00" });
  });

  it("are those of the days chosen, and of named events for their people only", async () => {
    const past = await overview("?from=2020-01-01&to=2020-01-31");
    expect(past.total).toEqual({ sold: 0, refunded: 0, net: 0, fees: 0, notPaidOut: 0 });
    const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);
    expect((await overview(`?from=${today}&to=${today}`)).total).toMatchObject({ fees: 661.97 });
  });
});
