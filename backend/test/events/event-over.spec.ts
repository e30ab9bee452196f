import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { eventEnds } from "@sakhi/domain/events/event-days";
import { AdminModule } from "../../src/admin/admin.module.js";
import { StallOffersService } from "../../src/bookings/stall-offers.service.js";
import { EVENT_ENDS } from "../../src/events/event-ends.sql.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { codeOf, type TestVisitor } from "../bookings/mela.js";
import { NEXT_EVENT, OperatorTest, type TestAdministrator, walkIn } from "../operator/operator.js";

/** What an event sells once its last day has closed, whatever its sales window says: nothing that was not started before. */

@Module({ imports: [AdminModule, EventFactsApiModule, MyBookingModule] })
class OverModule {}

const test = await OperatorTest.open({}, [OverModule]);
const { mela, simulator } = test;
let operator: TestAdministrator;
beforeAll(async () => {
  operator = await test.administrator("asha");
});
afterAll(() => test.close());

let events = 0;
/** Another event whose days are to come and whose sales have no end of their own. @returns its slug */
async function event(): Promise<string> {
  events += 1;
  const slug = `the-mela-no-${events}`;
  await mela.addEvent(slug, `The Mela no ${events}`);
  return slug;
}

async function closes(slug: string, fromNowMs: number): Promise<void> {
  await mela.closeIn(slug, fromNowMs);
  test.get(EventFactsService).invalidate();
}
const end = (slug: string) => closes(slug, -120_000);

function visitorOf(slug: string): TestVisitor {
  const visitor = mela.visitor();
  visitor.event = slug;
  return visitor;
}

describe("the end of an event in SQL", () => {
  const date = "2027-02-13";
  it.each([
    ["in the evening", [{ date, opens: "10:00", closes: "20:00" }]],
    ["at 24:00", [{ date, opens: "10:00", closes: "24:00" }]],
    ["at midnight", [{ date, opens: "10:00", closes: "00:00" }]],
    ["after midnight", [{ date, opens: "10:00", closes: "01:30" }]],
    ["at the hour of opening", [{ date, opens: "10:00", closes: "10:00" }]],
    ["at the end of a year", [{ date: "2027-12-31", opens: "18:00", closes: "02:00" }]],
    [
      "in the night of the second day",
      [
        { date: "2027-02-14", opens: "10:00", closes: "01:00" },
        { date, opens: "10:00", closes: "20:00" },
      ],
    ],
  ])("is that of the domain: %s", async (_when, days) => {
    const ends = await mela.value<Date>(`SELECT ${EVENT_ENDS} FROM (SELECT $1::jsonb AS days) AS e`, [
      JSON.stringify(days),
    ]);
    expect(ends?.toISOString()).toBe(new Date(eventEnds({ days })).toISOString());
  });
});

