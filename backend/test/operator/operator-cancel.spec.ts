import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { BookingsRepository } from "../../src/bookings/bookings.repository.js";
import { LateMoneySweepService } from "../../src/bookings/late-money-sweep.service.js";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import { OrdersService } from "../../src/payments/orders.service.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import type { Tx } from "../../src/platform/database/database.js";
import { DATABASE_RULES } from "../../src/verify/rules.js";
import { apiError } from "../bookings/mela.js";
import { ListingTest } from "../listings/listing-app.js";
import { brokenRules } from "../verify/broken-rules.js";

const test = await ListingTest.open();
const operator = await test.administrator("asha");
afterAll(() => test.close());

const REFUND_RULES = DATABASE_RULES.filter(({ name }) => /refund|credit-notes/.test(name));
const creditNotes = (orderId: string) =>
  test.mela.query<{ number: string; total: number; of: string; taxes: number }>(
    `SELECT n.number, (n.content->'tax'->>'totalPaise')::int AS total, i.number AS of,
            (n.content->'tax'->>'taxablePaise')::int
              + (SELECT sum((head->>'paise')::int) FROM jsonb_array_elements(n.content->'tax'->'heads') head)::int AS taxes
       FROM invoices n JOIN invoices i ON i.id = n.invoice_of WHERE n.order_id = $1 ORDER BY n.number`,
    [orderId],
  );
const used = (coupon: string) =>
  test.mela.value("SELECT count(*)::int FROM coupon_claims WHERE code = $1 AND used_at IS NOT NULL", [coupon]);
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => test.mela.db.database.transaction(work);

