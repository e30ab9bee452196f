import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { until } from "@sakhi/testkit/until";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsController } from "../../src/events/event-facts.controller.js";
import { EventFactsModule } from "../../src/events/event-facts.module.js";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { calendarEntry } from "../../src/mail/calendar-entry.js";
import { renderTemplate } from "../../src/mail/mail.templates.js";
import { type OfferKey, OfferLinksService } from "../../src/mail/offer-links.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { codeOf, registration, type TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import type { Buyer } from "../payments/paying.js";
import { brokenRules } from "../verify/broken-rules.js";

// Two events on sale with the same stall numbers: whatever happens in one leaves the other as it was.

/** The public facts, read for each call. */
@Module({ imports: [EventFactsModule], controllers: [EventFactsController] })
class FactsModule {}

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [AdminModule, FactsModule, MyBookingModule]);
const { mela, simulator } = test;
/** Slugs of the current event and of the other one. */
let first = "";
/** The year of the current event. */
let edition = "";
const SECOND = "the-second-mela";
const idOf: Record<string, number> = {};
let operator: TestAdministrator;

beforeAll(async () => {
  idOf[SECOND] = await mela.addEvent(SECOND, "The Second Mela");
  const current = await mela.firstEvent();
  [first, edition] = [current.slug, current.edition];
  idOf[first] = current.id;
  operator = await test.administrator("asha");
  // Both have all kinds of bookings on the same numbers.
  for (const event of [first, SECOND]) {
    await test.sold("B1", { email: "asha@example.com" }, visitorOf(event));
    await test.released("B2", {}, visitorOf(event));
    await test.paying("B3", {}, visitorOf(event));
    await test.registered("B4", {}, visitorOf(event));
    await visitorOf(event).reserve("B5");
  }
});
const RULES = [...BOOKING_RULES, ...MONEY_RULES].filter(({ moving }) => !moving);
afterEach(async () => expect(await brokenRules(mela.db.database, RULES)).toEqual([]));
afterAll(() => test.close());

/** A new visitor whose calls name the event; of the current event, half of them name none. */
let visitors = 0;
function visitorOf(event: string): TestVisitor {
  const visitor = mela.visitor();
  visitors += 1;
  visitor.event = event === first && visitors % 2 === 0 ? undefined : event;
  return visitor;
}

/** Everything that belongs to an event, as JSON. */
async function everythingOf(event: string): Promise<string> {
  const bookings = "(SELECT b.id FROM bookings b JOIN stalls s USING (stall_key) WHERE s.event_id = $1)";
  const orders = `(SELECT order_id FROM orders WHERE subject_id IN ${bookings})`;
  const parts = [
    "SELECT e FROM events e WHERE id = $1",
    "SELECT s FROM stalls s WHERE event_id = $1",
    `SELECT b FROM bookings b WHERE id IN ${bookings}`,
    `SELECT e FROM booking_events e WHERE booking_id IN ${bookings}`,
    `SELECT o FROM stall_offers o WHERE booking_id IN ${bookings}`,
    `SELECT k FROM coupon_claims k WHERE booking_id IN ${bookings}`,
    `SELECT m FROM mails m WHERE booking_id IN ${bookings}`,
    `SELECT o FROM orders o WHERE order_id IN ${orders}`,
    `SELECT p FROM payments p WHERE order_id IN ${orders}`,
    `SELECT r FROM refunds r WHERE order_id IN ${orders}`,
    `SELECT i FROM invoices i WHERE order_id IN ${orders}`,
  ];
  const seen = await mela.column(
    parts.map((sql) => `SELECT to_jsonb(part)::text AS part FROM (${sql}) part`).join(" UNION ALL "),
    [idOf[event]],
  );
  const { body } = await mela.visitor().get(`/api/v1/mela/layout?event=${event}`);
  return JSON.stringify([...seen.toSorted(), body], undefined, 1);
}

/** The state of a stall's live booking in an event. */
async function on(event: string, stallId: string): Promise<string> {
  const live = await mela.value(
    `SELECT state FROM bookings b JOIN stalls s USING (stall_key)
      WHERE s.event_id = $1 AND s.stall_id = $2 AND b.state <> 'released'`,
    [idOf[event], stallId],
  );
  return live ?? "free";
}

const payLate = async (buyer: Buyer): Promise<string> => {
  await simulator.pay(buyer.orderId, { force: true });
  return test.settle(buyer.orderId);
};
const refundsOf = async ({ orderId }: Buyer): Promise<string[]> =>
  (await test.refundsOf(orderId)).map(({ reason }) => reason);

