import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { PAYMENT_STATUS } from "../../src/admin/registrations.sql.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { ListingTest } from "../listings/listing-app.js";

const test = await ListingTest.open();
const operator = await test.administrator("asha");
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

/** What payment-status answers once nothing moves any more. */
const reports = async (orderId: string, stallId: string, status: string, outcome: object): Promise<void> => {
  const { body } = await test.status(orderId);
  expect(Object.keys(body).toSorted()).toEqual(["orderId", "outcome", "paymentStatus", "stallId", "stallType"]);
  expect([body["stallId"], body["paymentStatus"], body["outcome"]]).toEqual([stallId, `payment_${status}`, outcome]);
  // The dashboard's SQL agrees, but for a failed attempt: its order can still be paid.
  const sql = `SELECT ${PAYMENT_STATUS} AS status FROM bookings b WHERE b.order_id = $1`;
  const expected = "kind" in outcome && outcome.kind === "failed_attempt" ? "pending" : status;
  for (const found of await test.mela.column(sql, [orderId]))
    expect([orderId, found]).toEqual([orderId, `payment_${expected}`]);
};
const listingReports = async (orderId: string, status: string, outcome: object): Promise<void> => {
  const { body } = await test.listingStatus(orderId);
  expect([body["status"], body["outcome"]]).toEqual([`payment_${status}`, outcome]);
};
/** Sees the order's refund through at the provider. @returns when it was there, and its number there */
const refundArrives = async (orderId: string): Promise<{ date: string; reference: string; bankReference: string }> => {
  const [refund] = await test.refundsOf(orderId);
  const refundId = refund?.id ?? "";
  await test.refundArrives(refundId);
  const sql = "SELECT ended_at AS at, provider_refund_id AS reference FROM refunds WHERE refund_id = $1";
  const [{ at, reference }] = (await test.mela.query(sql, [refundId])) as [{ at: Date; reference: string }];
  // As the simulator makes it.
  return { date: at.toISOString(), reference, bankReference: reference.slice(-12) };
};
const ourNumber = async (orderId: string): Promise<string> => (await test.refundsOf(orderId))[0]?.id ?? "";

