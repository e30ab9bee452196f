import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { AdminModule } from "../../src/admin/admin.module.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { apiError, codeOf, type TestResponse } from "../bookings/mela.js";
import { brokenRules } from "../verify/broken-rules.js";
import { NEXT_EVENT, OperatorTest, type TestAdministrator } from "./operator.js";

// Prices that change on dates, by the database's clock: what a stall costs stands from the instant of its hold on.

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [AdminModule]);
const { mela } = test;
afterAll(() => test.close());

const REASON = "early bird";
const LAYOUT = "/api/v1/mela/layout";
let operator: TestAdministrator;
beforeAll(async () => {
  operator = await test.administrator("asha");
  await mela.query("UPDATE stall_types SET price_paise = 2200000 WHERE key = 'General'");
  await mela.query("UPDATE stalls SET price_paise = 2200000 WHERE type = 'General'");
});
beforeEach(() => changeIn());

/** Sets the dates of the standard stalls: 27,000 from so many ms on; without it, none. @returns when */
async function changeIn(ms?: number): Promise<Date> {
  const at = await mela.value<Date>("SELECT date_trunc('milliseconds', clock_timestamp()) + $1 * interval '1 ms'", [
    ms ?? 0,
  ]);
  if (at === undefined) throw new Error("no clock");
  const changes = ms === undefined ? [] : [{ from: at.toISOString(), paise: 2_700_000 }];
  await mela.query("UPDATE stall_types SET price_changes = $1 WHERE key = 'General'", [JSON.stringify(changes)]);
  return at;
}

const isReached = async (at: Date): Promise<boolean> =>
  (await mela.value<boolean>("SELECT clock_timestamp() >= $1 AS reached", [at])) === true;
const shown = async (stallId: string, event = operator.event) => {
  const plan = (await mela.visitor().get(`${LAYOUT}?event=${event}`)).body as unknown as Record<string, unknown>[];
  return plan.find((stall) => stall["stallId"] === stallId);
};
const broken = () => brokenRules(mela, BOOKING_RULES);