describe("an event whose last day has closed", () => {
  it.each([
    ["none", "NULL"],
    ["a later one", "clock_timestamp() + interval '1 year'"],
  ])("is not sold, with %s as its end of sales", async (_what, until) => {
    const slug = await event();
    await mela.query(`UPDATE events SET sales_close_at = ${until} WHERE slug = $1`, [slug]);
    expect(codeOf(await visitorOf(slug).reserve("A7"))).toBe(201);
    await end(slug);
    const refused = await visitorOf(slug).reserve("A8");
    expect(refused).toMatchObject({ status: 409, body: { code: "sales_closed", closedAt: expect.any(String) } });
    expect(Date.parse(String(refused.body["closedAt"]))).toBeLessThanOrEqual(Date.now());
    const facts = await visitorOf(slug).get(`/api/v1/mela/facts?event=${slug}`);
    expect(facts.body).toMatchObject({ sales: "sales_closed" });
  });

  it("continues to sell in the night after its last day, until it closes", async () => {
    const slug = await event();
    await closes(slug, 3_600_000);
    expect(codeOf(await visitorOf(slug).reserve("A7"))).toBe(201);
  });

  it("lets a hold and a payment that began before continue", async () => {
    const slug = await event();
    const visitor = visitorOf(slug);
    expect(codeOf(await visitor.reserve("A7"))).toBe(201);
    const paying = await test.paying("A8", {}, visitorOf(slug));
    await end(slug);
    expect(codeOf(await visitor.register("A7"))).toBe(201);
    await simulator.pay(paying.orderId);
    expect(await test.settle(paying.orderId)).toBe("sold");
  });

  it("returns late money", async () => {
    const slug = await event();
    const late = await test.released("B9", {}, visitorOf(slug));
    await end(slug);
    await simulator.pay(late.orderId, { force: true });
    expect(await test.settle(late.orderId)).toBe("refunding");
    expect((await test.refundsOf(late.orderId)).map(({ reason }) => reason)).toEqual(["late_payment"]);
  });

  it("offers another stall until its end at most, and sells none after it", async () => {
    const slug = await event();
    await closes(slug, 3_600_000);
    const late = await test.released("B10", {}, visitorOf(slug));
    expect(codeOf(await visitorOf(slug).reserve("B10"))).toBe(201);
    await simulator.pay(late.orderId, { force: true });
    expect(await test.settle(late.orderId)).toBe("offered");
    const left = await mela.db.database.transaction((tx) => test.get(StallOffersService).msLeft(tx, late.orderId));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(3_600_000);
    await end(slug);
    expect(await test.settle(late.orderId)).toBe("refunding");
  });

  it("is sold by no operator, and holds are not extended", async () => {
    const slug = await event();
    const hold = await visitorOf(slug).reserve("A7");
    expect(codeOf(hold)).toBe(201);
    const [booking] = await mela.column(
      "SELECT b.id FROM bookings b JOIN stalls s USING (stall_key) JOIN events e ON e.id = s.event_id WHERE e.slug = $1 AND s.stall_id = 'A7'",
      [slug],
    );
    await mela.query("UPDATE events SET sales_close_at = clock_timestamp() - interval '1 minute' WHERE slug = $1", [
      slug,
    ]);
    // Closed sales are no end of the event: a stall is also sold at the gate.
    expect(codeOf(await operator.post(`stalls/A8/sell-offline?event=${slug}`, walkIn({})))).toBe(201);
    await end(slug);
    expect(codeOf(await operator.post(`stalls/A9/sell-offline?event=${slug}`, walkIn({})))).toBe("event_over");
    expect(codeOf(await operator.extend(String(booking), 5))).toBe("event_over");
  });

  it("is said to be over to those who booked it", async () => {
    const slug = await event();
    const sold = await test.sold("A7", {}, visitorOf(slug));
    const status = async () => (await mela.visitor().get(`/api/v1/mela/payment-status/${sold.orderId}`)).body;
    expect(await status()).not.toHaveProperty("eventOver");
    await end(slug);
    expect(await status()).toMatchObject({ eventOver: true });
  });
});

describe("a change of a published event", () => {
  const change = async (slug: string, changes: Record<string, unknown>) => {
    const version = await mela.value<number>("SELECT version FROM events WHERE slug = $1", [slug]);
    return operator.put(`event?event=${slug}`, {
      ...NEXT_EVENT,
      reason: "a correction",
      edition: "2099",
      name: slug,
      version,
      ...changes,
    });
  };

  it.each<[string, Record<string, unknown>, string]>([
    ["an emptied end of sales", { salesCloseAt: null }, "salesCloseAt"],
    ["an end of sales after its last day", { salesCloseAt: "2099-05-19T12:30:00.000Z" }, "salesCloseAt"],
    [
      "an opening after its last day",
      { salesOpenAt: "2099-05-18T00:00:00Z", salesCloseAt: "2099-05-19T00:00:00Z" },
      "salesOpenAt",
    ],
    ["days in the past by a typing error", { days: "2020-11-20 10:00 to 20:00" }, "days"],
    ["one day in the past by a typing error", { days: "2020-11-20 10:00 to 20:00\n2099-02-21 10:00 to 20:00" }, "days"],
    ["days before its end of sales", { days: "2099-01-05 10:00 to 20:00" }, "days"],
  ])("is refused with %s", async (_what, changes, field) => {
    const slug = await event();
    expect(codeOf(await change(slug, {}))).toBe(200);
    const refused = await change(slug, changes);
    expect([codeOf(refused), Object.keys(refused.body["fields"] as object)]).toEqual(["invalid_request", [field]]);
  });

  it("corrects anything else of one that is over, and may close its sales at once", async () => {
    const slug = await event();
    expect(codeOf(await change(slug, {}))).toBe(200);
    const days = [{ date: "2020-03-01", opens: "10:00", closes: "20:00" }];
    expect(codeOf(await change(slug, { salesCloseAt: "2026-01-01T00:00:00.000Z" }))).toBe(200);
    await mela.query("UPDATE events SET days = $2 WHERE slug = $1", [slug, JSON.stringify(days)]);
    test.get(EventFactsService).invalidate();
    const same = { days: "2020-03-01 10:00 to 20:00", salesCloseAt: "2020-02-01T00:00:00.000Z" };
    expect(codeOf(await change(slug, { ...same, mapUrl: "https://maps.example.org/right" }))).toBe(200);
  });
});
