import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { BookingActivities } from "../../src/bookings/booking.activities.js";
import { BookingsRepository } from "../../src/bookings/bookings.repository.js";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { apiError, MelaTest, orderId, type TestVisitor } from "./mela.js";

// A hold from its reserve to its end. Which verdict follows from which state is a table of the domain (stall.rules.spec).

const OLD_SECRET = "the-cookie-secret-before-the-change";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const mela = await MelaTest.start({ COOKIE_SECRET_PREVIOUS: OLD_SECRET });
const holds = mela.app.get(HoldsService, { strict: false });
beforeEach(() => mela.empty());
afterAll(() => mela.close());

/** The newest booking on a stall. */
const bookingOn = async (stallId: string): Promise<string> =>
  (await mela.value("SELECT id FROM bookings WHERE stall_id = $1 ORDER BY held_at DESC LIMIT 1", [stallId]))!;

describe("POST /api/v1/mela/reserve", () => {
  it("reserves a free stall for ten minutes at its price and remembers the visitor", async () => {
    const clock = async () => (await mela.value<Date>("SELECT clock_timestamp()"))!.getTime();
    const before = await clock();
    const { status, body, headers } = await mela.visitor().reserve("B1");
    const after = await clock();
    const [expiresAt, serverTime] = [String(body["expiresAt"]), String(body["serverTime"])];
    expect([status, body]).toEqual([201, { stallId: "B1", type: "General", price: 27_000, expiresAt, serverTime }]);
    // By the database's clock, as all deadlines: ten minutes from the insert, read when it was answered.
    for (const at of [Date.parse(expiresAt) - 600_000, Date.parse(serverTime)]) {
      expect(at).toBeGreaterThanOrEqual(before - 1);
      expect(at).toBeLessThanOrEqual(after + 1);
    }
    expect(String(headers["set-cookie"])).toMatch(/^sakhi_visitor=.+HttpOnly; SameSite=Lax/);
    expect([await mela.history("B1"), await mela.eventLog("B1"), await mela.nudges("B1")]).toEqual([
      ...[["held"], ["reserved by visitor (B1)"], ["held"]],
    ]);
  });

  it("answers one's own stall again with the same hold, deadline and price", async () => {
    const visitor = mela.visitor();
    const { body: first } = await visitor.reserve("B40");
    await mela.query("UPDATE stalls SET price_paise = price_paise + 100 WHERE stall_id = 'B40'");
    const own = { status: 200, body: { price: 27_000, expiresAt: first["expiresAt"] } };
    expect(await visitor.reserve("B40")).toMatchObject(own);
    expect((await visitor.register("B40")).body).toMatchObject({ stallPrice: 27_000, finalAmount: 27_000 });
    expect(await visitor.reserve("B40")).toMatchObject(own);
    expect(await mela.history("B40")).toEqual(["registered"]);
  });

  it("keeps the other hold where the new stall is refused", async () => {
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
  ] as const)("refuses a stall that is %s, with free ones of its kind nearby: %s", async (state, code, message) => {
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
    // Who was refused is neither made a visitor nor remembered.
    expect([headers["set-cookie"], await mela.count("visitors")]).toEqual([undefined, visitors]);
  });

  it("answers 404 for a stall that does not exist and 400 for what is no stall's number, and remembers nobody", async () => {
    const [unknown, wrong] = [await mela.visitor().reserve("C7"), await mela.visitor().reserve("seven")];
    expect([apiError(unknown), apiError(wrong)]).toEqual([
      [404, "stall_not_found"],
      [400, "invalid_request"],
    ]);
    expect(wrong.body["fields"]).toEqual({ stallId: ["Please choose a stall by its number, e.g. B12"] });
    expect([unknown, wrong].map(({ headers }) => headers["set-cookie"])).toEqual([undefined, undefined]);
    expect(await mela.count("visitors")).toBe(0);
  });

  it("while paying goes on with that payment, or asks for its end: the stall stays taken until that is final", async () => {
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
    // The new hold is the one that is shown, and after it the payment again.
    expect((await visitor.myHold()).body).toMatchObject({ stallId: "B2", state: "held" });
    await visitor.release("B2");
    expect((await visitor.myHold()).body).toMatchObject({ stallId: "B1", state: "paying" });
  });
});

