import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { BookingActivities } from "../../src/bookings/booking.activities.js";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { OverdueBookingsRepository } from "../../src/bookings/overdue-bookings.repository.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { apiError, MelaTest, orderId, type TestVisitor } from "./mela.js";

// The life of a hold. The verdicts per state are tested as a table in the domain (stall.rules.spec).

const OLD_SECRET = "the-cookie-secret-before-the-change";
const UNKNOWN_BOOKING = "00000000-0000-4000-8000-000000000000";
const mela = await MelaTest.start({ COOKIE_SECRET_PREVIOUS: OLD_SECRET });
const holds = mela.app.get(HoldsService, { strict: false });
beforeEach(() => mela.empty());
afterAll(() => mela.close());

/** The newest booking on a stall. */
const bookingOn = async (stallId: string): Promise<string> =>
  (await mela.value(
    "SELECT id FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) ORDER BY held_at DESC LIMIT 1",
    [stallId],
  ))!;

describe("POST /api/v1/mela/reserve", () => {
  it("reserves a free stall for ten minutes at its price and sets the visitor's cookie", async () => {
    const clock = async () => (await mela.value<Date>("SELECT clock_timestamp()"))!.getTime();
    const before = await clock();
    const { status, body, headers } = await mela.visitor().reserve("B1");
    const after = await clock();
    const [expiresAt, serverTime] = [String(body["expiresAt"]), String(body["serverTime"])];
    expect([status, body]).toEqual([201, { stallId: "B1", type: "General", price: 27_000, expiresAt, serverTime }]);
    // By the database's clock: the deadline is ten minutes after the insert, serverTime is the time of the response.
    for (const at of [Date.parse(expiresAt) - 600_000, Date.parse(serverTime)]) {
      expect(at).toBeGreaterThanOrEqual(before - 1);
      expect(at).toBeLessThanOrEqual(after + 1);
    }
    expect(String(headers["set-cookie"])).toMatch(/^sakhi_visitor=.+HttpOnly; SameSite=Lax/);
    expect([await mela.history("B1"), await mela.eventLog("B1"), await mela.nudges("B1")]).toEqual([
      ...[["held"], ["reserved by visitor (B1)"], ["held"]],
    ]);
  });

  it("returns the same hold, deadline and price when the visitor reserves their stall again", async () => {
    const visitor = mela.visitor();
    const { body: first } = await visitor.reserve("B40");
    await mela.query("UPDATE stalls SET price_paise = price_paise + 100 WHERE stall_id = 'B40'");
    const own = { status: 200, body: { price: 27_000, expiresAt: first["expiresAt"] } };
    expect(await visitor.reserve("B40")).toMatchObject(own);
    expect((await visitor.register("B40")).body).toMatchObject({ stallPrice: 27_000, finalAmount: 27_000 });
    expect(await visitor.reserve("B40")).toMatchObject(own);
    expect(await mela.history("B40")).toEqual(["registered"]);
  });

  it("keeps the visitor's hold when the new stall is rejected", async () => {
    const visitor = await mela.holder("B3");
    await mela.holder("B4");
    expect(apiError(await visitor.reserve("B4"))).toEqual([409, "stall_reserved"]);
    expect(await mela.history("B3")).toEqual(["held"]);
  });

  const RESERVED = ["stall_reserved", "This stall is currently reserved by another person"] as const;
  it.each([
    ["registered", ...RESERVED],
    ["paying", ...RESERVED],
    ["blocked", ...RESERVED],
    ["sold", "stall_sold", "This stall has already been sold"],
  ] as const)(
    "rejects a %s stall with %s and suggests free stalls of its type nearby",
    async (state, code, message) => {
      if (state === "blocked") await mela.block("A15");
      else {
        await mela.registrant("A15");
        await mela.force("A15", state);
      }
      await mela.holder("A16");
      const visitors = await mela.count("visitors");
      const { status, body, headers } = await mela.visitor().reserve("A15");
      expect([status, body]).toMatchObject([409, { statusCode: 409, code, message, error: message }]);
      expect(body["similar"]).toEqual(
        ["A14", "A13", "A17"].map((stallId) => ({ stallId, type: "Premium", price: 36_000 })),
      );
      // A rejected request neither inserts a visitor nor sets a cookie.
      expect([headers["set-cookie"], await mela.count("visitors")]).toEqual([undefined, visitors]);
    },
  );

  it("returns 404 for an unknown stall and 400 for an invalid stall number, without a cookie", async () => {
    const [unknown, wrong] = [await mela.visitor().reserve("C7"), await mela.visitor().reserve("seven")];
    expect([apiError(unknown), apiError(wrong)]).toEqual([
      [404, "stall_not_found"],
      [400, "invalid_request"],
    ]);
    expect(wrong.body["fields"]).toEqual({ stallId: ["Please choose a stall by its number, e.g. B12"] });
    expect([unknown, wrong].map(({ headers }) => headers["set-cookie"])).toEqual([undefined, undefined]);
    expect(await mela.count("visitors")).toBe(0);
  });

  it("keeps a paying stall taken: reserving it again returns its order, reserving another requests the payment's end", async () => {
    const order = orderId();
    const visitor = await mela.registrant("B1", { orderId: order });
    await mela.force("B1", "paying");
    await mela.query(
      "UPDATE orders SET state = 'open', provider_expires_at = clock_timestamp() + interval '18 minutes'",
    );
    const { status, body } = await visitor.reserve("B1");
    expect([status, body["code"], body["orderId"], body["similar"]]).toEqual([
      ...[409, "payment_in_progress", order, undefined],
    ]);
    expect((await visitor.reserve("B2")).status).toBe(201);
    expect([await mela.history("B1"), (await mela.nudges("B1")).at(-1)]).toEqual([["paying"], "paying"]);
    expect(apiError(await mela.visitor().reserve("B1"))).toEqual([409, "stall_reserved"]);
    // my-hold shows the new hold, and after its release the payment again.
    expect((await visitor.myHold()).body).toMatchObject({ stallId: "B2", state: "held" });
    await visitor.release("B2");
    expect((await visitor.myHold()).body).toMatchObject({ stallId: "B1", state: "paying" });
  });
});