describe("payment-status of a stall", () => {
  it("registered, paying, an attempt that failed, sold, moved", async () => {
    const { orderId } = await test.registered("B1");
    await reports(orderId, "B1", "pending", { kind: "not_started" });
    const sale = await test.paying("B2");
    await reports(sale.orderId, "B2", "pending", { kind: "pending", untried: true });
    await test.simulator.pay(sale.orderId, { outcome: "failed" });
    expect(await test.settle(sale.orderId)).toBe("open");
    await test.mayAskAgain(sale.orderId);
    await reports(sale.orderId, "B2", "failed", { kind: "failed_attempt" });
    await test.simulator.pay(sale.orderId);
    expect(await test.settle(sale.orderId)).toBe("sold");
    await reports(sale.orderId, "B2", "successful", { kind: "sold", amount: 27_000 });
    const bookingId = await test.bookingOf(sale.orderId);
    expect((await operator.move(bookingId, "B3")).status).toBe(200);
    expect((await operator.move(bookingId, "B4")).status).toBe(200);
    const moved = { kind: "moved", amount: 27_000, fromStallId: "B2" };
    await reports(sale.orderId, "B4", "successful", moved);
    expect((await operator.move(bookingId, "B2")).status).toBe(200);
    await reports(sale.orderId, "B2", "successful", { kind: "sold", amount: 27_000 });
  });

  it("moved before it was paid for: it is simply sold", async () => {
    const buyer = await test.registered("B5");
    expect((await operator.move(await test.bookingOf(buyer.orderId), "B6")).status).toBe(200);
    await test.initiate({ ...buyer, stallId: "B6" });
    await test.simulator.pay(buyer.orderId);
    expect(await test.settle(buyer.orderId)).toBe("sold");
    await reports(buyer.orderId, "B6", "successful", { kind: "sold", amount: 27_000 });
  });

  it("given up without money: nothing was charged", async () => {
    const buyer = await test.released("B7");
    await reports(buyer.orderId, "B7", "failed", { kind: "not_charged" });
    const replaced = await test.registered("B8");
    await replaced.visitor.register("B8");
    await reports(replaced.orderId, "B8", "failed", { kind: "not_charged" });
  });

  it("cancelled: what goes back, and when it is there; or that nothing does", async () => {
    const sale = await test.sold("B10");
    await operator.cancel(sale.bookingId, "partial", 20_000);
    const cancelled = { kind: "cancelled", amount: 27_000 };
    const asked = { state: "pending", amount: 20_000, reference: await ourNumber(sale.orderId) };
    await reports(sale.orderId, "B10", "failed", { ...cancelled, refund: asked });
    const arrived = await refundArrives(sale.orderId);
    const refund = { state: "succeeded", amount: 20_000, ...arrived };
    await reports(sale.orderId, "B10", "failed", { ...cancelled, refund });
    expect(await test.mail(sale.bookingId, "refund-ended")).toMatchObject({
      to: "asha.b10@example.com",
      data: {
        ...{ orderId: sale.orderId, amountPaise: 2_000_000, state: "succeeded" },
        bankReference: arrived.bankReference,
      },
    });
    // Some banks name it days later: it is learned whenever the order's refunds are read.
    await test.mela.query("UPDATE refunds SET bank_reference = NULL WHERE order_id = $1", [sale.orderId]);
    await test.get(RefundsService).checkRefund(await ourNumber(sale.orderId));
    await reports(sale.orderId, "B10", "failed", { ...cancelled, refund });
    // Somebody else has the stall by now; the payer still sees their own booking.
    await test.sold("B10", { phoneNumber: "9876000010", email: "next@example.com" });
    await reports(sale.orderId, "B10", "failed", { ...cancelled, refund });
    const kept = await test.sold("B11");
    await operator.cancel(kept.bookingId, "none");
    const nothing = { kind: "cancelled_without_refund", amount: 27_000 };
    await reports(kept.orderId, "B11", "failed", nothing);
  });

  it("sold, and all of it refunded on the provider's own pages", async () => {
    const sale = await test.sold("B13");
    const refund = { orderId: sale.orderId, refundId: "pages_B13", amountPaise: 2_700_000 };
    await test.mela.app.get<PaymentProvider>(PaymentProvider, { strict: false }).refund(refund, randomUUID());
    await test.settle(sale.orderId, "operator");
    const outcome = { amount: 27_000, refund: expect.objectContaining({ amount: 27_000 }) };
    await reports(sale.orderId, "B13", "failed", expect.objectContaining(outcome));
  });

  it("money of another amount: it is being looked at, and the stall is still theirs", async () => {
    const { orderId } = await test.paying("B12");
    await test.simulator.pay(orderId, { amount: 100 });
    expect(await test.settle(orderId)).toBe("issue");
    const review = { kind: "money_under_review", amount: 100, kept: true };
    await reports(orderId, "B12", "pending", review);
  });

  it("an unknown order is unknown, whatever it looks like", async () => {
    for (const orderId of ["MELA1700000000000zzzz", "LIST1700000000000_nobodysorderatall0000", "order_1"]) {
      const { status, body } = await test.status(orderId);
      expect([status, body["code"]]).toEqual([404, "order_not_found"]);
    }
  });
});

describe("payment-status of a listing", () => {
  const REASON = "Please send a clearer document number and apply again.";
  const decide = (applicationId: string, what: string, body: object) =>
    operator.post(`listings/${applicationId}/${what}`, body);

  it("paid and in review; not approved, with what goes back", async () => {
    const { applicationId, orderId } = await test.paid();
    const amount = 999;
    const review = { kind: "paid", amount, status: "in_review" };
    await listingReports(orderId, "successful", review);
    expect((await decide(applicationId, "reject", { reason: REASON })).status).toBe(200);
    const asked = { state: "pending", amount, reference: await ourNumber(orderId) };
    await listingReports(orderId, "failed", { kind: "rejected", amount, refund: asked });
    const refund = { state: "succeeded", amount, ...(await refundArrives(orderId)) };
    await listingReports(orderId, "failed", { kind: "rejected", amount, refund });
  });

  it("live; taken down", async () => {
    const { applicationId, orderId } = await test.paid();
    expect((await decide(applicationId, "approve", {})).status).toBe(200);
    await listingReports(orderId, "successful", { kind: "paid", amount: 999, status: "live" });
    expect((await decide(applicationId, "withdraw", { reason: REASON, refund: "none" })).status).toBe(200);
    await listingReports(orderId, "failed", expect.objectContaining({ kind: "withdrawn", amount: 999 }));
  });

  it("nothing paid, and a failed try", async () => {
    const applicant = await test.applicant();
    await listingReports(applicant.orderId, "pending", { kind: "pending" });
    await test.simulator.pay(applicant.orderId, { outcome: "failed" });
    await test.settle(applicant.orderId);
    await test.mayAskAgain(applicant.orderId);
    await listingReports(applicant.orderId, "failed", { kind: "failed_attempt" });
    await test.giveUp(applicant);
    await listingReports(applicant.orderId, "failed", { kind: "not_charged" });
  });
});