describe("POST bookings/:id/cancel", () => {
  it("frees the stall immediately and refunds in full, with a credit note", async () => {
    const sale = await test.sold("B1", { appliedCouponCode: "ONCE50" });
    const [invoice] = await test.invoicesOf(sale.orderId);
    const response = await operator.cancel(sale.bookingId, "full", undefined, "she cannot come");
    const [refund] = await test.refundsOf(sale.orderId);
    const [note] = await creditNotes(sale.orderId);
    const [refundId, creditNoteNumber] = [refund?.id, note?.number];
    expect(refund).toMatchObject({ state: "requested", paise: 1_350_000, reason: "operator" });
    expect(note).toMatchObject({ total: 1_350_000, of: invoice });
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      ...{ bookingId: sale.bookingId, stallId: "B1" },
      ...{ refundAmount: 13_500, refund: "requested", refundId, creditNoteNumber },
    });
    expect(await test.mela.history("B1")).toEqual(["released: cancelled"]);
    expect(await test.publicStatus("B1")).toBe("Available");
    expect((await test.mela.visitor().reserve("B1")).status).toBe(201);
    expect((await test.mela.eventLog("B1")).slice(-4, -1)).toEqual([
      "cancelled by operator (full refund)",
      "refund_requested by operator (cancelled)",
      `credit_note_issued by system (${creditNoteNumber})`,
    ]);
    // A full refund also returns the coupon's use.
    expect(await used("ONCE50")).toBe(0);
    expect(await test.mail(sale.bookingId, "booking-cancelled")).toMatchObject({
      to: "asha.b1@example.com",
      invoice: creditNoteNumber,
      data: { refund: "requested", refundPaise: 1_350_000, creditNoteNumber },
    });
    expect((await test.status(sale.orderId)).body["paymentStatus"]).toBe("payment_failed");
    expect(await test.lastSignal(sale.bookingId)).toMatchObject({
      evenIfCompleted: true,
      searchAttributes: { StallId: "B1", Stage: "released" },
    });
    expect(await test.nudged("refund/")).toContain(`refund/${refundId}`);
    expect(await test.audit(sale.bookingId)).toEqual([
      {
        ...{ administrator: "asha", action: "booking_cancelled", subjectType: "booking", reason: "she cannot come" },
        before: { stallId: "B1", state: "sold", orderId: sale.orderId, leftPaise: 1_350_000 },
        after: { stallId: "B1", state: "released", refundPaise: 1_350_000, refundId, creditNote: creditNoteNumber },
      },
    ]);
  });

  it("refunds partially, with a proportional credit note, and keeps the coupon used", async () => {
    const sale = await test.sold("B2", { appliedCouponCode: "SAKHI25" });
    const response = await operator.cancel(sale.bookingId, "partial", 10_000.25);
    expect(response.body).toMatchObject({ refundAmount: 10_000.25, refund: "requested" });
    expect(await creditNotes(sale.orderId)).toMatchObject([{ total: 1_000_025, taxes: 1_000_025 }]);
    expect(await used("SAKHI25")).toBe(1);
    expect(await test.mela.eventLog("B2")).toContain("cancelled by operator (partial refund)");
  });

  it("refunds nothing: the invoice stays valid, and rendering it sends no confirmation", async () => {
    const sale = await test.sold("B3");
    const response = await operator.cancel(sale.bookingId, "none");
    expect(response.body).toEqual({ bookingId: sale.bookingId, stallId: "B3", refundAmount: 0, refund: "none" });
    expect([await test.refundsOf(sale.orderId), await creditNotes(sale.orderId)]).toEqual([[], []]);
    await test.renderInvoices(sale.orderId);
    expect(await test.mails("B3")).toEqual(["booking-cancelled"]);
    expect(await test.mail(sale.bookingId, "booking-cancelled")).toMatchObject({
      invoice: null,
      data: { refund: "none", refundPaise: 0 },
    });
  });

  it("refunds the payment's surcharge, which is on no invoice and no credit note", async () => {
    const buyer = await test.paying("B4");
    await test.simulator.pay(buyer.orderId, { surcharge: 120.5 });
    await test.settle(buyer.orderId);
    const response = await operator.cancel(await test.bookingOf(buyer.orderId), "full");
    expect(response.body["refundAmount"]).toBe(27_120.5);
    expect(await creditNotes(buyer.orderId)).toMatchObject([{ total: 2_700_000 }]);
  });

  it("withdraws the included listing and offers no other", async () => {
    const sale = await test.sold("B9", { phoneNumber: "9811000909" });
    expect((await test.claim(sale.visitor, "+919811000909")).status).toBe(201);
    await operator.cancel(sale.bookingId, "full");
    expect(await test.mela.value("SELECT listing_offer FROM bookings WHERE id = $1", [sale.bookingId])).toBe(
      "not_offered",
    );
    expect(await test.mela.column("SELECT state FROM listing_applications")).toEqual(["withdrawn"]);
    const again = await test.verify(test.mela.visitor(), "+919811000909");
    expect(again.body["verified"]).toBe(false);
  });

  it("keeps the refund of an offline sale pending until the operator confirms it with a reference", async () => {
    const { bookingId, orderId } = await test.soldOffline(operator, "B5");
    const response = await operator.cancel(bookingId, "partial", 20_000);
    expect(response.body).toMatchObject({ refund: "by_hand", refundAmount: 20_000 });
    const refundId = String(response.body["refundId"]);
    expect(await test.refundsOf(orderId)).toMatchObject([{ state: "pending", paise: 2_000_000 }]);
    expect(await test.issues(refundId)).toEqual(["refund_by_hand"]);
    expect(await creditNotes(orderId)).toMatchObject([{ total: 2_000_000 }]);
    expect((await test.mela.eventLog("B5")).slice(2)).toEqual([
      "cancelled by operator (partial refund)",
      "refund_requested by operator (to be paid back by hand)",
      expect.stringMatching(/^credit_note_issued/),
    ]);
    expect(await test.nudged("refund/")).not.toContain(`refund/${refundId}`);
    expect(await test.mail(bookingId, "booking-cancelled")).toMatchObject({ data: { refund: "by_hand" } });
    expect((await test.status(orderId)).body).toMatchObject({
      paymentStatus: "payment_failed",
      outcome: { refund: { state: "pending", byHand: true } },
    });
    expect(await test.settle(orderId, "sweep")).toBe("not_opened");
    // Neither sweep nor verification expects the provider to know it, however old it is.
    await test.mela.query(
      `UPDATE refunds SET created_at = created_at - interval '20 days', updated_at = updated_at - interval '20 days'
        WHERE refund_id = $1`,
      [refundId],
    );
    const refunds = test.get(RefundsService);
    expect([await refunds.recover(10), await refunds.workflows(10)]).toEqual([0, new Map()]);
    expect(await brokenRules(test.mela.db.database, REFUND_RULES)).toEqual([]);

    const confirm = (reference: string) =>
      test.mela.db.database.transaction((tx) =>
        test.get(OperatorRefundsService).confirmByHand(tx, refundId, reference),
      );
    expect(await confirm("receipt 18")).toBe(2_000_000);
    expect(await test.refundsOf(orderId)).toMatchObject([{ state: "succeeded" }]);
    expect((await test.mela.eventLog("B5")).at(-1)).toBe(
      "refund_succeeded by operator (paid back by hand: receipt 18)",
    );
    await expect(confirm("receipt 18")).rejects.toThrow("not waiting to be paid back");
    const online = await test.sold("B10");
    const requested = await operator.cancel(online.bookingId, "full");
    await expect(
      test.mela.db.database.transaction((tx) =>
        test.get(OperatorRefundsService).confirmByHand(tx, String(requested.body["refundId"]), "by mistake"),
      ),
    ).rejects.toThrow("not waiting to be paid back");
  });

  it("refunds a part of a sale that continues, online and offline, and not all of it", async () => {
    const part = (id: string, refundAmount: number) =>
      operator.post(`bookings/${id}/refund`, { refundAmount, reason: "Water on the floor" });
    const { bookingId, orderId } = await test.sold("B11");
    expect((await part(bookingId, 5000)).body).toMatchObject({
      ...{ stallId: "B11", refund: "requested", refundAmount: 5000 },
      creditNoteNumber: expect.stringMatching(/^CRN/),
    });
    expect([await test.mela.history("B11"), await creditNotes(orderId)]).toMatchObject([
      ["sold"],
      [{ total: 500_000 }],
    ]);
    expect((await test.mail(bookingId, "payment-refunded"))?.data).toMatchObject({ why: "operator" });
    expect((await test.audit(bookingId)).at(-1)).toMatchObject({
      action: "booking_refunded",
      reason: "Water on the floor",
      after: { refundPaise: 500_000, leftPaise: 2_200_000 },
    });
    for (const all of [22_000, 30_000]) expect(apiError(await part(bookingId, all))).toEqual([400, "invalid_request"]);
    const offline = await test.soldOffline(operator, "B12");
    const byHand = await part(offline.bookingId, 100);
    expect(byHand.body).toMatchObject({ refund: "by_hand" });
    expect(await test.issues(String(byHand.body["refundId"]))).toEqual(["refund_by_hand"]);
    expect(await brokenRules(test.mela.db.database, REFUND_RULES)).toEqual([]);
    // The rest goes back with a cancellation.
    expect((await operator.cancel(bookingId, "full")).body).toMatchObject({ refundAmount: 22_000 });
    expect(apiError(await part(bookingId, 1))).toEqual([409, "booking_cancelled"]);
  });

  it("accepts only sold bookings and at most the amount paid, and cancels once under concurrency", async () => {
    const held = await test.registered("B7");
    const heldId = await test.bookingOf(held.orderId);
    expect(apiError(await operator.cancel(heldId, "full"))).toEqual([409, "booking_not_sold"]);
    expect(apiError(await operator.cancel("none", "full"))).toEqual([404, "booking_not_found"]);
    const sale = await test.sold("B8");
    const tooMuch = await operator.cancel(sale.bookingId, "partial", 27_000.01);
    expect(apiError(tooMuch)).toEqual([400, "invalid_request"]);
    expect(Object.keys(tooMuch.body["fields"] as object)).toEqual(["refundAmount"]);
    expect(await test.mela.history("B8")).toEqual(["sold"]);
    const responses = await Promise.all([
      operator.cancel(sale.bookingId, "full"),
      operator.cancel(sale.bookingId, "partial", 10),
      operator.cancel(sale.bookingId, "none"),
      operator.cancel(sale.bookingId, "full"),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(apiError(await operator.cancel(sale.bookingId, "full"))).toEqual([409, "booking_cancelled"]);
    expect((await test.refundsOf(sale.orderId)).length).toBeLessThanOrEqual(1);
    expect(await test.audit(sale.bookingId)).toHaveLength(1);
  });
});