describe.each(["held", "registered"] as const)("a %s stall", (state) => {
  const overdue = (end: (visitor: TestVisitor) => Promise<unknown> = async () => undefined) => {
    return async (visitor: TestVisitor) => (await mela.expire("B1"), end(visitor));
  };
  it.each<[string, string, (visitor: TestVisitor) => Promise<unknown>]>([
    ["its visitor releases it", "visitor (left)", (visitor) => visitor.release("B1")],
    ["its visitor reserves another", "visitor (replaced)", (visitor) => visitor.reserve("B2")],
    ["it has expired and another visitor reserves it", "system (hold_expired)", overdue()],
    ["it has expired and its visitor releases it", "system (hold_expired)", overdue((own) => own.release("B1"))],
    ["it has expired and its visitor reserves another", "system (hold_expired)", overdue((own) => own.reserve("B2"))],
    [
      "it has expired and the sweep releases it",
      "system (hold_expired)",
      overdue(async () => holds.releaseExpiredHold(await bookingOn("B1"))),
    ],
  ])("becomes free, with its order voided and its coupon released, when %s", async (_when, by, end) => {
    const registered = state === "registered";
    const visitor = await mela.holder("B1");
    if (registered) await visitor.register("B1", { appliedCouponCode: "ONCE50" });
    await end(visitor);
    expect((await mela.visitor().reserve("B1")).status).toBe(201);
    const reason = by.slice(by.indexOf("(") + 1, -1);
    expect(await mela.history("B1")).toEqual([`released: ${reason}`, "held"]);
    expect((await mela.eventLog("B1")).slice(registered ? 2 : 1)).toEqual([
      `hold_released by ${by}`,
      "reserved by visitor (B1)",
    ]);
    expect((await mela.nudges("B1")).slice(-2)).toEqual(["released", "held"]);
    expect(await mela.column("SELECT state FROM orders")).toEqual(registered ? ["void"] : []);
    expect(await mela.count("coupon_claims")).toBe(0);
    // Only registered visitors get a mail: unregistered ones see the countdown, and no address is known.
    const mailed = registered && reason === "hold_expired";
    expect(await mela.column("SELECT template || ' to ' || to_address FROM mails")).toEqual(
      mailed ? ["hold-expired to asha.b1@example.com"] : [],
    );
  });
});

