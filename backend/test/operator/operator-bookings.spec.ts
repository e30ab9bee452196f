import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { LateMoneySweepService } from "../../src/bookings/late-money-sweep.service.js";
import { apiError } from "../bookings/mela.js";
import { OperatorTest } from "./operator.js";

const test = await OperatorTest.open();
const operator = await test.administrator("asha");
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const deadline = async (bookingId: string): Promise<Date> => {
  const at = await test.mela.value<Date>("SELECT hold_expires_at FROM bookings WHERE id = $1", [bookingId]);
  if (at === undefined) throw new Error("no booking");
  return at;
};
/** The booking of a new visitor who holds a stall. */
const held = async (stallId: string): Promise<string> => {
  await test.mela.holder(stallId);
  return test.onStall(stallId);
};
const blocked = async (stallId: string): Promise<string> => String((await operator.block(stallId)).body["bookingId"]);

describe("POST bookings/:id/move", () => {
  it("moves a sold booking: invoice and order stay, the old stall is free", async () => {
    const sale = await test.sold("B1");
    const { bookingId, orderId } = sale;
    const invoices = await test.invoicesOf(orderId);
    const response = await operator.move(bookingId, "B2", "next to her sister");
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({ bookingId, stallId: "B2", movedFrom: "B1" });
    expect([await test.publicStatus("B1"), await test.publicStatus("B2")]).toEqual(["Available", "Sold"]);
    expect(await test.invoicesOf(orderId)).toEqual(invoices);
    expect((await test.mela.eventLog("B2")).at(-1)).toBe("moved by operator (B1 to B2)");
    const status = { stallId: "B2", paymentStatus: "payment_successful" };
    expect((await test.status(orderId)).body).toMatchObject(status);
    // The workflow completed with the sale; a new run carries the new stall as its search attribute.
    expect(await test.lastSignal(bookingId)).toMatchObject({
      evenIfCompleted: true,
      searchAttributes: { StallId: "B2", Stage: "sold" },
    });
    expect(await test.mail(bookingId, "booking-moved")).toMatchObject({
      to: "asha.b1@example.com",
      data: { fromStallId: "B1", stallId: "B2", sold: true, invoiceNumber: invoices[0], invoiceStallId: "B1" },
    });
    expect(await test.audit(bookingId)).toEqual([
      {
        ...{ administrator: "asha", action: "booking_moved", subjectType: "booking", reason: "next to her sister" },
        ...{ before: { stallId: "B1", state: "sold" }, after: { stallId: "B2", state: "sold" } },
      },
    ]);
    const here = await operator.move(bookingId, "B2");
    expect(apiError(here)).toEqual([400, "invalid_request"]);
    expect(Object.keys(here.body["fields"] as object)).toEqual(["toStallId"]);
    // Every move is mailed, even back to an earlier stall.
    await operator.move(bookingId, "B1");
    expect((await test.mails("B1")).filter((mail) => mail === "booking-moved")).toHaveLength(2);
  });

  it.each([
    ["confirms a sale for its new stall if the invoice is not rendered yet", "B3", "B4", false, "B4"],
    ["does not confirm a sale again", "B5", "B6", true, "B5"],
  ])("%s", async (_when, from, to, rendered, confirmed) => {
    const sale = await test.sold(from);
    const [invoice] = await test.invoicesOf(sale.orderId);
    if (rendered) await test.renderInvoices(sale.orderId);
    await operator.move(sale.bookingId, to);
    if (!rendered) await test.renderInvoices(sale.orderId);
    expect(await test.mails(to)).toEqual(["booking-confirmed", "booking-link", "booking-moved"]);
    expect(await test.mail(sale.bookingId, "booking-confirmed")).toMatchObject({
      invoice,
      data: { stallId: confirmed, amountPaise: 2_700_000, invoiceNumber: invoice },
    });
  });

  it("moves a registered booking; its visitor continues with the new stall", async () => {
    const buyer = await test.registered("B7");
    const bookingId = await test.onStall("B7");
    const { expiresAt } = (await buyer.visitor.myHold()).body;
    expect((await operator.move(bookingId, "B8")).status).toBe(200);
    const hold = { stallId: "B8", expiresAt, orderId: buyer.orderId };
    expect((await buyer.visitor.myHold()).body).toMatchObject(hold);
    expect(await test.lastSignal(bookingId)).toMatchObject({
      searchAttributes: { StallId: "B8", Stage: "registered" },
    });
    // Requests of a page that still shows the old stall are rejected.
    expect((await buyer.visitor.register("B7")).body).toMatchObject({ code: "hold_replaced", stallId: "B8" });
    expect((await test.initiate(buyer)).body["code"]).toBe("stall_mismatch");
    expect((await test.initiate({ ...buyer, stallId: "B8" })).status).toBe(201);
    await test.simulator.pay(buyer.orderId);
    await test.settle(buyer.orderId);
    const line = "SELECT content->'line'->>'description' FROM invoices WHERE order_id = $1";
    expect(await test.mela.value(line, [buyer.orderId])).toContain("Stall B8 (Standard)");
    expect(await test.mela.eventLog("B7")).toEqual([]);
  });

  it("accepts only a free stall of the same type and price", async () => {
    const sale = await test.sold("B9");
    const rejected = async (to: string) => apiError(await operator.move(sale.bookingId, to));
    expect(await rejected("A1")).toEqual([409, "stall_differs"]);
    await operator.price("B10", 30_000);
    expect(await rejected("B10")).toEqual([409, "stall_differs"]);
    // Once the own stall has the same price, they are of the same kind again.
    await operator.price("B9", 30_000);
    expect((await operator.move(sale.bookingId, "B10")).status).toBe(200);
    await test.soldOffline(operator, "B11");
    await held("B12");
    await blocked("B13");
    for (const [stallId, error] of [
      ["B11", [409, "stall_sold"]],
      ["B12", [409, "stall_reserved"]],
      ["B13", [409, "stall_blocked"]],
      ["B99", [404, "stall_not_found"]],
    ] as const) {
      await operator.price(stallId, 30_000);
      expect([stallId, await rejected(stallId)]).toEqual([stallId, error]);
    }
    await test.mela.expire("B12");
    expect((await operator.move(sale.bookingId, "B12")).status).toBe(200);
    expect(await test.mela.history("B12")).toContain("released: hold_expired");
    expect((await test.audit(sale.bookingId)).map(({ after }) => after?.["stallId"])).toEqual(["B10", "B12"]);
  });

  it.each(["B20", "B22", "B24"])("of %s, racing a visitor's reserve, gives the stall to one of them", async (from) => {
    const to = `B${Number(from.slice(1)) + 1}`;
    const { bookingId } = await test.soldOffline(operator, from);
    const [moved, reserved] = await Promise.all([operator.move(bookingId, to), test.mela.visitor().reserve(to)]);
    expect([moved.status === 200, reserved.status === 201].filter(Boolean)).toHaveLength(1);
    expect(await test.mela.doublyBooked()).toEqual([]);
  });

  it("never books a stall twice when run concurrently, crosswise or to the same stall", async () => {
    const [{ bookingId: one }, { bookingId: two }] = await Promise.all([
      test.soldOffline(operator, "B26"),
      test.soldOffline(operator, "B27"),
    ]);
    const crossed = await Promise.all([operator.move(one, "B27"), operator.move(two, "B26")]);
    expect(crossed.map(apiError)).toEqual([
      [409, "stall_sold"],
      [409, "stall_sold"],
    ]);
    const same = await Promise.all([operator.move(one, "B28"), operator.move(two, "B28")]);
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const both = await Promise.all([operator.move(one, "B29"), operator.move(one, "B30")]);
    // Serialized: the second one starts from the first one's stall.
    expect(both.every(({ status }) => status === 200)).toBe(true);
    expect(await test.mela.doublyBooked()).toEqual([]);
  });

  it("makes an action that waited for the stall retry, and it sees the booking's new stall", async () => {
    const { bookingId } = await test.soldOffline(operator, "B31");
    const mover = test.mela.db.source.createQueryRunner();
    await mover.connect();
    await mover.startTransaction();
    await mover.query("SELECT 1 FROM stalls WHERE stall_id IN ('B31', 'B32') FOR UPDATE");
    const cancelled = operator.cancel(bookingId, "none");
    const settled = test.expiredPayments.releaseUnpaidStall(bookingId);
    const waiting = `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_booking%'`;
    await until("two blocked sessions", async () => (await test.mela.value<number>(waiting)) === 2);
    await mover.query(
      "UPDATE bookings SET stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B32') WHERE id = $1",
      [bookingId],
    );
    await mover.commitTransaction();
    await mover.release();
    expect((await cancelled).body).toMatchObject({ stallId: "B32", refund: "none" });
    await settled;
    expect(await test.mela.history("B32")).toEqual(["released: cancelled"]);
  });
});