describe.each(["held", "registered"] as const)("a stall that is %s", (state) => {
  const overdue = (end: (visitor: TestVisitor) => Promise<unknown> = async () => undefined) => {
    return async (visitor: TestVisitor) => (await mela.expire("B1"), end(visitor));
  };
  it.each<[string, string, (visitor: TestVisitor) => Promise<unknown>]>([
    ["its visitor gives it up", "visitor (left)", (visitor) => visitor.release("B1")],
    ["its visitor reserves another", "visitor (replaced)", (visitor) => visitor.reserve("B2")],
    ["its time is over and the next visitor comes", "system (hold_expired)", overdue()],
    ["its time is over and its visitor gives it up", "system (hold_expired)", overdue((own) => own.release("B1"))],
    ["its time is over and its visitor reserves another", "system (hold_expired)", overdue((own) => own.reserve("B2"))],
    [
      "its time is over and the sweep finds it",
      "system (hold_expired)",
      overdue(async () => holds.releaseExpiredHold(await bookingOn("B1"))),
    ],
  ])("is free again, with its order void and its coupon unused, when %s", async (_when, by, end) => {
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
    // Who has only held it knows it by the countdown; who has registered may have gone away.
    const mailed = registered && reason === "hold_expired";
    expect(await mela.column("SELECT template || ' to ' || to_address FROM mails")).toEqual(
      mailed ? ["hold-expired to asha.b1@example.com"] : [],
    );
  });
});

describe("POST /api/v1/mela/release", () => {
  it("answers by what the visitor has there, and leaves alone what is not theirs or is sold", async () => {
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
      ["another's hold", other, "B1", "not_yours"],
      ["another's hold, without a cookie", stranger, "B1", "not_yours"],
      ["one's own hold", owner, "B1", true],
      ["one's own hold, a second time", owner, "B1", false],
      ["a free stall", owner, "B9", false],
      ["a free stall, without a cookie", stranger, "B9", false],
      ["what one is paying for", payer, "B3", "payment_in_progress"],
      ["what one has bought", buyer, "B4", false],
      ["a block", other, "B5", "not_yours"],
      ["the next visitor's hold where one's own ran out", late, "B6", "not_yours"],
      ["another's hold that ran out", late, "B7", false],
      ["a stall that does not exist", stranger, "C1", "stall_not_found"],
    ];
    const found: unknown[] = [];
    for (const [what, visitor, stallId] of cases) {
      const { body } = await visitor.release(stallId);
      found.push([what, body["code"] ?? body["released"]]);
    }
    expect(found).toEqual(cases.map(([what, , , answer]) => [what, answer]));
    expect((await payer.release("B3")).body["orderId"]).toBe(order);
    expect(await mela.column("SELECT state FROM bookings ORDER BY stall_id, held_at")).toEqual([
      ...["released", "held", "paying", "sold", "blocked", "released", "held", "held"],
    ]);
    const nothing = await stranger.post("/api/v1/mela/release", {});
    expect([nothing.status, nothing.body["message"]]).toEqual([400, "Please choose a stall"]);
  });
});