describe("POST /api/v1/mela/release", () => {
  it("releases only the visitor's own live hold", async () => {
    const order = orderId();
    const [owner, other] = [await mela.holder("B1"), await mela.holder("B2")];
    const payer = await mela.registrant("B3", { orderId: order });
    await mela.force("B3", "paying");
    const buyer = await mela.registrant("B4");
    await mela.force("B4", "sold");
    await mela.block("B5");
    const late = await mela.holder("B6");
    await mela.expire("B6");
    await mela.holder("B6");
    await mela.holder("B7");
    await mela.expire("B7");
    const stranger = mela.visitor();
    const cases: readonly [string, TestVisitor, string, unknown][] = [
      ["another visitor's hold", other, "B1", "not_yours"],
      ["another visitor's hold, without a cookie", stranger, "B1", "not_yours"],
      ["the own hold", owner, "B1", true],
      ["the own hold, a second time", owner, "B1", false],
      ["a free stall", owner, "B9", false],
      ["a free stall, without a cookie", stranger, "B9", false],
      ["the own paying stall", payer, "B3", "payment_in_progress"],
      ["the own sold stall", buyer, "B4", false],
      ["a blocked stall", other, "B5", "not_yours"],
      ["another visitor's hold after the own one expired", late, "B6", "not_yours"],
      ["another visitor's expired hold", late, "B7", false],
      ["a stall that does not exist", stranger, "C1", "stall_not_found"],
    ];
    const found: unknown[] = [];
    for (const [what, visitor, stallId] of cases) {
      const { body } = await visitor.release(stallId);
      found.push([what, body["code"] ?? body["released"]]);
    }
    expect(found).toEqual(cases.map(([what, , , response]) => [what, response]));
    expect((await payer.release("B3")).body["orderId"]).toBe(order);
    expect(
      await mela.column("SELECT state FROM bookings JOIN stalls USING (stall_key) ORDER BY stall_id, held_at"),
    ).toEqual([...["released", "held", "paying", "sold", "blocked", "released", "held", "held"]]);
    const nothing = await stranger.post("/api/v1/mela/release", {});
    expect([nothing.status, nothing.body["message"]]).toEqual([400, "Please choose a stall"]);
  });
});

