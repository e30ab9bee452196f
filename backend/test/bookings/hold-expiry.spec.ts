import { afterAll, describe, expect, it } from "@jest/globals";
import { BookingActivities } from "../../src/bookings/booking.activities.js";
import { BookingsRepository } from "../../src/bookings/bookings.repository.js";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { MelaTest, orderId } from "./mela.js";
import { until } from "@sakhi/testkit/until";

const mela = await MelaTest.start();
const holds = mela.app.get(HoldsService, { strict: false });
const facts = mela.app.get(BookingActivities, { strict: false });
afterAll(() => mela.close());

async function bookingOn(stallId: string): Promise<string> {
  return (await mela.value("SELECT id FROM bookings WHERE stall_id = $1 ORDER BY held_at DESC LIMIT 1", [stallId]))!;
}

describe("releasing a hold whose time is over", () => {
  it("is too early before the deadline, and says how long is left", async () => {
    await mela.visitor().reserve("B1");
    const id = await bookingOn("B1");
    const early = await holds.releaseExpiredHold(id);
    expect(early).toEqual({ released: false, at: expect.any(String), msLeft: expect.any(Number) });
    expect(early.msLeft).toBeGreaterThan(500_000);
    expect(await mela.history("B1")).toEqual(["held"]);
  });

  it("releases once the deadline has passed, with the mail of a registration and its order void", async () => {
    const order = orderId();
    await mela.registrant("B2", { orderId: order });
    await mela.expire("B2");
    const id = await bookingOn("B2");
    expect(await holds.releaseExpiredHold(id)).toEqual({
      released: true,
      reason: "hold_expired",
      at: expect.any(String),
    });
    expect(await mela.query("SELECT state FROM orders WHERE order_id = $1", [order])).toEqual([{ state: "void" }]);
    expect(await mela.query("SELECT template, to_address FROM mails WHERE booking_id = $1", [id])).toEqual([
      { template: "hold-expired", to_address: "asha.b2@example.com" },
    ]);
    expect((await mela.eventLog("B2")).at(-1)).toBe("hold_released by system (hold_expired)");
    expect((await mela.nudges("B2")).at(-1)).toBe("released");
  });

  it("is one release however often and by how many it is asked, and everybody gets the same facts", async () => {
    await mela.registrant("B3");
    await mela.expire("B3");
    const id = await bookingOn("B3");
    const all = await Promise.all(Array.from({ length: 10 }, () => holds.releaseExpiredHold(id)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await mela.eventLog("B3")).filter((line) => line.startsWith("hold_released"))).toHaveLength(1);
    expect(await mela.query("SELECT 1 FROM mails WHERE booking_id = $1", [id])).toHaveLength(1);
  });

  it("returns why the booking ended where another process ended it", async () => {
    const visitor = await mela.holder("B4");
    const id = await bookingOn("B4");
    await visitor.release("B4");
    expect(await holds.releaseExpiredHold(id)).toMatchObject({ released: true, reason: "left" });
  });

  it("never touches a booking that is being paid for, sold, or unknown", async () => {
    await mela.registrant("B5");
    await mela.expire("B5");
    const id = await bookingOn("B5");
    for (const state of ["paying", "sold"] as const) {
      await mela.force("B5", state);
      expect(await holds.releaseExpiredHold(id)).toMatchObject({ released: false, at: expect.any(String) });
      expect(await mela.history("B5")).toEqual([state]);
    }
    expect(await holds.releaseExpiredHold("00000000-0000-4000-8000-000000000000")).toMatchObject({ released: false });
  });

  it("and the next visitor's reserve at the same moment end in one release and one new hold", async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const [late, next] = [mela.visitor(), mela.visitor()];
      expect((await late.reserve("B6")).status).toBe(201);
      await mela.expire("B6");
      const id = await bookingOn("B6");
      const [released, reserved] = await Promise.all([holds.releaseExpiredHold(id), next.reserve("B6")]);
      expect([released.released, reserved.status]).toEqual([true, 201]);
      await next.release("B6");
    }
    expect(await mela.doublyBooked()).toEqual([]);
  });

  it("lists what is overdue for the sweep, the oldest first", async () => {
    await mela.visitor().reserve("B7");
    await mela.visitor().reserve("B8");
    await mela.query(
      `UPDATE bookings SET hold_expires_at = clock_timestamp()
          - CASE stall_id WHEN 'B7' THEN interval '2 minutes' ELSE interval '10 minutes' END
        WHERE stall_id IN ('B7', 'B8')`,
    );
    expect(await mela.app.get(BookingsRepository, { strict: false }).overdueHolds(60, 10)).toEqual([
      await bookingOn("B8"),
      await bookingOn("B7"),
    ]);
    expect(await mela.app.get(BookingsRepository, { strict: false }).overdueHolds(300, 10)).toEqual([
      await bookingOn("B8"),
    ]);
    expect(await mela.app.get(BookingsRepository, { strict: false }).overdueHolds(60, 1)).toHaveLength(1);
  });
});

describe("a hold's clock", () => {
  it("runs out by the database alone: no worker, no Temporal, and the stall is free for everybody", async () => {
    const brief = await MelaTest.start({ HOLD_SECONDS: "1" });
    try {
      const visitor = await brief.holder("A7");
      await until("the hold to be over", async () => JSON.stringify((await visitor.myHold()).body) === "null");
      expect((await visitor.register("A7")).body["code"]).toBe("hold_expired");
      expect((await brief.visitor().reserve("A7")).status).toBe(201);
    } finally {
      await brief.close();
    }
  });
});

describe("where a booking stands, for its workflow", () => {
  it("returns the state, the time left and the events since the last check", async () => {
    const visitor = await mela.holder("B20");
    const id = await bookingOn("B20");
    const held = await facts.lookUpBooking(id, "0");
    expect(held).toMatchObject({
      state: "held",
      stallId: "B20",
      happened: [{ what: "reserved", by: "visitor", note: "B20", at: expect.stringMatching(/Z$/) }],
    });
    expect(held.msLeft).toBeGreaterThan(500_000);
    const order = orderId();
    await visitor.register("B20", { orderId: order });
    const registered = await facts.lookUpBooking(id, held.lastEvent);
    expect(registered).toMatchObject({
      state: "registered",
      orderId: order,
      happened: [{ what: "registered", by: "visitor", note: order }],
    });
    await mela.expire("B20");
    expect((await facts.lookUpBooking(id, registered.lastEvent)).msLeft).toBe(0);
    await mela.force("B20", "paying");
    const paying = await facts.lookUpBooking(id, registered.lastEvent);
    expect(paying).toMatchObject({ state: "paying", happened: [], lastEvent: registered.lastEvent });
    expect(paying.msLeft).toBeGreaterThan(1_000_000);
    expect(JSON.stringify(registered)).not.toMatch(/Asha|9876/);
  });

  it("returns the reason of a release, without a deadline", async () => {
    const visitor = await mela.holder("B21");
    const id = await bookingOn("B21");
    await visitor.release("B21");
    const released = await facts.lookUpBooking(id, "0");
    expect(released).toMatchObject({ state: "released", releaseReason: "left" });
    expect(released.msLeft).toBeUndefined();
    expect(released.happened.map((entry) => entry.what)).toEqual(["reserved", "hold_released"]);
  });

  it("refuses a booking that does not exist", async () => {
    await expect(facts.lookUpBooking("00000000-0000-4000-8000-000000000000", "0")).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