describe("GET /api/v1/mela/my-hold", () => {
  it("answers the JSON value null, and remembers a new visitor with the first answer only", async () => {
    const visitor = mela.visitor();
    const response = await mela.app.inject({ method: "GET", url: "/api/v1/mela/my-hold" });
    expect([response.statusCode, response.body]).toEqual([200, "null"]);
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
    expect((await visitor.myHold()).headers["set-cookie"]).toBeDefined();
    const again = await visitor.myHold();
    expect([again.body, again.headers["set-cookie"]]).toEqual([null, undefined]);
    // Looking alone leaves nothing behind: crawlers and the merely curious fill no table.
    expect(await mela.count("visitors")).toBe(0);
    await visitor.reserve("B1");
    expect(await mela.count("visitors")).toBe(1);
  });

  it("takes a forged cookie for a new visitor, and signs one of the secret before the last change again", async () => {
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

  it("follows a booking from the hold to the payment, which does not run out with the hold", async () => {
    const visitor = mela.visitor();
    const myHold = async () => (await visitor.myHold()).body;
    const { body: reserved } = await visitor.reserve("A3");
    const expiresAt = reserved["expiresAt"];
    expect(await myHold()).toEqual({
      ...{ stallId: "A3", type: "Premium", price: 36_000, state: "held", expiresAt, serverTime: expect.any(String) },
      gst: { ratePercent: 18, sellerStateCode: "27", eventStateCode: "29" },
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

describe("the end of a hold whose time is over", () => {
  it.each([
    ["sweep", "held", ["held", "released"], 0],
    // It needs no nudge about what it did itself.
    ["workflow", "held", ["held"], 0],
    ["sweep", "registered", ["held", "registered", "released"], 1],
  ] as const)(
    "is one release by the %s of what is %s, not before its deadline, with the same facts for all who ask",
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

  it("says why the booking ended where another did it, and never touches one that is paid for, sold or unknown", async () => {
    await (await mela.holder("B4")).release("B4");
    expect(await holds.releaseExpiredHold(await bookingOn("B4"))).toMatchObject({ released: true, reason: "left" });
    await mela.registrant("B5");
    await mela.expire("B5");
    for (const state of ["paying", "sold"] as const) {
      await mela.force("B5", state);
      expect(await holds.releaseExpiredHold(await bookingOn("B5"))).toMatchObject({ released: false });
      expect(await mela.history("B5")).toEqual([state]);
    }
    expect(await holds.releaseExpiredHold(NOBODY)).toMatchObject({ released: false });
  });

  it("and the next visitor's reserve at the same moment are one release and one new hold", async () => {
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

  it("is listed for the sweep, the oldest first", async () => {
    for (const stallId of ["B7", "B8"]) await mela.holder(stallId);
    await mela.query(
      `UPDATE bookings SET hold_expires_at = clock_timestamp()
          - CASE stall_id WHEN 'B7' THEN interval '2 minutes' ELSE interval '10 minutes' END`,
    );
    const [newer, older] = [await bookingOn("B7"), await bookingOn("B8")];
    const repository = mela.app.get(BookingsRepository, { strict: false });
    expect(await repository.overdueHolds(60, 10)).toEqual([older, newer]);
    expect(await repository.overdueHolds(300, 10)).toEqual([older]);
    expect(await repository.overdueHolds(60, 1)).toEqual([older]);
  });
});

describe("where a booking stands, for its workflow", () => {
  const facts = mela.app.get(BookingActivities, { strict: false });

  it("returns the state, the time left and the events since the last check, and nothing of the visitor's", async () => {
    const visitor = await mela.holder("B20");
    const id = await bookingOn("B20");
    const held = await facts.lookUpBooking(id, "0");
    expect(held).toMatchObject({
      ...{ state: "held", stallId: "B20" },
      happened: [{ what: "reserved", by: "visitor", note: "B20", at: expect.stringMatching(/Z$/) }],
    });
    expect(held.msLeft).toBeGreaterThan(500_000);
    const order = orderId();
    await visitor.register("B20", { orderId: order });
    const registered = await facts.lookUpBooking(id, held.lastEvent);
    expect(registered).toMatchObject({
      ...{ state: "registered", orderId: order },
      happened: [{ what: "registered", by: "visitor", note: order }],
    });
    expect(JSON.stringify(registered)).not.toMatch(/Asha|9876/);
    const { lastEvent } = registered;
    await mela.expire("B20");
    expect((await facts.lookUpBooking(id, lastEvent)).msLeft).toBe(0);
    await mela.force("B20", "paying");
    const paying = await facts.lookUpBooking(id, lastEvent);
    expect(paying).toMatchObject({ state: "paying", happened: [], lastEvent });
    expect(paying.msLeft).toBeGreaterThan(1_000_000);
  });

  it("returns the reason of a release, without a deadline, and refuses a booking that does not exist", async () => {
    await (await mela.holder("B21")).release("B21");
    const released = await facts.lookUpBooking(await bookingOn("B21"), "0");
    expect(released).toMatchObject({ state: "released", releaseReason: "left" });
    expect(released.msLeft).toBeUndefined();
    expect(released.happened.map(({ what }) => what)).toEqual(["reserved", "hold_released"]);
    await expect(facts.lookUpBooking(NOBODY, "0")).rejects.toMatchObject({ code: "not_found" });
  });
});