describe("GET /api/v1/mela/my-hold", () => {
  it("returns the JSON value null and sets a new visitor's cookie in the first response only", async () => {
    const visitor = mela.visitor();
    const response = await mela.app.inject({ method: "GET", url: "/api/v1/mela/my-hold" });
    expect([response.statusCode, response.body]).toEqual([200, "null"]);
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
    expect((await visitor.myHold()).headers["set-cookie"]).toBeDefined();
    const again = await visitor.myHold();
    expect([again.body, again.headers["set-cookie"]]).toEqual([null, undefined]);
    // Reading stores nothing, so that crawlers fill no table.
    expect(await mela.count("visitors")).toBe(0);
    await visitor.reserve("B1");
    expect(await mela.count("visitors")).toBe(1);
  });

  it("treats a forged cookie as a new visitor, and re-signs a cookie of the previous secret", async () => {
    const owner = await mela.holder("B1");
    const [id] = decodeURIComponent(owner.cookie!.split("=")[1]!).split(".");
    const visitor = mela.visitor();
    visitor.cookie = `sakhi_visitor=${id}.${"A".repeat(43)}`;
    expect(await visitor.myHold()).toMatchObject({ body: null, headers: { "set-cookie": expect.anything() } });
    const old = new Secrets({ cookieSecret: OLD_SECRET, cookieSecretPrevious: undefined });
    const signature = createHmac("sha256", old.derivedKey("visitor-cookie")).update(id!).digest("base64");
    visitor.cookie = `sakhi_visitor=${encodeURIComponent(`${id}.${signature.replace(/=+$/, "")}`)}`;
    expect((await visitor.myHold()).body).toMatchObject({ stallId: "B1" });
    expect(visitor.cookie).toBe(owner.cookie);
    expect((await visitor.myHold()).headers["set-cookie"]).toBeUndefined();
  });

  it("shows a booking from the hold to the payment, which does not expire with the hold", async () => {
    const visitor = mela.visitor();
    const myHold = async () => (await visitor.myHold()).body;
    const { body: reserved } = await visitor.reserve("A3");
    const expiresAt = reserved["expiresAt"];
    expect(await myHold()).toEqual({
      ...{ stallId: "A3", type: "Premium", price: 36_000, state: "held", expiresAt, serverTime: expect.any(String) },
      gst: { ratePercent: 18, sellerStateCode: "27", eventStateCode: "29" },
      event: (await mela.firstEvent()).slug,
      // The usual two stalls in one order.
      canAdd: 1,
      // What is asked of who sells food depends on what is sold, and not on the type of the stall.
      questions: [
        expect.objectContaining({ key: "sells_food" }),
        expect.objectContaining({ key: "fssai_number", foodOnly: true }),
      ],
    });
    const order = orderId();
    await visitor.register("A3", { orderId: order });
    const registered = await myHold();
    expect(registered).toMatchObject({
      ...{ state: "registered", orderId: order, finalAmount: 36_000, discountPercentage: 0, expiresAt },
    });
    expect(registered).not.toHaveProperty("payUntil");
    await mela.expire("A3");
    expect(await myHold()).toBeNull();
    await mela.force("A3", "paying");
    expect(await myHold()).toMatchObject({ state: "paying", orderId: order, payUntil: expect.any(String) });
    await mela.force("A3", "sold");
    expect(await myHold()).toBeNull();
  });
});