describe("POST bookings/:id/extend", () => {
  it("extends the deadline, mails the visitor and signals the workflow", async () => {
    const buyer = await test.registered("B33");
    const bookingId = await test.onStall("B33");
    const before = await deadline(bookingId);
    const response = await operator.extend(bookingId, 10, "her bank is slow");
    expect(response.status).toBe(200);
    const expiresAt = new Date(before.getTime() + 600_000).toISOString();
    expect(response.body).toEqual({ bookingId, stallId: "B33", expiresAt, minutesLeft: 20 });
    expect((await buyer.visitor.myHold()).body["expiresAt"]).toBe(expiresAt);
    expect((await test.mela.eventLog("B33")).at(-1)).toBe("hold_extended by operator (10 minutes)");
    expect(await test.mela.nudges("B33")).toEqual(["held", "registered", "registered"]);
    expect(await test.mail(bookingId, "hold-extended")).toMatchObject({
      to: "asha.b33@example.com",
      data: { stallId: "B33", minutes: 10, expiresAt },
    });
    expect(await test.audit(bookingId)).toEqual([
      {
        ...{ administrator: "asha", action: "hold_extended", subjectType: "booking", reason: "her bank is slow" },
        before: { stallId: "B33", expiresAt: before.toISOString() },
        after: { stallId: "B33", expiresAt, minutes: 10 },
      },
    ]);
    // A refused payment returns to the extended deadline.
    await test.simulator.fault("createOrder", "status", { status: 400, orderId: buyer.orderId });
    expect((await test.initiate(buyer)).body["code"]).toBe("order_refused");
    expect((await deadline(bookingId)).toISOString()).toBe(expiresAt);
    expect(await test.mela.history("B33")).toEqual(["registered"]);
  });

  it("allows at most 30 minutes in total, also with concurrent requests", async () => {
    const bookingId = await held("B34");
    const first = await deadline(bookingId);
    const responses = await Promise.all(Array.from({ length: 8 }, () => operator.extend(bookingId, 7)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    const tooLong = await operator.extend(bookingId, 3);
    expect(apiError(tooLong)).toEqual([409, "extension_too_long"]);
    expect(tooLong.body["minutesLeft"]).toBe(2);
    expect((await operator.extend(bookingId, 2)).body["minutesLeft"]).toBe(0);
    expect((await deadline(bookingId)).getTime() - first.getTime()).toBe(30 * 60_000);
    expect(await test.audit(bookingId)).toHaveLength(5);
    // No mail, because no address is known before the registration.
    expect(await test.mails("B34")).toEqual([]);
  });
});

describe("POST bookings/:id/release", () => {
  it("frees the stall immediately, returns the coupon and mails the visitor", async () => {
    const buyer = await test.registered("B35", { appliedCouponCode: "ONCE50" });
    const bookingId = await test.onStall("B35");
    const response = await operator.release(bookingId, "she asked us to");
    expect(response.body).toEqual({ bookingId, stallId: "B35", outcome: "released" });
    expect(await test.mela.history("B35")).toEqual(["released: operator"]);
    expect((await test.mela.eventLog("B35")).at(-1)).toBe("hold_released by operator (operator)");
    expect(await test.publicStatus("B35")).toBe("Available");
    expect(await test.orderState(buyer.orderId)).toBe("void");
    expect(await test.mails("B35")).toEqual(["hold-released"]);
    expect((await test.initiate(buyer)).body["code"]).toBe("hold_expired");
    await test.registered("B36", { appliedCouponCode: "ONCE50" });
    expect(await test.audit(bookingId)).toMatchObject([
      {
        ...{ action: "booking_released", reason: "she asked us to" },
        before: { stallId: "B35", state: "registered" },
        after: { stallId: "B35", state: "released" },
      },
    ]);
    expect(apiError(await operator.release(bookingId))).toEqual([409, "booking_ended"]);
  });

  it("racing the visitor's release or registration, releases the hold once", async () => {
    const visitor = await test.mela.holder("B37");
    const bookingId = await test.onStall("B37");
    const [released, left] = await Promise.all([operator.release(bookingId), visitor.release("B37")]);
    expect([released.status === 200, left.body["released"] === true].filter(Boolean)).toHaveLength(1);
    const releases = (await test.mela.eventLog("B37")).filter((line) => line.startsWith("hold_released"));
    expect(releases).toHaveLength(1);

    const other = await test.mela.holder("B38");
    const second = await test.onStall("B38");
    const [, registered] = await Promise.all([operator.release(second), other.register("B38")]);
    expect(await test.mela.history("B38")).toEqual(["released: operator"]);
    if (registered.status !== 201) expect(registered.body["code"]).toBe("hold_expired");
  });

  it("keeps a paying stall until its order is closed at the provider", async () => {
    const buyer = await test.paying("B39");
    const bookingId = await test.onStall("B39");
    // Idempotent.
    for (let press = 0; press < 2; press += 1) {
      const response = await operator.release(bookingId);
      expect(response.body).toEqual({ bookingId, stallId: "B39", outcome: "closing" });
    }
    expect(await test.mela.history("B39")).toEqual(["paying"]);
    expect(await test.orderState(buyer.orderId)).toBe("closing");
    expect((await test.mela.eventLog("B39")).at(-1)).toBe(`termination_requested by operator (${buyer.orderId})`);
    expect((await test.initiate(buyer)).body["code"]).toBe("order_closing");
    // The workflow's next step.
    const { release } = await test.expiredPayments.closeExpiredPayment(bookingId);
    expect(release).toMatchObject({ released: true, reason: "operator" });
    expect(await test.mela.history("B39")).toEqual(["released: operator"]);
    expect((await test.mela.eventLog("B39")).at(-1)).toBe("payment_released by operator (operator)");
    expect(await test.mails("B39")).toEqual(["hold-released"]);
    const latePayment = `late-payment/${buyer.orderId}`;
    expect(await test.nudged("late-payment/")).toContain(latePayment);
    // The sweep also ensures that late money is watched for.
    await test.mela.query("UPDATE bookings SET ended_at = ended_at - interval '2 minutes' WHERE id = $1", [bookingId]);
    expect([...(await test.get(LateMoneySweepService).workflows(100)).keys()]).toContain(latePayment);
    const after = { stallId: "B39", state: "closing" };
    expect(await test.audit(bookingId)).toMatchObject([{ after }, { after }]);
  });

  it("sells the stall if the payment succeeded first", async () => {
    const buyer = await test.paying("B40");
    const bookingId = await test.onStall("B40");
    await test.simulator.pay(buyer.orderId);
    expect((await operator.release(bookingId)).body["outcome"]).toBe("closing");
    await test.expiredPayments.closeExpiredPayment(bookingId);
    expect(await test.mela.history("B40")).toEqual(["sold"]);
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(1);
  });
});

it("the actions reject paying, sold, blocked, overdue and unknown bookings", async () => {
  const { orderId } = await test.paying("B41");
  const paying = await test.onStall("B41");
  const { bookingId: sold } = await test.soldOffline(operator, "B42");
  const actions = {
    move: (id: string) => operator.move(id, "B45"),
    extend: (id: string) => operator.extend(id, 5),
    release: (id: string) => operator.release(id),
  };
  const unknown = "3f0c52e5-3d5f-4c1e-9c5e-7d5f0b8f1a11";
  const past = await held("B44");
  await test.mela.expire("B44");
  for (const [action, bookingId, error] of [
    ["move", paying, [409, "payment_in_progress"]],
    ["extend", paying, [409, "payment_in_progress"]],
    ["extend", sold, [409, "booking_sold"]],
    ["release", sold, [409, "booking_sold"]],
    ["move", await blocked("B43"), [409, "booking_ended"]],
    ["extend", await test.onStall("B43"), [409, "booking_ended"]],
    ["release", await test.onStall("B43"), [409, "stall_blocked"]],
    ["move", past, [409, "hold_expired"]],
    ["extend", past, [409, "hold_expired"]],
    ["release", past, [409, "hold_expired"]],
    ["move", "none", [404, "booking_not_found"]],
    ["extend", unknown, [404, "booking_not_found"]],
    ["release", "none", [404, "booking_not_found"]],
  ] as const) {
    const response = await actions[action](bookingId);
    expect([action, ...apiError(response)]).toEqual([action, ...error]);
    if (bookingId === paying) expect(response.body["orderId"]).toBe(orderId);
    expect((await test.audit(bookingId)).map((line) => line.action)).toEqual(
      bookingId === sold ? ["stall_sold_offline"] : [],
    );
  }
  expect(await test.mela.history("B45")).toEqual([]);
});