describe("the date of a price", () => {
  it("decides by the instant at which the hold begins, to the millisecond", async () => {
    const from = await changeIn(1_200);
    const prices: unknown[] = [];
    for (let n = 0, after = 0; after < 5; n += 1) {
      const stallId = `B${1 + (n % 10)}`;
      const visitor = mela.visitor();
      const { status, body } = await visitor.reserve(stallId);
      expect(status).toBe(201);
      prices.push(body["price"]);
      if (body["price"] === 27_000) after += 1;
      await visitor.release(stallId);
    }
    expect(prices.indexOf(27_000)).toBeGreaterThan(0);
    expect(prices.lastIndexOf(22_000)).toBeLessThan(prices.indexOf(27_000));
    const [held] = await mela.query(
      `SELECT count(*) FILTER (WHERE held_at < $1 AND bookings.price_paise <> 2200000)::int AS early,
              count(*) FILTER (WHERE held_at >= $1 AND bookings.price_paise <> 2700000)::int AS late
         FROM bookings JOIN stalls s USING (stall_key) WHERE s.stall_id IN ('B1','B2','B3','B4','B5','B6','B7','B8','B9','B10')`,
      [from],
    );
    expect(held).toEqual({ early: 0, late: 0 });
  });

  it("leaves a hold as it is: she pays what she reserved at, though the date passes before she registers", async () => {
    const from = await changeIn(700);
    const visitor = mela.visitor();
    expect((await visitor.reserve("B11")).body).toMatchObject({ price: 22_000 });
    await until("the date", () => isReached(from));
    expect((await visitor.reserve("B11")).body).toMatchObject({ price: 22_000 });
    expect((await visitor.myHold()).body).toMatchObject({ price: 22_000 });
    const buyer = await test.registered("B11", {}, visitor);
    expect(buyer.amount).toBe(22_000);
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(await mela.value("SELECT amount_paise::int FROM orders WHERE order_id = $1", [buyer.orderId])).toBe(
      2_200_000,
    );
    // The next hold of this browser costs what holds now.
    expect((await mela.visitor().reserve("B12")).body).toMatchObject({ price: 27_000 });
    expect(await broken()).toEqual([]);
  });

  it("counts for who waited for the stall until after it, also if the date was set meanwhile", async () => {
    const holder = mela.db.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query("SELECT FROM stalls WHERE stall_id = 'B13' FOR UPDATE");
    const waiting = mela.visitor().reserve("B13");
    await until("the reserve to wait", async () => {
      const waits =
        "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      return ((await mela.value<number>(waits)) ?? 0) > 0;
    });
    const changes = JSON.stringify([{ from: "2020-01-01T00:00:00.000Z", paise: 2_900_000 }]);
    await holder.query("UPDATE stall_types SET price_changes = $1 WHERE key = 'General'", [changes]);
    await holder.commitTransaction();
    await holder.release();
    expect((await waiting).body).toMatchObject({ price: 29_000 });
  });

  it("changes the plan that pages poll, its version too, though nothing is notified", async () => {
    const from = await changeIn(600);
    const fetchLayout = (headers: Record<string, string> = {}) => mela.app.inject({ url: LAYOUT, headers });
    await until("the date on the plan", async () => (await shown("B14"))?.["nextPrice"] !== undefined);
    const day = new Date(from.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    expect(await shown("B14")).toMatchObject({ price: 22_000, nextPrice: { from: day, price: 27_000 } });
    expect(await shown("A1")).not.toHaveProperty("nextPrice");
    const { etag } = (await fetchLayout()).headers;
    await until("the date", () => isReached(from));
    const after = await fetchLayout({ "if-none-match": String(etag) });
    expect(after.statusCode).toBe(200);
    expect(await shown("B14")).toMatchObject({ price: 27_000, priceFrom: day });
    expect(await shown("B14")).not.toHaveProperty("nextPrice");
    // Administrators see the same.
    const plan = (await operator.get(`plan?event=${operator.event}`)).body as unknown as Record<string, unknown>[];
    expect(plan.find((stall) => stall["stallId"] === "B14")).toMatchObject({ price: 27_000, priceFrom: day });
  });
});

describe("once a date has come", () => {
  beforeEach(() => changeIn(-1));

  it("an offline sale takes the price of now, or less", async () => {
    expect(apiError(await operator.sellOffline("B15", { amount: 27_001 }))).toEqual([400, "invalid_request"]);
    const sale = await test.soldOffline(operator, "B15");
    expect(await mela.value("SELECT final_paise::int FROM bookings WHERE id = $1", [sale.bookingId])).toBe(2_700_000);
  });

  it("a booking moves to a stall of its type, and keeps what was agreed", async () => {
    await changeIn();
    const sale = await test.sold("B16");
    await changeIn(-1);
    expect((await operator.move(sale.bookingId, "B17")).status).toBe(200);
    const [row] = await mela.query("SELECT price_paise::int, final_paise::int FROM bookings WHERE id = $1", [
      sale.bookingId,
    ]);
    expect(row).toEqual({ price_paise: 2_200_000, final_paise: 2_200_000 });
    // A stall with a price of its own is another kind.
    await operator.price("B18", 26_000);
    expect(codeOf(await operator.move(sale.bookingId, "B18"))).toBe("stall_differs");
    expect(await broken()).toEqual([]);
  });

  it("a price of its own is changed by no date, until it is its type's of today again", async () => {
    expect((await operator.price("B19", 25_000)).body).toMatchObject({ price: 25_000, priceBefore: 27_000 });
    expect(await shown("B19")).toMatchObject({ price: 25_000 });
    // What the type cost before the date would cost 27,000 at once: refused, not changed in silence.
    expect(apiError(await operator.price("B19", 22_000))).toEqual([400, "invalid_request"]);
    expect(await shown("B19")).toMatchObject({ price: 25_000 });
    expect((await operator.price("B19", 27_000)).status).toBe(200);
    await changeIn(60_000);
    await until("the first price", async () => (await shown("B19"))?.["price"] === 22_000);
  });
});

describe("POST events/:slug/types/:key/price-dates", () => {
  const set = (slug: string, dates: unknown, key = "General"): Promise<TestResponse> =>
    operator.post(`events/${slug}/types/${key}/price-dates`, { dates, reason: REASON });
  const create = async (edition: string, changes: object = {}): Promise<string> => {
    const { body } = await operator.post("events", {
      ...NEXT_EVENT,
      edition,
      planOf: operator.event,
      reason: REASON,
      ...changes,
    });
    return String(body["slug"]);
  };
  const DATES = [
    { from: "2099-01-10", price: 27_000 },
    { from: "2099-02-15", price: 30_000.5 },
  ];

  it("sets the dates, shows them, and records them", async () => {
    const slug = await create("P1");
    const { status, body } = await set(slug, DATES);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      types: [{ dates: [] }, { key: "General", price: 22_000, priceNow: 22_000, dates: DATES }],
    });
    const id = String(await mela.value("SELECT id::text FROM events WHERE slug = $1", [slug]));
    expect((await test.audit(id)).at(-1)).toMatchObject({
      ...{ action: "stall_type_price_dates_changed", reason: REASON, before: { type: "General", dates: "" } },
      after: { type: "General", dates: "27000 from 10 January 2099; 30000.5 from 15 February 2099" },
    });
    // Midnight in India.
    expect(
      await mela.value("SELECT price_changes->0->>'from' FROM stall_types WHERE event_id = $1 AND key = 'General'", [
        id,
      ]),
    ).toBe("2099-01-09T18:30:00.000Z");
    await operator.post(`events/${slug}/publish`, { reason: REASON });
    expect(await shown("B1", slug)).toMatchObject({ price: 22_000, nextPrice: DATES[0] });
    // A renamed type keeps them.
    const renamed = { label: "Craft", width: 10, height: 10, look: "leaf", reason: REASON };
    expect((await operator.put(`events/${slug}/types/General`, renamed)).status).toBe(200);
    expect(await shown("B1", slug)).toMatchObject({ type: "Craft", nextPrice: DATES[0] });
    expect((await set(slug, [], "Craft")).body).toMatchObject({ types: [{}, { dates: [] }] });
    expect(await shown("B1", slug)).not.toHaveProperty("nextPrice");
  });

  it("moves them with the event that is copied, and leaves out what is not in its sale", async () => {
    const slug = await create("P2");
    await set(slug, DATES);
    const later = { planOf: slug, days: "2099-05-01 10:00 to 20:00", salesCloseAt: "2099-04-10T00:00:00.000Z" };
    const { body } = await operator.post("events", { ...NEXT_EVENT, edition: "P3", reason: REASON, ...later });
    // 61 days later; the second would be on 17 April.
    expect(body).toMatchObject({
      types: [{ dates: [] }, { price: 22_000, dates: [{ from: "2099-03-12", price: 27_000 }] }],
    });
  });

  it.each<[string, unknown]>([
    ["no list", "2099-01-10"],
    ["an unsorted list", [...DATES].reverse()],
    ["a day twice", [DATES[0], DATES[0]]],
    ["a day that is none", [{ from: "2099-02-29", price: 27_000 }]],
    ["a day after the sale", [{ from: "2099-02-21", price: 27_000 }]],
    ["a price below the bound", [{ from: "2099-01-10", price: 1 }]],
    ["a price above the bound", [{ from: "2099-01-10", price: 1_000_000.01 }]],
    ["a text for a price", [{ from: "2099-01-10", price: "27000" }]],
    ["no price", [{ from: "2099-01-10" }]],
    ["too many", Array.from({ length: 6 }, (_, day) => ({ from: `2099-01-1${day}`, price: 27_000 }))],
  ])("refuses %s, and names the field", async (_what, dates) => {
    const slug = await create(`Q${JSON.stringify(dates).length}x${Math.random().toString(36).slice(2, 8)}`);
    const refused = await set(slug, dates);
    expect(apiError(refused)).toEqual([400, "invalid_request"]);
    expect(Object.keys(refused.body["fields"] as object)).toEqual(["dates"]);
  });

  it("knows its types and events, and only operators change them", async () => {
    expect(codeOf(await set("nowhere", DATES))).toBe("event_not_found");
    expect(codeOf(await set(await create("P4"), DATES, "Nothing"))).toBe("stall_type_not_found");
    const viewer = await test.administrator("usha", "viewer");
    const path = `events/${operator.event}/types/General/price-dates`;
    expect((await viewer.post(path, { dates: [], reason: REASON })).status).toBe(403);
  });
});