describe("HoldsService.releaseExpiredHold", () => {
  it.each([
    ["sweep", "held", ["held", "released"], 0],
    // The workflow needs no signal about its own release.
    ["workflow", "held", ["held"], 0],
    ["sweep", "registered", ["held", "registered", "released"], 1],
  ] as const)(
    "called by the %s, releases a %s booking once, not before its deadline, and returns the same facts to every caller",
    async (by, state, nudges, mails) => {
      if (state === "held") await mela.holder("B1");
      else await mela.registrant("B1");
      const id = await bookingOn("B1");
      const early = await holds.releaseExpiredHold(id, by);
      expect(early).toEqual({ released: false, msLeft: expect.any(Number) });
      expect(early.msLeft).toBeGreaterThan(500_000);
      await mela.expire("B1");
      const all = await Promise.all(Array.from({ length: 10 }, () => holds.releaseExpiredHold(id, by)));
      expect(all).toEqual(Array(10).fill({ released: true, reason: "hold_expired" }));
      const released = (await mela.eventLog("B1")).filter((line) => line.startsWith("hold_released"));
      expect(released).toEqual(["hold_released by system (hold_expired)"]);
      expect([await mela.nudges("B1"), await mela.count("mails")]).toEqual([nudges, mails]);
    },
  );

  it("returns the reason of an earlier release, and ignores paying, sold and unknown bookings", async () => {
    await (await mela.holder("B4")).release("B4");
    expect(await holds.releaseExpiredHold(await bookingOn("B4"))).toMatchObject({ released: true, reason: "left" });
    await mela.registrant("B5");
    await mela.expire("B5");
    for (const state of ["paying", "sold"] as const) {
      await mela.force("B5", state);
      expect(await holds.releaseExpiredHold(await bookingOn("B5"))).toMatchObject({ released: false });
      expect(await mela.history("B5")).toEqual([state]);
    }
    expect(await holds.releaseExpiredHold(UNKNOWN_BOOKING)).toMatchObject({ released: false });
  });

  it("concurrent with another visitor's reserve, results in one release and one new hold", async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await mela.holder("B6");
      await mela.expire("B6");
      const [id, next] = [await bookingOn("B6"), mela.visitor()];
      const [released, reserved] = await Promise.all([holds.releaseExpiredHold(id), next.reserve("B6")]);
      expect([released.released, reserved.status]).toEqual([true, 201]);
      await next.release("B6");
    }
    expect(await mela.doublyBooked()).toEqual([]);
  });

  it("gets its overdue holds from the repository oldest first", async () => {
    for (const stallId of ["B7", "B8"]) await mela.holder(stallId);
    await mela.query(
      `UPDATE bookings SET hold_expires_at = clock_timestamp()
          - CASE (SELECT s.stall_id FROM stalls s WHERE s.stall_key = bookings.stall_key) WHEN 'B7' THEN interval '2 minutes' ELSE interval '10 minutes' END`,
    );
    const [newer, older] = [await bookingOn("B7"), await bookingOn("B8")];
    const repository = mela.app.get(OverdueBookingsRepository, { strict: false });
    expect(await repository.overdueHolds(60, 10)).toEqual([older, newer]);
    expect(await repository.overdueHolds(300, 10)).toEqual([older]);
    expect(await repository.overdueHolds(60, 1)).toEqual([older]);
  });
});

describe("BookingActivities.lookUpBooking", () => {
  const activities = mela.app.get(BookingActivities, { strict: false });

  it("returns state, time left and new events, without personal data", async () => {
    const visitor = await mela.holder("B20");
    const id = await bookingOn("B20");
    const held = await activities.lookUpBooking(id, "0");
    expect(held).toMatchObject({
      ...{ state: "held", stallId: "B20" },
      happened: [{ what: "reserved", by: "visitor", note: "B20", at: expect.stringMatching(/Z$/) }],
    });
    expect(held.msLeft).toBeGreaterThan(500_000);
    const order = orderId();
    await visitor.register("B20", { orderId: order });
    const registered = await activities.lookUpBooking(id, held.lastEvent);
    expect(registered).toMatchObject({
      ...{ state: "registered", orderId: order },
      happened: [{ what: "registered", by: "visitor", note: order }],
    });
    expect(JSON.stringify(registered)).not.toMatch(/Asha|9876/);
    const { lastEvent } = registered;
    await mela.expire("B20");
    expect((await activities.lookUpBooking(id, lastEvent)).msLeft).toBe(0);
    await mela.force("B20", "paying");
    const paying = await activities.lookUpBooking(id, lastEvent);
    expect(paying).toMatchObject({ state: "paying", happened: [], lastEvent });
    expect(paying.msLeft).toBeGreaterThan(1_000_000);
  });

  it("returns the reason of a release, without a deadline, and rejects an unknown booking", async () => {
    await (await mela.holder("B21")).release("B21");
    const released = await activities.lookUpBooking(await bookingOn("B21"), "0");
    expect(released).toMatchObject({ state: "released", releaseReason: "left" });
    expect(released.msLeft).toBeUndefined();
    expect(released.happened.map(({ what }) => what)).toEqual(["reserved", "hold_released"]);
    await expect(activities.lookUpBooking(UNKNOWN_BOOKING, "0")).rejects.toMatchObject({ code: "not_found" });
  });
});
