import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { BookingRecovery } from "../../src/bookings/booking-recovery.service.js";
import { ListingTest } from "../listings/listing-app.js";
import type { TestAdministrator } from "./operator.js";
import { until } from "../payments/paying.js";

let test: ListingTest;
let operator: TestAdministrator;
beforeAll(async () => {
  test = await ListingTest.open();
  operator = await test.administrator("asha");
});
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const creditNotes = (orderId: string) =>
  test.mela.query<{ number: string; total: string; of: string }>(
    `SELECT n.number, n.content->'tax'->>'totalPaise' AS total, i.number AS of
       FROM invoices n JOIN invoices i ON i.id = n.invoice_of WHERE n.order_id = $1 ORDER BY n.number`,
    [orderId],
  );
const used = async (coupon: string): Promise<number> =>
  (await test.mela.query("SELECT 1 FROM coupon_claims WHERE code = $1 AND used_at IS NOT NULL", [coupon])).length;

describe("cancelling a sold booking", () => {
  it("frees the stall at once and gives everything back, with a credit note", async () => {
    const sale = await test.sold("B1", { appliedCouponCode: "ONCE50" });
    const [invoice] = await test.invoicesOf(sale.orderId);
    const answer = await operator.cancel(sale.bookingId, "full", undefined, "she cannot come");
    expect(answer.status).toBe(200);
    const [refund] = await test.refundsOf(sale.orderId);
    const [note] = await creditNotes(sale.orderId);
    expect(answer.body).toEqual({
      bookingId: sale.bookingId,
      stallId: "B1",
      refundAmount: 13_500,
      refund: "requested",
      refundId: refund?.id,
      creditNoteNumber: note?.number,
    });
    expect(refund).toMatchObject({ state: "requested", paise: 1_350_000, reason: "operator" });
    expect(note).toMatchObject({ total: "1350000", of: invoice });
    expect(await test.mela.history("B1")).toEqual(["released: cancelled"]);
    expect(await test.publicStatus("B1")).toBe("Available");
    expect((await test.mela.visitor().reserve("B1")).status).toBe(201);
    expect((await test.mela.eventLog("B1")).slice(-4, -1)).toEqual([
      "cancelled by operator (full refund)",
      "refund_requested by operator (cancelled)",
      `credit_note_issued by system (${note?.number})`,
    ]);
    // The discount goes back with the money: somebody else can have it.
    expect(await used("ONCE50")).toBe(0);
    expect(await test.mail(sale.bookingId, "booking-cancelled")).toMatchObject({
      to: "asha.b1@example.com",
      invoice: note?.number,
      data: { refund: "requested", refundPaise: 1_350_000, creditNoteNumber: note?.number },
    });
    expect((await test.status(sale.orderId)).body["paymentStatus"]).toBe("payment_failed");
    expect(await test.lastNudge(sale.bookingId)).toMatchObject({
      evenIfCompleted: true,
      searchAttributes: { StallId: "B1", Stage: "released" },
    });
    expect(await test.nudged("refund/")).toContain(`refund/${refund?.id}`);
    expect(await test.audit(sale.bookingId)).toEqual([
      {
        administrator: "asha",
        action: "booking_cancelled",
        subjectType: "booking",
        reason: "she cannot come",
        before: { stallId: "B1", state: "sold", orderId: sale.orderId, leftPaise: 1_350_000 },
        after: {
          stallId: "B1",
          state: "released",
          refundPaise: 1_350_000,
          refundId: refund?.id,
          creditNote: note?.number,
        },
      },
    ]);
  });

  it("gives a part back, with a credit note in proportion, and keeps the coupon's use", async () => {
    const sale = await test.sold("B2", { appliedCouponCode: "SAKHI25" });
    const answer = await operator.cancel(sale.bookingId, "partial", 10_000.25);
    expect(answer.body).toMatchObject({ refundAmount: 10_000.25, refund: "requested" });
    const [note] = await test.mela.query<{
      tax: { totalPaise: number; taxablePaise: number; heads: { paise: number }[] };
    }>("SELECT content->'tax' AS tax FROM invoices WHERE kind = 'credit_note' AND order_id = $1", [sale.orderId]);
    const heads = note?.tax.heads.reduce((sum, head) => sum + head.paise, 0) ?? 0;
    expect(note?.tax.totalPaise).toBe(1_000_025);
    expect((note?.tax.taxablePaise ?? 0) + heads).toBe(1_000_025);
    expect(await used("SAKHI25")).toBe(1);
    expect(await test.mela.eventLog("B2")).toContain("cancelled by operator (partial refund)");
  });

  it("gives nothing back: no refund, no credit note, and the invoice stands", async () => {
    const sale = await test.sold("B3");
    const answer = await operator.cancel(sale.bookingId, "none");
    expect(answer.body).toEqual({ bookingId: sale.bookingId, stallId: "B3", refundAmount: 0, refund: "none" });
    expect(await test.refundsOf(sale.orderId)).toEqual([]);
    expect(await creditNotes(sale.orderId)).toEqual([]);
    expect(await test.mail(sale.bookingId, "booking-cancelled")).toMatchObject({
      invoice: null,
      data: { refund: "none", refundPaise: 0 },
    });
  });

  it("gives a surcharge of the payment's back too; it stands on no invoice and on no credit note", async () => {
    const buyer = await test.paying("B4");
    await test.simulator.pay(buyer.orderId, { surcharge: 120.5 });
    await test.settlement.settleOrder(buyer.orderId, "workflow");
    const answer = await operator.cancel(await test.bookingOf(buyer.orderId), "full");
    expect(answer.body["refundAmount"]).toBe(27_120.5);
    expect(await creditNotes(buyer.orderId)).toMatchObject([{ total: "2700000" }]);
  });

  it("takes the free listing down that came with it, and offers no other", async () => {
    const sale = await test.sold("B9", { phoneNumber: "9811000909" });
    const claim = await test.claim(test.mela.visitor(), "+919811000909");
    expect(claim.status).toBe(201);
    await operator.cancel(sale.bookingId, "full");
    const [booking] = await test.mela.query("SELECT listing_offer, state FROM bookings WHERE id = $1", [
      sale.bookingId,
    ]);
    expect(booking).toEqual({ listing_offer: "not_offered", state: "released" });
    const applications = await test.mela.query("SELECT state FROM listing_applications");
    expect(applications).toEqual([{ state: "withdrawn" }]);
    const again = await test.verify(test.mela.visitor(), "+919811000909");
    expect(again.body["verified"]).toBe(false);
  });

  it("before its invoice was rendered confirms nothing any more", async () => {
    const sale = await test.sold("B10");
    await operator.cancel(sale.bookingId, "full");
    await test.renderInvoices(sale.orderId);
    expect(await test.mails("B10")).toEqual(["booking-cancelled"]);
  });

  it("of a walk-in's is refunded by hand, and recorded so", async () => {
    const sold = await operator.sellOffline("B5");
    const bookingId = String(sold.body["bookingId"]);
    const orderId = String(sold.body["orderId"]);
    const answer = await operator.cancel(bookingId, "partial", 20_000);
    expect(answer.body).toMatchObject({ refund: "by_hand", refundAmount: 20_000 });
    expect(await test.refundsOf(orderId)).toMatchObject([{ state: "succeeded", paise: 2_000_000 }]);
    expect(await creditNotes(orderId)).toMatchObject([{ total: "2000000" }]);
    expect((await test.mela.eventLog("B5")).slice(2)).toEqual([
      "cancelled by operator (partial refund)",
      "refund_succeeded by operator (refunded by hand)",
      expect.stringMatching(/^credit_note_issued/),
    ]);
    expect(await test.nudged("refund/")).not.toContain(`refund/${String(answer.body["refundId"])}`);
    expect(await test.mail(bookingId, "booking-cancelled")).toMatchObject({ data: { refund: "by_hand" } });
    expect((await test.status(orderId)).body["paymentStatus"]).toBe("payment_failed");
    expect((await test.settlement.settleOrder(orderId, "sweep")).outcome).toBe("not_opened");
  });

  it("refuses an amount that is not there, with its field", async () => {
    const sale = await test.sold("B6");
    for (const [refund, amount] of [
      ["partial", 27_000.01],
      ["partial", undefined],
      ["partial", 0.5],
      ["full", 100],
      ["none", 100],
    ] as const) {
      const answer = await operator.cancel(sale.bookingId, refund, amount);
      expect(code(answer)).toEqual([400, "invalid_request"]);
      expect(Object.keys(answer.body["fields"] as object)).toEqual(["refundAmount"]);
    }
    expect(await test.mela.history("B6")).toEqual(["sold"]);
    expect(await test.audit(sale.bookingId)).toEqual([]);
  });

  it("is for sold bookings only, and happens once, however many press at once", async () => {
    const held = await test.registered("B7");
    expect(code(await operator.cancel(await test.bookingOf(held.orderId), "full"))).toEqual([409, "booking_not_sold"]);
    const sale = await test.sold("B8");
    const answers = await Promise.all([
      operator.cancel(sale.bookingId, "full"),
      operator.cancel(sale.bookingId, "partial", 10),
      operator.cancel(sale.bookingId, "none"),
      operator.cancel(sale.bookingId, "full"),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(code(await operator.cancel(sale.bookingId, "full"))).toEqual([409, "booking_cancelled"]);
    expect((await test.refundsOf(sale.orderId)).length).toBeLessThanOrEqual(1);
    expect(await test.audit(sale.bookingId)).toHaveLength(1);
    expect(code(await operator.cancel("none", "full"))).toEqual([404, "booking_not_found"]);
  });
});

describe("after a cancellation", () => {
  it("the refund is asked for, once, and ends", async () => {
    const sale = await test.sold("B20");
    const { body } = await operator.cancel(sale.bookingId, "partial", 5_000);
    const refundId = String(body["refundId"]);
    const refunds = test.get(RefundsService);
    await Promise.all([refunds.requestRefund(refundId), refunds.requestRefund(refundId)]);
    await refunds.requestRefund(refundId);
    const { refunds: atProvider } = await test.simulator.order(sale.orderId);
    expect(atProvider.map((refund) => refund.refund_id)).toEqual([refundId]);
    await until(async () => (await refunds.checkRefund(refundId)).state === "succeeded", "the refund");
    expect((await test.mela.eventLog("B20")).at(-1)).toBe(`refund_succeeded by provider (${refundId})`);
    expect(await test.issues(refundId)).toEqual([]);
  });

  it("nothing that comes late sells it again or pays back twice", async () => {
    for (const [stallId, refund, amount] of [
      ["B21", "full", undefined],
      ["B22", "partial", 9_000],
      ["B23", "none", undefined],
    ] as const) {
      const sale = await test.sold(stallId);
      await operator.cancel(sale.bookingId, refund, amount);
      const refundsBefore = await test.refundsOf(sale.orderId);
      // The stall is free: the very case in which late money would buy it.
      for (const trigger of ["webhook", "return_page", "sweep", "workflow"] as const) {
        await test.settlement.settleOrder(sale.orderId, trigger);
      }
      await test.settlement.reconcile(sale.orderId, { trigger: "sweep", close: true });
      await test.status(sale.orderId);
      await test.payments.closeExpiredPayment(sale.bookingId);
      await test.payments.releaseUnpaidStall(sale.bookingId);
      expect(await test.mela.history(stallId)).toEqual(["released: cancelled"]);
      expect(await test.refundsOf(sale.orderId)).toEqual(refundsBefore);
      expect(await test.invoicesOf(sale.orderId)).toHaveLength(refund === "none" ? 1 : 2);
      expect(await test.issues(sale.orderId)).toEqual([]);
      expect((await test.status(sale.orderId)).body["paymentStatus"]).toBe("payment_failed");
      const late = await test.get(BookingRecovery).lateWorkflows(100);
      expect([...late.values()].map(({ orderId }) => orderId)).not.toContain(sale.orderId);
    }
  });

  it("the order's old visitor can neither pay it again nor go on", async () => {
    const sale = await test.sold("B24");
    await operator.cancel(sale.bookingId, "full");
    expect(code(await test.initiate(sale))).toEqual([409, "booking_cancelled"]);
    expect((await sale.visitor.myHold()).body).toBeNull();
    // Another hold of the same stall is a new booking, with a new order.
    const again = await test.paying("B24", {}, sale.visitor);
    await test.simulator.pay(again.orderId);
    await test.settlement.settleOrder(again.orderId, "workflow");
    expect(await test.mela.history("B24")).toEqual(["released: cancelled", "sold"]);
    // And the cancelled one's order still changes nothing.
    await test.settlement.settleOrder(sale.orderId, "webhook");
    expect(await test.mela.history("B24")).toEqual(["released: cancelled", "sold"]);
    expect(await test.refundsOf(again.orderId)).toEqual([]);
  });

  it("a second success on its order goes back by itself and is no sale", async () => {
    const sale = await test.sold("B25");
    await operator.cancel(sale.bookingId, "full");
    await test.simulator.control("POST", `/orders/${sale.orderId}/second-success`);
    await test.settlement.settleOrder(sale.orderId, "webhook");
    expect(await test.issues(sale.orderId)).toEqual([]);
    expect((await test.refundsOf(sale.orderId)).map(({ reason, paise }) => [reason, paise])).toEqual([
      ["operator", 2_700_000],
      ["second_payment", 2_700_000],
    ]);
    expect(await test.mela.history("B25")).toEqual(["released: cancelled"]);
  });

  it("and a settlement at the same moment: one sale, one cancellation", async () => {
    for (const stallId of ["B30", "B31", "B32", "B33"]) {
      const sale = await test.sold(stallId);
      await Promise.all([
        operator.cancel(sale.bookingId, "full"),
        test.settlement.settleOrder(sale.orderId, "webhook"),
        test.settlement.settleOrder(sale.orderId, "sweep"),
        test.mela.visitor().reserve(stallId),
      ]);
      expect((await test.mela.history(stallId))[0]).toBe("released: cancelled");
      expect(await test.refundsOf(sale.orderId)).toHaveLength(1);
      expect(await creditNotes(sale.orderId)).toHaveLength(1);
    }
    expect(await test.mela.doublyBooked()).toEqual([]);
  });
});
