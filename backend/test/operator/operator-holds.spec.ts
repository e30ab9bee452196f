import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { BookingRecovery } from "../../src/bookings/booking-recovery.service.js";
import { OperatorTest, type TestAdministrator } from "./operator.js";

let test: OperatorTest;
let operator: TestAdministrator;
beforeAll(async () => {
  test = await OperatorTest.open();
  operator = await test.administrator("asha");
});
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const deadline = async (bookingId: string): Promise<Date> => {
  const [found] = await test.mela.query<{ at: Date }>("SELECT hold_expires_at AS at FROM bookings WHERE id = $1", [
    bookingId,
  ]);
  if (found === undefined) throw new Error("no booking");
  return found.at;
};

describe("extending a hold", () => {
  it("moves the deadline, notifies the visitor, and has the workflow recheck", async () => {
    const buyer = await test.registered("B1");
    const bookingId = await test.onStall("B1");
    const before = await deadline(bookingId);
    const answer = await operator.extend(bookingId, 10, "her bank is slow");
    expect(answer.status).toBe(200);
    const after = new Date(before.getTime() + 600_000).toISOString();
    expect(answer.body).toEqual({ bookingId, stallId: "B1", expiresAt: after, minutesLeft: 20 });
    expect((await buyer.visitor.myHold()).body["expiresAt"]).toBe(after);
    expect((await test.mela.eventLog("B1")).at(-1)).toBe("hold_extended by operator (10 minutes)");
    expect(await test.mela.nudges("B1")).toEqual(["held", "registered", "registered"]);
    expect(await test.mail(bookingId, "hold-extended")).toMatchObject({
      to: "asha.b1@example.com",
      data: { stallId: "B1", minutes: 10, expiresAt: after },
    });
    expect(await test.audit(bookingId)).toEqual([
      {
        administrator: "asha",
        action: "hold_extended",
        subjectType: "booking",
        reason: "her bank is slow",
        before: { stallId: "B1", expiresAt: before.toISOString() },
        after: { stallId: "B1", expiresAt: after, minutes: 10 },
      },
    ]);
  });

  it("goes at most 30 minutes past the first deadline, in all", async () => {
    const visitor = test.mela.visitor();
    await visitor.reserve("B2");
    const bookingId = await test.onStall("B2");
    const first = await deadline(bookingId);
    expect((await operator.extend(bookingId, 20)).body["minutesLeft"]).toBe(10);
    const tooLong = await operator.extend(bookingId, 11);
    expect(code(tooLong)).toEqual([409, "extension_too_long"]);
    expect(tooLong.body["minutesLeft"]).toBe(10);
    expect((await operator.extend(bookingId, 10)).body["minutesLeft"]).toBe(0);
    expect(code(await operator.extend(bookingId, 1))).toEqual([409, "extension_too_long"]);
    expect((await deadline(bookingId)).getTime() - first.getTime()).toBe(30 * 60_000);
    expect(await test.audit(bookingId)).toHaveLength(2);
    // Nobody to write to before the registration.
    expect(await test.mails("B2")).toEqual([]);
  });

  it("does so also when many operators press at once", async () => {
    await test.mela.visitor().reserve("B3");
    const bookingId = await test.onStall("B3");
    const answers = await Promise.all(Array.from({ length: 8 }, () => operator.extend(bookingId, 7)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const [kept] = await test.mela.query("SELECT hold_extended_seconds AS seconds FROM bookings WHERE id = $1", [
      bookingId,
    ]);
    expect(kept).toEqual({ seconds: 28 * 60 });
  });

  it("comes too late after the deadline, while paying, and at the end", async () => {
    await test.mela.visitor().reserve("B4");
    const overdue = await test.onStall("B4");
    await test.mela.expire("B4");
    expect(code(await operator.extend(overdue, 5))).toEqual([409, "hold_expired"]);
    const paying = await test.paying("B5");
    const answer = await operator.extend(await test.onStall("B5"), 5);
    expect(code(answer)).toEqual([409, "payment_in_progress"]);
    expect(answer.body["orderId"]).toBe(paying.orderId);
    const sold = await test.sold("B6");
    expect(code(await operator.extend(sold.bookingId, 5))).toEqual([409, "booking_sold"]);
    const blocked = await operator.block("B7");
    expect(code(await operator.extend(String(blocked.body["bookingId"]), 5))).toEqual([409, "booking_ended"]);
    for (const nobody of ["none", "3f0c52e5-3d5f-4c1e-9c5e-7d5f0b8f1a11"]) {
      expect(code(await operator.extend(nobody, 5))).toEqual([404, "booking_not_found"]);
    }
  });

  it("stays when the payment is refused: back to the later deadline", async () => {
    const buyer = await test.registered("B8");
    const bookingId = await test.onStall("B8");
    await operator.extend(bookingId, 30);
    const later = await deadline(bookingId);
    await test.simulator.fault("createOrder", "status", { status: 400, orderId: buyer.orderId });
    expect((await test.initiate(buyer)).body["code"]).toBe("order_refused");
    expect(await deadline(bookingId)).toEqual(later);
    expect(await test.mela.history("B8")).toEqual(["registered"]);
  });
});

describe("releasing a hold", () => {
  it("frees the stall at once, returns the coupon, and notifies the visitor", async () => {
    const buyer = await test.registered("B20", { appliedCouponCode: "ONCE50" });
    const bookingId = await test.onStall("B20");
    const answer = await operator.release(bookingId, "she asked us to");
    expect(answer.body).toEqual({ bookingId, stallId: "B20", outcome: "released" });
    expect(await test.mela.history("B20")).toEqual(["released: operator"]);
    expect((await test.mela.eventLog("B20")).at(-1)).toBe("hold_released by operator (operator)");
    expect(await test.publicStatus("B20")).toBe("Available");
    expect(await test.orderState(buyer.orderId)).toBe("void");
    expect(await test.mails("B20")).toEqual(["hold-released"]);
    expect((await test.initiate(buyer)).body["code"]).toBe("hold_expired");
    await test.registered("B21", { appliedCouponCode: "ONCE50" });
    expect(await test.audit(bookingId)).toMatchObject([
      {
        action: "booking_released",
        reason: "she asked us to",
        before: { stallId: "B20", state: "registered" },
        after: { stallId: "B20", state: "released" },
      },
    ]);
    expect(code(await operator.release(bookingId))).toEqual([409, "booking_ended"]);
  });

  it("and the visitor who leaves or registers at the same moment: one history", async () => {
    const visitor = test.mela.visitor();
    await visitor.reserve("B22");
    const bookingId = await test.onStall("B22");
    const [released, left] = await Promise.all([operator.release(bookingId), visitor.release("B22")]);
    expect([released.status === 200, left.body["released"] === true].filter(Boolean)).toHaveLength(1);
    const releases = (await test.mela.eventLog("B22")).filter((line) => line.startsWith("hold_released"));
    expect(releases).toHaveLength(1);

    const other = test.mela.visitor();
    await other.reserve("B23");
    const second = await test.onStall("B23");
    const [, registered] = await Promise.all([operator.release(second), other.register("B23")]);
    expect(await test.mela.history("B23")).toEqual(["released: operator"]);
    if (registered.status !== 201) expect(registered.body["code"]).toBe("hold_expired");
  });

  it("never frees a stall that is being paid: its order is terminated first", async () => {
    const buyer = await test.paying("B24");
    const bookingId = await test.onStall("B24");
    const answer = await operator.release(bookingId);
    expect(answer.body).toEqual({ bookingId, stallId: "B24", outcome: "closing" });
    expect(await test.mela.history("B24")).toEqual(["paying"]);
    expect(await test.orderState(buyer.orderId)).toBe("closing");
    expect((await test.mela.eventLog("B24")).at(-1)).toBe(`termination_requested by operator (${buyer.orderId})`);
    expect((await test.initiate(buyer)).body["code"]).toBe("order_closing");
    // Again is no harm.
    expect((await operator.release(bookingId)).body["outcome"]).toBe("closing");
    // What the workflow does next.
    const { release } = await test.payments.closeExpiredPayment(bookingId);
    expect(release).toMatchObject({ released: true, reason: "operator" });
    expect(await test.mela.history("B24")).toEqual(["released: operator"]);
    expect((await test.mela.eventLog("B24")).at(-1)).toBe("payment_released by operator (operator)");
    expect(await test.mails("B24")).toEqual(["hold-released"]);
    expect(await test.nudged("late-payment/")).toContain(`late-payment/${buyer.orderId}`);
    // The sweep sees to it too that late money is looked for.
    await test.mela.query("UPDATE bookings SET ended_at = ended_at - interval '2 minutes' WHERE id = $1", [bookingId]);
    const late = await test.get(BookingRecovery).lateWorkflows(100);
    expect([...late.keys()]).toContain(`late-payment/${buyer.orderId}`);
    expect((await test.audit(bookingId)).map(({ after }) => after)).toEqual([
      { stallId: "B24", state: "closing" },
      { stallId: "B24", state: "closing" },
    ]);
  });

  it("sells all the same when the money was there first", async () => {
    const buyer = await test.paying("B25");
    const bookingId = await test.onStall("B25");
    await test.simulator.pay(buyer.orderId);
    expect((await operator.release(bookingId)).body["outcome"]).toBe("closing");
    await test.payments.closeExpiredPayment(bookingId);
    expect(await test.mela.history("B25")).toEqual(["sold"]);
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(1);
  });

  it("has no business with what is sold, blocked, overdue or over", async () => {
    const sold = await test.sold("B26");
    expect(code(await operator.release(sold.bookingId))).toEqual([409, "booking_sold"]);
    const blocked = await operator.block("B27");
    expect(code(await operator.release(String(blocked.body["bookingId"])))).toEqual([409, "stall_blocked"]);
    await test.mela.visitor().reserve("B28");
    const overdue = await test.onStall("B28");
    await test.mela.expire("B28");
    expect(code(await operator.release(overdue))).toEqual([409, "hold_expired"]);
    expect(await test.audit(overdue)).toEqual([]);
  });
});