/** Opens or ends the sales of one event. */
const setSales = (event: string, open: boolean): Promise<unknown> =>
  mela.query(
    `UPDATE events SET sales_close_at = CASE WHEN $2 THEN NULL ELSE clock_timestamp() - interval '1 second' END
      WHERE id = $1`,
    [idOf[event], open],
  );

/** The token of the mailed link to an offer of other stalls. */
async function offerOf({ orderId }: Buyer): Promise<string> {
  const data = await mela.value<{ offer: OfferKey }>("SELECT data FROM mails WHERE dedupe_key = $1", [
    `late-payment-offer/${orderId}`,
  ]);
  if (data === undefined) throw new Error(`nothing was offered for ${orderId}`);
  return new URL(test.get(OfferLinksService).url(data.offer)).hash.slice(1);
}

let people = 0;
/** Contact details of a payer that nobody else has. */
function someone(): { readonly email: string; readonly phoneNumber: string } {
  people += 1;
  return { email: `payer${people}@example.com`, phoneNumber: `98220${String(people).padStart(5, "0")}` };
}

interface Case {
  readonly what: string;
  /** Acts in one event only. */
  readonly act: (own: string, other: string) => Promise<void>;
}

const CASES: readonly Case[] = [
  {
    what: "a hold, its replacement and its release",
    act: async (own) => {
      const visitor = visitorOf(own);
      expect([codeOf(await visitor.reserve("B5")), codeOf(await visitor.reserve("B6"))]).toEqual([
        "stall_reserved",
        201,
      ]);
      expect((await visitor.reserve("B7")).status).toBe(201);
      expect([await on(own, "B6"), await on(own, "B7")]).toEqual(["free", "held"]);
      expect((await visitor.myHold()).body).toMatchObject({ stallId: "B7" });
      expect((await visitor.release("B7")).body).toEqual({ released: true });
    },
  },
  {
    what: "a sale, with the event's own days on its invoice",
    act: async (own) => {
      const { orderId } = await test.sold("B8", someone(), visitorOf(own));
      const [invoice] = await test.issued(orderId);
      expect(invoice?.description.includes("2099")).toBe(own === SECOND);
    },
  },
  {
    what: "late money for a free stall",
    act: async (own) => {
      const buyer = await test.released("B9", someone(), visitorOf(own));
      expect([await payLate(buyer), await on(own, "B9")]).toEqual(["sold", "sold"]);
    },
  },
  {
    what: "late money for a stall whose number is held by another visitor",
    act: async (own) => {
      const buyer = await test.released("B10", someone(), visitorOf(own));
      await visitorOf(own).reserve("B10");
      expect(await payLate(buyer)).toBe("offered");
      const token = await offerOf(buyer);
      const call = async (what: string, stallId?: string) =>
        (await mela.visitor().post(`/api/v1/mela/offer/${what}`, { token, stallId })).body;
      const free = (await call("view"))["freeStalls"];
      expect(free).toContain("B11");
      for (const taken of ["B1", "B3", "B5"]) expect(free).not.toContain(taken);
      expect(await call("accept", "B11")).toMatchObject({ state: "accepted", chosenStallId: "B11" });
      expect([await on(own, "B10"), await on(own, "B11")]).toEqual(["held", "sold"]);
    },
  },
  {
    what: "late money that arrives after the event's sales ended",
    act: async (own) => {
      const buyer = await test.released("B12", someone(), visitorOf(own));
      await setSales(own, false);
      expect(await payLate(buyer)).toBe("refunding");
      await setSales(own, true);
      expect([await refundsOf(buyer), await on(own, "B12")]).toEqual([["late_payment"], "free"]);
    },
  },
  {
    what: "a move to a number that the booking's own event has free",
    act: async (own) => {
      const { bookingId } = await test.sold("B13", someone(), visitorOf(own));
      expect(codeOf(await operator.move(bookingId, "B1"))).toBe("stall_sold");
      expect((await operator.move(bookingId, "B14")).body).toMatchObject({ stallId: "B14", movedFrom: "B13" });
      expect([await on(own, "B13"), await on(own, "B14")]).toEqual(["free", "sold"]);
    },
  },
  {
    what: "a cancellation with a refund and its credit note",
    act: async (own) => {
      const buyer = await test.sold("B15", someone(), visitorOf(own));
      expect((await operator.cancel(buyer.bookingId, "partial", 20_000)).status).toBe(200);
      expect([await refundsOf(buyer), await on(own, "B15")]).toEqual([["operator"], "free"]);
      expect((await test.issued(buyer.orderId)).map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
    },
  },
  {
    what: "a correction of a registration",
    act: async (own) => {
      const { bookingId } = await test.sold("B16", someone(), visitorOf(own));
      expect((await test.correct(operator, bookingId, { fullName: "Meera Iyer" })).status).toBe(200);
    },
  },
  {
    what: "a search for the links to one's bookings of the event",
    act: async (own) => {
      const links = async () =>
        Number(
          await mela.value(
            `SELECT count(*) FROM mails m JOIN bookings b ON b.id = m.booking_id JOIN stalls s USING (stall_key)
              WHERE m.template = 'booking-link' AND s.event_id = $1`,
            [idOf[own]],
          ),
        );
      const before = await links();
      const found = await mela
        .visitor()
        .post("/api/v1/mela/find-my-booking", { contact: "asha@example.com", event: own });
      expect(found.status).toBe(200);
      await until("the links to be mailed", async () => (await links()) > before);
    },
  },
  {
    what: "a coupon of the event",
    act: async (own) => {
      await mela.query(
        "INSERT INTO coupons (code, percentage, event_id) VALUES ($1, 10, $2) ON CONFLICT (code) DO NOTHING",
        [`OWN${idOf[own]}`, idOf[own]],
      );
      const buyer = await test.registered(
        "B17",
        { ...someone(), appliedCouponCode: `OWN${idOf[own]}` },
        visitorOf(own),
      );
      expect(buyer.amount).toBe(24_300);
    },
  },
];

describe.each([
  ["the current event", () => [first, SECOND] as const],
  ["another event", () => [SECOND, first] as const],
])("in %s", (_where, events) => {
  it.each(CASES)("$what touches nothing of the other one", async ({ act }) => {
    const [own, other] = events();
    const before = await everythingOf(other);
    await act(own, other);
    expect(await everythingOf(other)).toBe(before);
  });
});

describe("a payer in both events", () => {
  it("holds a stall in each", async () => {
    const [here, there] = [visitorOf(first), visitorOf(SECOND)];
    await here.reserve("B20");
    there.cookie = here.cookie;
    expect(codeOf(await there.reserve("B20"))).toBe(201);
    expect([await on(first, "B20"), await on(SECOND, "B20")]).toEqual(["held", "held"]);
    // Each is named by its event; replacing one keeps the other.
    expect(codeOf(await there.reserve("B21"))).toBe(201);
    expect([(await here.myHold()).body, (await there.myHold()).body]).toMatchObject([
      { stallId: "B20" },
      { stallId: "B21" },
    ]);
    expect((await here.register("B20")).status).toBe(201);
    expect(codeOf(await here.register("B21"))).toBe("hold_replaced");
  });

  it.each([
    ["the current event", () => first, "The Mela", "/paid-events/mela", () => `3 December ${edition}`],
    ["another event", () => SECOND, "The Second Mela", `/paid-events/${SECOND}`, () => "1 March 2099"],
  ])("gets everything about a booking of %s with that event's facts", async (_what, event, name, path, dayOf) => {
    const day = dayOf();
    const buyer = await test.sold(event() === first ? "B26" : "B27", someone(), visitorOf(event()));
    const { order } = (await simulator.order(buyer.orderId)) as unknown as {
      order: { order_meta: { return_url: string } };
    };
    expect(order.order_meta.return_url).toContain(`${path}/payment-success?order_id=${buyer.orderId}`);
    const status = await mela.visitor().get(`/api/v1/mela/payment-status/${buyer.orderId}`);
    expect(status.body).toMatchObject({ event: event() });
    const [sale] = await test.issued(buyer.orderId);
    const inSentence = name.replace(/^The /, "the ");
    expect(sale?.description).toContain(`at ${inSentence}, `);
    expect(sale?.description).toContain(day.slice(-4));
    // Mail and calendar are rendered when they are sent, whatever is current then.
    const facts = await test.get(EventFactsService).ofBooking(buyer.bookingId);
    const stall = { stallId: "B26", stallType: "General", orderId: buyer.orderId } as const;
    const context = {
      ...{ publicUrl: "https://bazaar.example", facts, invoiceAttached: false },
      ...{ offerUrl: () => "", invitationUrl: () => "" },
    };
    const data = { ...stall, name: "Asha", amountPaise: 100, invoiceNumber: "INV/1" };
    const confirmed = renderTemplate({ template: "booking-confirmed", data }, context);
    const expired = renderTemplate({ template: "hold-expired", data }, context);
    expect(confirmed.subject).toContain(`${name.slice("The ".length)}, `);
    expect(confirmed.text).toContain(`We write to you about setting up before ${inSentence}.`);
    expect(confirmed.text).toContain(day);
    expect(expired.text).toContain(`https://bazaar.example/paid-events/${event()}`);
    const { bytes } = calendarEntry(stall, facts, new Date());
    expect(bytes.toString()).toContain(`SUMMARY:${name}: my stall B26`);
  });

  it("buys by late money in one, having bought in the other", async () => {
    const payer = someone();
    await test.sold("B22", payer, visitorOf(first));
    const late = await test.released("B23", payer, visitorOf(SECOND));
    expect([await payLate(late), await on(SECOND, "B23")]).toEqual(["sold", "sold"]);
    const again = await test.released("B24", payer, visitorOf(SECOND));
    expect([await payLate(again), await refundsOf(again)]).toEqual(["refunding", ["late_payment"]]);
  });

  it("is offered no stall of the other event", async () => {
    await mela.query(
      `INSERT INTO bookings (id, stall_key, state, price_paise)
       SELECT gen_random_uuid(), stall_key, 'blocked', price_paise FROM stalls WHERE type = 'Premium' AND event_id = $1
          AND stall_id <> 'A1'`,
      [idOf[first]],
    );
    const late = await test.released("A1", someone(), visitorOf(first));
    await visitorOf(first).reserve("A1");
    expect([await payLate(late), await refundsOf(late)]).toEqual(["refunding", ["late_payment"]]);
    await mela.query("ALTER TABLE booking_events DISABLE TRIGGER USER");
    await mela.query("DELETE FROM bookings WHERE state = 'blocked'");
    await mela.query("ALTER TABLE booking_events ENABLE TRIGGER USER");
  });

  it("gets no discount of the other event's coupon", async () => {
    await mela.query("INSERT INTO coupons (code, percentage, event_id) VALUES ('HERE', 10, $1), ('BOTH', 10, NULL)", [
      idOf[first],
    ]);
    const check = async (event: string, code: string) =>
      (await mela.visitor().post("/api/v1/mela/validate-coupon", { code, event })).body["valid"];
    expect([await check(first, "HERE"), await check(SECOND, "HERE")]).toEqual([true, false]);
    expect([await check(first, "BOTH"), await check(SECOND, "BOTH")]).toEqual([true, true]);
    const visitor = visitorOf(SECOND);
    await visitor.reserve("B25");
    expect(codeOf(await visitor.register("B25", { appliedCouponCode: "HERE" }))).toBe("coupon_invalid");
  });

  it("has invoices of one gapless series", async () => {
    const numbers = await mela.column("SELECT number FROM invoices WHERE kind = 'invoice' ORDER BY number");
    expect(numbers.map((number) => Number(number.slice(-6)))).toEqual(numbers.map((_, index) => index + 1));
    expect(
      await mela.column(
        `SELECT DISTINCT s.event_id FROM invoices i JOIN bookings b USING (order_id) JOIN stalls s USING (stall_key)
          WHERE i.kind = 'invoice' ORDER BY 1`,
      ),
    ).toEqual([idOf[first], idOf[SECOND]]);
  });
});

describe("the dashboard", () => {
  const read = async (path: string, event?: string) => {
    const url = `/api/v1/mela/${path}${event === undefined ? "" : `?event=${event}`}`;
    return (await operator.browser.get(url)).body as unknown;
  };
  const count = async (event: string | undefined) => ((await read("registrations", event)) as object[]).length;

  it("lists, counts and exports one event or all; lists by default the current one", async () => {
    const [here, there, all] = [await count(first), await count(SECOND), await count("all")];
    expect([here > 0, there > 0, all]).toEqual([true, true, here + there]);
    expect(await count(undefined)).toBe(here);
    const total = async (event: string) =>
      ((await read("admin/summary", event)) as { totalRegistrations: number }).totalRegistrations;
    expect([await total(first), await total(SECOND), await total("all")]).toEqual([here, there, all]);
    const file = await mela.app.inject({
      method: "GET",
      url: `/api/v1/mela/admin/registrations.csv?event=${SECOND}`,
      headers: { cookie: String(operator.browser.cookie) },
    });
    expect(file.body.trim().split("\n")).toHaveLength(1 + there);
    const accounts = async (name: string, query: string) => {
      const url = `/api/v1/mela/admin/${name}.csv${query}`;
      const { body } = await mela.app.inject({
        method: "GET",
        url,
        headers: { cookie: String(operator.browser.cookie) },
      });
      return body.trim().split("\n").length;
    };
    // A line of names and one of totals, or of names only.
    for (const [name, others] of [
      ["accounts", 2],
      ["abandoned", 1],
    ] as const) {
      const of = async (query: string) => (await accounts(name, query)) - others;
      expect((await of(`?event=${first}`)) + (await of(`?event=${SECOND}`))).toBe(await of("?event=all"));
      expect(await of(`?event=${SECOND}`)).toBeGreaterThan(0);
    }
    expect(await read("registrations", "nothing-of-ours")).toMatchObject({ code: "event_not_found" });
  });

  it("shows an event's plan, stalls and bookings, and acts on its stalls", async () => {
    const before = await everythingOf(first);
    const act = (what: string, body: object) =>
      operator.post(`stalls/B40/${what}?event=${SECOND}`, { ...body, reason: "a test" });
    expect((await act("block", {})).body).toMatchObject({ stallId: "B40", blocked: true });
    const plan = async (event: string) =>
      ((await read("admin/plan", event)) as { stallId: string; state: string }[]).find(
        ({ stallId }) => stallId === "B40",
      );
    expect([(await plan(first))?.state, (await plan(SECOND))?.state]).toEqual(["available", "blocked"]);
    expect((await act("unblock", {})).status).toBe(200);
    expect((await act("price", { price: 28_000 })).body).toMatchObject({ price: 28_000, priceBefore: 27_000 });
    const walkIn = { fullName: "Meera Iyer", email: "meera@example.com", phoneNumber: "9811100001", pincode: "560001" };
    const sale = { ...walkIn, businessName: "Meera Pottery", method: "cash", reference: "receipt 17" };
    const { status, body } = await act("sell-offline", sale);
    expect([status, await on(SECOND, "B40"), await on(first, "B40")]).toEqual([201, "sold", "free"]);
    expect(await read(`admin/bookings/${String(body["bookingId"])}`)).toMatchObject({ event: SECOND, stallId: "B40" });
    const history = async (event: string) =>
      ((await read("admin/stalls/B40/history", event)) as { events: object[] }).events.length;
    expect([await history(first), (await history(SECOND)) > 0]).toEqual([0, true]);
    expect((await test.audit("B40")).map(({ after }) => after?.["event"])).toEqual([SECOND, SECOND, SECOND]);
    expect(await everythingOf(first)).toBe(before);
  });

  it("makes coupons of one event or of all, and refuses one that says neither", async () => {
    const terms = { percentage: 10, active: true, reason: "a test" };
    const made = async (code: string, event?: string) =>
      (await operator.post("coupons", { ...terms, code, event })).body["event"];
    expect([await made("C-HERE", first), await made("C-THERE", SECOND), await made("C-ALL", "all")]).toEqual([
      ...[first, SECOND, undefined],
    ]);
    expect(codeOf(await operator.post("coupons", { ...terms, code: "C-NOWHERE" }))).toBe("event_required");
    const changed = async (event?: string) =>
      (await operator.put("coupons/C-HERE", { ...terms, event, version: await version() })).body["event"];
    const version = () => mela.value<number>("SELECT version FROM coupons WHERE code = 'C-HERE'");
    expect([await changed(), await changed(SECOND), await changed("all"), await changed()]).toEqual([
      ...[first, SECOND, undefined, undefined],
    ]);
  });
});

describe("a stall that was chosen from a plan", () => {
  const reserve = (body: object) => mela.visitor().post("/api/v1/mela/reserve", { stallId: "B45", ...body });

  it("is not reserved at another event, named or current, and nothing changes", async () => {
    const before = [await everythingOf(first), await everythingOf(SECOND)];
    for (const body of [
      { planEvent: SECOND },
      { planEvent: SECOND, event: first },
      { planEvent: first, event: SECOND },
      { planEvent: "an-event-of-long-ago" },
    ]) {
      const { status, body: answer } = await reserve(body);
      expect([status, answer["code"], answer["planEvent"], answer["event"]]).toEqual([
        ...[409, "event_changed", body.planEvent, body.event ?? first],
      ]);
    }
    expect([await everythingOf(first), await everythingOf(SECOND)]).toEqual(before);
  });

  it.each([
    ["the current event, unnamed", () => ({ planEvent: first }), () => first],
    ["another event", () => ({ planEvent: SECOND, event: SECOND }), () => SECOND],
    ["the current event, by a client that never saw a plan", () => ({}), () => first],
  ])("is reserved at its own: %s", async (_what, body, event) => {
    const visitor = mela.visitor();
    const held = await visitor.post("/api/v1/mela/reserve", { stallId: "B46", ...body() });
    expect([held.status, await on(event(), "B46")]).toEqual([201, "held"]);
    expect((await visitor.post("/api/v1/mela/release", { stallId: "B46", event: event() })).body).toEqual({
      released: true,
    });
  });
});

describe("the event of a call", () => {
  it.each<
    [string, (visitor: TestVisitor, event: string) => Promise<{ status: number; body: Record<string, unknown> }>]
  >([
    ["facts", (visitor, event) => visitor.get(`/api/v1/mela/facts?event=${event}`)],
    ["layout", (visitor, event) => visitor.get(`/api/v1/mela/layout?event=${event}`)],
    ["the plan's stream", (visitor, event) => visitor.get(`/api/v1/mela/layout/events?event=${event}`)],
    ["my-hold", (visitor, event) => visitor.get(`/api/v1/mela/my-hold?event=${event}`)],
    ["reserve", (visitor, event) => visitor.post("/api/v1/mela/reserve", { stallId: "B30", event })],
    ["release", (visitor, event) => visitor.post("/api/v1/mela/release", { stallId: "B30", event })],
    ["validate-coupon", (visitor, event) => visitor.post("/api/v1/mela/validate-coupon", { code: "X", event })],
    [
      "create-provisional-registration",
      (visitor, event) => visitor.post("/api/v1/mela/create-provisional-registration", registration("B30", { event })),
    ],
    [
      "find-my-booking",
      (visitor, event) => visitor.post("/api/v1/mela/find-my-booking", { contact: "asha@example.com", event }),
    ],
  ])("%s: an unknown one and a draft are not found", async (_call, call) => {
    await mela.query("UPDATE events SET status = 'draft' WHERE id = $1", [idOf[SECOND]]);
    try {
      for (const event of ["nothing-of-ours", SECOND]) {
        const { status, body } = await call(mela.visitor(), event);
        expect([event, status, body["code"]]).toEqual([event, 404, "event_not_found"]);
      }
    } finally {
      await mela.query("UPDATE events SET status = 'published' WHERE id = $1", [idOf[SECOND]]);
    }
  });

  it("is the current one if it names none, and its facts are its own", async () => {
    const facts = async (query: string) => (await mela.visitor().get(`/api/v1/mela/facts${query}`)).body;
    expect((await facts(""))["name"]).toBe((await facts(`?event=${first}`))["name"]);
    expect(await facts(`?event=${SECOND}`)).toMatchObject({ name: "The Second Mela", sales: "open" });
    const visitor = visitorOf(SECOND);
    await visitor.reserve("B31");
    const status = async (query: string) => {
      const { body } = await mela.visitor().get(`/api/v1/mela/layout${query}`);
      return (body as unknown as { stallId: string; status: string }[]).find(({ stallId }) => stallId === "B31")
        ?.status;
    };
    expect([await status(""), await status(`?event=${SECOND}`)]).toEqual(["Available", "Reserved"]);
  });

  it("is the hold's own where another event became current meanwhile", async () => {
    const visitor = mela.visitor();
    expect((await visitor.reserve("B33")).status).toBe(201);
    await setSales(first, false);
    try {
      expect((await mela.visitor().get("/api/v1/mela/facts")).body["name"]).toBe("The Second Mela");
      expect((await visitor.myHold()).body).toMatchObject({ stallId: "B33" });
      expect(codeOf(await visitor.register("B33", someone()))).toBe(201);
      expect((await visitor.release("B33")).body).toEqual({ released: true });
      expect(codeOf(await visitor.release("B33"))).toBe(200);
    } finally {
      await setSales(first, true);
    }
    expect([await on(first, "B33"), await on(SECOND, "B33")]).toEqual(["free", "free"]);
  });
});