describe("a cancelled booking", () => {
  it.each([
    ["B21", "full", undefined],
    ["B22", "partial", 9_000],
    ["B23", "none", undefined],
  ] as const)(
    "on %s is neither sold again nor refunded twice by late events: refund %s",
    async (stallId, refund, amount) => {
      const sale = await test.sold(stallId);
      await operator.cancel(sale.bookingId, refund, amount);
      const refundsBefore = await test.refundsOf(sale.orderId);
      // The stall is free, so late money could buy it.
      for (const trigger of ["webhook", "return_page", "sweep", "workflow"] as const) {
        await test.settle(sale.orderId, trigger);
      }
      await test.settlement.reconcile(sale.orderId, { trigger: "sweep", close: true });
      expect((await test.status(sale.orderId)).body["paymentStatus"]).toBe("payment_failed");
      await test.expiredPayments.closeExpiredPayment(sale.bookingId);
      await test.expiredPayments.releaseUnpaidStall(sale.bookingId);
      expect(await test.mela.history(stallId)).toEqual(["released: cancelled"]);
      expect(await test.refundsOf(sale.orderId)).toEqual(refundsBefore);
      expect(await test.invoicesOf(sale.orderId)).toHaveLength(refund === "none" ? 1 : 2);
      expect(await test.issues(sale.orderId)).toEqual([]);
      const late = await test.get(LateMoneySweepService).workflows(100);
      expect([...late.values()].map(({ orderId }) => orderId)).not.toContain(sale.orderId);
    },
  );

  it("can neither be paid again nor continued by its visitor", async () => {
    const sale = await test.sold("B24");
    await operator.cancel(sale.bookingId, "full");
    expect(apiError(await test.initiate(sale))).toEqual([409, "booking_cancelled"]);
    expect((await sale.visitor.myHold()).body).toBeNull();
    // Another hold of the same stall is a new booking, with a new order.
    const again = await test.paying("B24", {}, sale.visitor);
    await test.simulator.pay(again.orderId);
    // The cancelled booking's order still changes nothing.
    for (const { orderId } of [again, sale]) {
      await test.settle(orderId, "webhook");
      expect(await test.mela.history("B24")).toEqual(["released: cancelled", "sold"]);
    }
    expect(await test.refundsOf(again.orderId)).toEqual([]);
  });

  it("has a second successful payment refunded automatically, without a sale", async () => {
    const sale = await test.sold("B25");
    await operator.cancel(sale.bookingId, "full");
    await test.simulator.secondSuccess(sale.orderId);
    await test.settle(sale.orderId, "webhook");
    expect(await test.issues(sale.orderId)).toEqual([]);
    expect((await test.refundsOf(sale.orderId)).map(({ reason, paise }) => [reason, paise])).toEqual([
      ["operator", 2_700_000],
      ["second_payment", 2_700_000],
    ]);
    expect(await test.mela.history("B25")).toEqual(["released: cancelled"]);
  });

  it.each(["B30", "B31", "B32", "B33"])(
    "on %s is cancelled once when racing a settlement and a reserve",
    async (stallId) => {
      const sale = await test.sold(stallId);
      await Promise.all([
        operator.cancel(sale.bookingId, "full"),
        test.settle(sale.orderId, "webhook"),
        test.settle(sale.orderId, "sweep"),
        test.mela.visitor().reserve(stallId),
      ]);
      expect((await test.mela.history(stallId))[0]).toBe("released: cancelled");
      expect(await test.refundsOf(sale.orderId)).toHaveLength(1);
      expect(await creditNotes(sale.orderId)).toHaveLength(1);
      expect(await test.mela.doublyBooked()).toEqual([]);
    },
  );
});

