import { afterAll, afterEach, describe, expect, it, jest } from "@jest/globals";
import type { Type } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import { OrderClosingService } from "../../src/payments/order-closing.service.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { type Buyer, PayingTest } from "./paying.js";

// No retries: a race must never be lost.
jest.retryTimes(0);

const test = await PayingTest.start();
afterEach(async () => {
  await test.simulator.noFaults();
  await test.simulator.configure({ terminationRequested: false });
});
afterAll(() => test.close());

const { config } = test.mela;
const close = (buyer: Buyer) => test.get(OrderClosingService).closePaymentOrder(buyer.orderId);
const release = async (buyer: Buyer) => test.expiredPayments.releaseUnpaidStall(await test.bookingOf(buyer.orderId));
const atProvider = async (buyer: Buyer): Promise<string> =>
  (await test.simulator.order(buyer.orderId)).order.order_status;

describe("OrderClosingService.closePaymentOrder", () => {
  it("does nothing before the payment window ends", async () => {
    const buyer = await test.paying("B1");
    const facts = await close(buyer);
    expect(facts.step).toBe("not_due");
    expect(facts.recheckInMs).toBeGreaterThan(1_000_000);
    expect((await release(buyer)).released).toBe(false);
    expect(await atProvider(buyer)).toBe("ACTIVE");
    expect(await test.orderState(buyer.orderId)).toBe("open");
  });

  it.each([
    ["in one statement", "B30", false],
    ["in a transaction", "B31", true],
  ])("caps a later expiry from the provider at the requested one, recorded %s", async (_, stallId, isLate) => {
    const provider = test.get(PaymentProvider as Type<PaymentProvider>);
    const { createOrder } = provider;
    const spy = jest.spyOn(provider, "createOrder").mockImplementation(async (request, key) => {
      const response = await createOrder.call(provider, request, key);
      if (response.kind !== "done") return response;
      // The provider's default, if it does not understand the requested expiry.
      const expiresAt = new Date(Date.now() + 30 * 24 * 3_600_000);
      if (isLate)
        await test.mela.query("UPDATE bookings SET full_name = 'Asha R.' WHERE order_id = $1", [request.orderId]);
      return { ...response, value: { ...response.value, expiresAt } };
    });
    const buyer = await test.paying(stallId);
    spy.mockRestore();
    const facts = await close(buyer);
    expect(facts.step).toBe("not_due");
    expect(facts.recheckInMs).toBeLessThanOrEqual((config.paymentWindowSeconds + PAYMENT_GRACE_SECONDS) * 1_000);
  });

  it("terminates and closes the order before the stall is released with payment_expired", async () => {
    const buyer = await test.paying("B2", { appliedCouponCode: "MELA10" });
    await test.endWindow(buyer);
    expect((await release(buyer)).released).toBe(false);
    expect((await close(buyer)).step).toBe("closed");
    expect(await atProvider(buyer)).toBe("TERMINATED");
    expect(await test.mela.history("B2")).toEqual(["paying"]);
    const facts = await release(buyer);
    expect(facts).toMatchObject({ released: true, reason: "payment_expired" });
    expect(await release(buyer)).toEqual(facts);
    expect((await test.mela.eventLog("B2")).slice(-3)).toEqual([
      `termination_requested by system (${buyer.orderId})`,
      `order_closed by provider (${buyer.orderId})`,
      "payment_released by system (payment_expired)",
    ]);
    expect(await test.mails("B2")).toEqual(["hold-expired"]);
    expect(await test.nudged("late-payment/")).toContain(`late-payment/${buyer.orderId}`);
    const claims = "SELECT 1 FROM coupon_claims WHERE booking_id = $1";
    expect(await test.mela.query(claims, [await test.bookingOf(buyer.orderId)])).toEqual([]);
    expect((await test.status(buyer.orderId)).body["paymentStatus"]).toBe("payment_failed");
    expect((await test.mela.visitor().reserve("B2")).status).toBe(201);
  });

  it("releases with payment_failed and one mail after failed attempts, even when called concurrently", async () => {
    const buyer = await test.paying("B3");
    await test.simulator.pay(buyer.orderId, { outcome: "failed" });
    await test.simulator.pay(buyer.orderId, { outcome: "dropped" });
    await test.endWindow(buyer);
    const bookingId = await test.bookingOf(buyer.orderId);
    await Promise.all(Array.from({ length: 5 }, () => test.expiredPayments.closeExpiredPayment(bookingId)));
    expect(await test.mela.history("B3")).toEqual(["released: payment_failed"]);
    expect(await test.mails("B3")).toEqual(["payment-failed"]);
    const eventLog = await test.mela.eventLog("B3");
    expect(eventLog.filter((line) => line.startsWith("payment_released"))).toHaveLength(1);
  });

  it("sells the stall if the order was paid meanwhile", async () => {
    const buyer = await test.paying("B4");
    await test.simulator.pay(buyer.orderId);
    await test.endWindow(buyer);
    expect((await close(buyer)).step).toBe("paid");
    expect((await release(buyer)).released).toBe(false);
    expect(await test.mela.history("B4")).toEqual(["sold"]);
  });

  it("releases the stall if the provider itself has returned the money before the sale", async () => {
    const buyer = await test.paying("B8");
    await test.simulator.pay(buyer.orderId);
    await test.simulator.control("POST", `/orders/${buyer.orderId}/auto-refund`);
    // Its webhook overtakes the payment's.
    const { facts } = await test.settlement.reconcile(buyer.orderId, { trigger: "webhook", refunds: true });
    expect(facts.outcome).toBe("refunding");
    await test.endWindow(buyer);
    const bookingId = await test.bookingOf(buyer.orderId);
    for (let step = 0; step < 2; step += 1) await test.expiredPayments.closeExpiredPayment(bookingId);
    expect(await test.mela.history("B8")).toEqual(["released: payment_expired"]);
    expect(await test.settle(buyer.orderId)).toBe("refunding");
    // No mail says that nothing was charged.
    expect([await test.invoicesOf(buyer.orderId), await test.mails("B8")]).toEqual([[], []]);
  });

  it("releases the stall if an operator returns a payment of another amount, without a mail that nothing was charged", async () => {
    const buyer = await test.paying("B17");
    await test.simulator.pay(buyer.orderId, { amount: 100 });
    expect(await test.settle(buyer.orderId)).toBe("issue");
    await test.mela.db.database.transaction((tx) =>
      test.get(OperatorRefundsService).refundForIssue(tx, { orderId: buyer.orderId, reason: "wrong amount" }),
    );
    expect((await release(buyer)).released).toBe(true);
    expect(await test.mails("B17")).toEqual(["payment-refunded"]);
  });

  it("keeps the stall while an attempt is pending on an expired order, raises an issue after half an hour, and sells once it succeeds", async () => {
    const buyer = await test.paying("B5");
    const { paymentId } = await test.simulator.pay(buyer.orderId, { outcome: "pending" });
    await test.simulator.expire(buyer.orderId);
    await test.endWindow(buyer);
    for (let check = 0; check < 3; check += 1) {
      const facts = await close(buyer);
      expect(facts.step).toBe("attempt_pending");
      expect(facts.recheckInMs).toBeGreaterThanOrEqual(2_000);
      expect((await release(buyer)).released).toBe(false);
    }
    expect((await test.initiate(buyer)).body["code"]).toBe("order_closing");
    expect(await test.issues(buyer.orderId)).toEqual([]);
    const later = "UPDATE orders SET closing_since = closing_since - interval '31 minutes' WHERE order_id = $1";
    await test.mela.query(later, [buyer.orderId]);
    expect([(await close(buyer)).recheckInMs, (await close(buyer)).recheckInMs]).toEqual([30_000, 30_000]);
    expect(await test.issues(buyer.orderId)).toEqual(["order_stuck_closing"]);
    expect(await test.mela.history("B5")).toEqual(["paying"]);
    await test.simulator.finish(buyer.orderId, paymentId ?? "", "success");
    expect((await close(buyer)).step).toBe("paid");
    expect(await test.mela.history("B5")).toEqual(["sold"]);
  });

  it("keeps the stall during TERMINATION_REQUESTED, when the order can still be paid", async () => {
    await test.simulator.configure({ terminationRequested: true, terminationDelayMs: 3_600_000 });
    const paid = await test.paying("B6");
    const { paymentId } = await test.simulator.pay(paid.orderId, { outcome: "pending" });
    await test.endWindow(paid);
    expect((await close(paid)).step).toBe("attempt_pending");
    expect(await atProvider(paid)).toBe("TERMINATION_REQUESTED");
    await test.simulator.finish(paid.orderId, paymentId ?? "", "success");
    expect((await close(paid)).step).toBe("paid");
    expect(await test.mela.history("B6")).toEqual(["sold"]);

    const unpaid = await test.paying("B7");
    await test.endWindow(unpaid);
    for (let check = 0; check < 3; check += 1) {
      expect((await close(unpaid)).step).toBe("termination_requested");
      expect((await release(unpaid)).released).toBe(false);
    }
    await test.simulator.terminated(unpaid.orderId);
    expect((await close(unpaid)).step).toBe("closed");
    expect((await release(unpaid)).reason).toBe("payment_expired");
  });

  it("retries when the provider fails or its response is lost", async () => {
    const buyer = await test.paying("B9");
    await test.endWindow(buyer);
    await test.simulator.fault("getOrder", "error500", { orderId: buyer.orderId });
    expect((await close(buyer)).step).toBe("unreachable");
    await test.simulator.fault("terminate", "lostAnswer", { orderId: buyer.orderId });
    const facts = await close(buyer);
    expect(facts.step).toBe("unreachable");
    // The shortest pause, or a longer one on a slow machine.
    expect(facts.recheckInMs).toBeGreaterThanOrEqual(2_000);
    expect(facts.recheckInMs).toBeLessThanOrEqual(30_000);
    expect(await test.orderState(buyer.orderId)).toBe("closing");
    expect((await close(buyer)).step).toBe("closed");
  });

  it("voids an order that the provider never received and releases its expired hold", async () => {
    const buyer = await test.registered("B10");
    await test.simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    await test.initiate(buyer);
    for (const sql of [
      "UPDATE payment_attempts SET created_at = created_at - interval '20 minutes' WHERE order_id = $1",
      "UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '10 minutes' WHERE order_id = $1",
    ]) {
      await test.mela.query(sql, [buyer.orderId]);
    }
    await test.endWindow(buyer);
    expect((await close(buyer)).step).toBe("closed");
    expect(await test.mela.history("B10")).toEqual(["released: hold_expired"]);
    expect(await test.orderState(buyer.orderId)).toBe("void");
  });

  it("either sells or releases when a payment races with the end of the window, never both", async () => {
    const stalls = ["B11", "B12", "B13", "B14", "B15", "B16"];
    const buyers: Buyer[] = [];
    for (const stallId of stalls) buyers.push(await test.paying(stallId));
    await Promise.all(buyers.map((buyer) => test.endWindow(buyer)));
    await Promise.all(
      buyers.flatMap((buyer) => [
        test.simulator.pay(buyer.orderId).catch(() => undefined),
        (async () => test.expiredPayments.closeExpiredPayment(await test.bookingOf(buyer.orderId)))(),
        test.settle(buyer.orderId, "webhook"),
        test.settle(buyer.orderId, "return_page"),
      ]),
    );
    for (const buyer of buyers) {
      await test.expiredPayments.closeExpiredPayment(await test.bookingOf(buyer.orderId));
      const isPaid = (await atProvider(buyer)) === "PAID";
      expect(await test.mela.history(buyer.stallId)).toEqual([isPaid ? "sold" : "released: payment_expired"]);
      expect(await test.invoicesOf(buyer.orderId)).toHaveLength(isPaid ? 1 : 0);
    }
  });
});

it("reserving another stall while paying starts closing the order at once and releases the stall once the provider's status is final", async () => {
  const buyer = await test.paying("B20");
  // In the grace period after the provider's expiry, too: the visitor chose this, so no mail says that a hold has ended.
  await test.mela.query("UPDATE orders SET provider_expires_at = clock_timestamp() WHERE order_id = $1", [
    buyer.orderId,
  ]);
  expect((await buyer.visitor.reserve("B21")).status).toBe(201);
  expect(await test.orderState(buyer.orderId)).toBe("closing");
  expect(await test.mela.history("B20")).toEqual(["paying"]);
  expect((await test.initiate(buyer)).body["code"]).toBe("order_closing");
  expect((await close(buyer)).step).toBe("closed");
  expect((await release(buyer)).reason).toBe("payment_expired");
  expect(await test.mails("B20")).toEqual([]);
  expect(await test.mela.history("B21")).toEqual(["held"]);
});