/** Safeguards that the actions themselves never trigger. */
describe("safeguards", () => {
  it("prevent the late sale of a cancelled booking", async () => {
    const sale = await test.sold("B34");
    await operator.cancel(sale.bookingId, "none");
    const payments = test.get(BookingsRepository);
    expect(await inTx((tx) => payments.sell(tx, sale.bookingId, true))).toBe(0);
    // A booking released for another reason can be sold.
    const bookingId = await test.bookingOf((await test.released("B35")).orderId);
    expect(await inTx((tx) => payments.sell(tx, bookingId, true))).toBe(1);
  });

  it("limit operator refunds to the remaining amount, and request each", async () => {
    const sale = await test.sold("B36");
    const refunds = test.get(OperatorRefundsService);
    const refund = (paise: number) => inTx((tx) => refunds.refund(tx, sale.orderId, paise));
    const asked = [];
    for (const paise of [2_000_000, 700_000]) {
      const { refundId } = await refund(paise);
      await test.get(RefundsService).requestRefund(refundId);
      asked.push(refundId);
      const over = paise === 2_000_000 ? 700_001 : 1;
      await expect(refund(over)).rejects.toThrow(RangeError);
    }
    const atProvider = (await test.simulator.order(sale.orderId)).refunds.map((each) => each.refund_id);
    expect(atProvider.toSorted()).toEqual(asked.toSorted());
    await expect(inTx((tx) => refunds.left(tx, "MELA0000000none"))).rejects.toMatchObject({ code: "order_not_found" });
  });

  it("reject a duplicate offline order id", async () => {
    const { orderId } = await test.soldOffline(operator, "B37");
    const again = { orderId, subjectType: "booking", subjectId: randomUUID(), amountPaise: 100 } as const;
    await expect(
      inTx((tx) => test.get(OrdersService).recordOfflinePayment(tx, { ...again, method: "cash", reference: "1" })),
    ).rejects.toMatchObject({ code: "order_id_taken" });
  });

  it.each([
    ["bookings_cancelled_offers_nothing", "bookings SET listing_offer = 'offered' WHERE release_reason = 'cancelled'"],
    ["bookings_release_reason_check", "bookings SET release_reason = 'whim' WHERE state = 'released'"],
    ["bookings_hold_extended_seconds_check", "bookings SET hold_extended_seconds = 1801"],
    ["orders_offline_are_paid", "orders SET state = 'open' WHERE offline"],
    ["orders_closing_actor_check", "orders SET closing_actor = 'nobody'"],
    [
      "payments_offline_have_a_reference",
      "payments SET offline_reference = NULL WHERE provider_payment_id LIKE 'OFFLINE-%'",
    ],
  ])("include the database constraint %s", async (constraint, change) => {
    // The triggers that keep records would refuse some of these before the constraint is checked.
    const [table = ""] = change.split(" ");
    await test.mela.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await expect(test.mela.query(`UPDATE ${change}`)).rejects.toMatchObject({ driverError: { constraint } });
    await test.mela.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
});
