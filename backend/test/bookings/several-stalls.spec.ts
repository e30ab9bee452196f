import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { BookingSweepService } from "../../src/bookings/booking-sweep.service.js";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { ERASABLE_BOOKING } from "../../src/bookings/personal.sql.js";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { DELIVERY_RULES } from "../../src/verify/delivery.rules.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import type { Buyer } from "../payments/paying.js";
import { brokenRules } from "../verify/broken-rules.js";
import { apiError, codeOf, countByCode, orderId as newOrderId, registration, type TestVisitor } from "./mela.js";

// Several stalls in one order, over HTTP, on PostgreSQL and the simulator (docs/decisions/0131). A stalls cost ₹36,000, B stalls
// ₹27,000.

const test = await OperatorTest.open({ RATE_LIMITS: "off" });
const { mela } = test;
/** Deleting what a test made leaves gaps in the series of invoices. */
const MAILED = DELIVERY_RULES.filter(({ name }) => ["refund-mailed-once", "cancellation-mailed"].includes(name));
const RULES = [...BOOKING_RULES, ...MONEY_RULES, ...MAILED].filter(({ name }) => name !== "invoice-series");
const holds = test.get(HoldsService);
const sweep = test.get(BookingSweepService);
let operator: TestAdministrator;
afterAll(() => test.close());
afterEach(() => test.simulator.noFaults());

beforeAll(async () => {
  operator = await test.administrator("asha");
});
beforeEach(async () => {
  expect(await brokenRules(mela.db.database, RULES)).toEqual([]);
  await mela.empty();
  await mela.query("DELETE FROM stalls_per_order");
});

const add = (visitor: TestVisitor, stallId: string) => visitor.post("/api/v1/mela/reserve", { stallId, add: true });
const removeOnly = (visitor: TestVisitor, stallId: string) =>
  visitor.post("/api/v1/mela/release", { stallId, onlyThis: true });
/** Every booking by stall, and its order's amount in paise. */
const states = async (): Promise<string[]> =>
  mela.column(
    `SELECT format('%s %s%s', s.stall_id, b.state, coalesce(': ' || b.release_reason, ''))
       FROM bookings b JOIN stalls s USING (stall_key) WHERE b.state <> 'blocked' ORDER BY b.held_at, s.stall_id`,
  );
/** Stalls whose bookings a request of their person could erase. */
const erasable = (): Promise<string[]> =>
  mela.column(`SELECT s.stall_id FROM bookings b JOIN stalls s USING (stall_key) WHERE ${ERASABLE_BOOKING} ORDER BY 1`);
const firstOf = async (orderId: string): Promise<string> =>
  (await mela.value("SELECT subject_id FROM orders WHERE order_id = $1", [orderId])) ?? "";
const most = (n: number) =>
  mela.query(
    "INSERT INTO stalls_per_order (event_id, most) SELECT id, $1 FROM events ON CONFLICT (event_id) DO UPDATE SET most = $1",
    [n],
  );

/** A visitor who holds stalls in one order. */
async function holderOf(first: string, ...others: string[]): Promise<TestVisitor> {
  const visitor = await mela.holder(first);
  for (const other of others) expect(codeOf(await add(visitor, other))).toBe(201);
  return visitor;
}

/** A visitor who has registered for several stalls. */
async function registered(
  stalls: readonly [string, ...string[]],
  changes: Record<string, unknown> = {},
): Promise<Buyer> {
  const visitor = await holderOf(...stalls);
  const orderId = newOrderId();
  const { status, body } = await visitor.register(stalls[0], { orderId, ...changes });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { visitor, stallId: stalls[0], orderId, amount: Number(body["finalAmount"]) };
}

async function paying(...args: Parameters<typeof registered>): Promise<Buyer> {
  const buyer = await registered(...args);
  expect(codeOf(await test.initiate(buyer))).toBe(201);
  return buyer;
}

async function sold(...args: Parameters<typeof registered>): Promise<Buyer & { first: string }> {
  const buyer = await paying(...args);
  await test.simulator.pay(buyer.orderId);
  expect(await test.settle(buyer.orderId)).toBe("sold");
  return { ...buyer, first: await firstOf(buyer.orderId) };
}

describe("holding several stalls", () => {
  it("adds a stall to a hold, which ends with it, and says so", async () => {
    const visitor = await holderOf("B1", "A1");
    const { body } = await visitor.myHold();
    expect(body).toMatchObject({ stallId: "B1", price: 63_000, state: "held" });
    expect(body["stalls"]).toEqual([
      { stallId: "B1", type: "General", price: 27_000 },
      { stallId: "A1", type: "Premium", price: 36_000 },
    ]);
    expect(body["canAdd"]).toBeUndefined();
    expect(await mela.column("SELECT DISTINCT hold_expires_at::text FROM bookings")).toHaveLength(1);
    // Only the first one has a workflow.
    expect([await mela.nudges("B1"), await mela.nudges("A1")]).toEqual([["held"], []]);
  });

  it("refuses more than the event allows, a stall that is taken, and an addition to nothing", async () => {
    await mela.holder("B2");
    const visitor = await holderOf("B1", "B3");
    expect(apiError(await add(visitor, "B4"))).toEqual([409, "too_many_stalls"]);
    await most(3);
    expect(apiError(await add(visitor, "B2"))).toEqual([409, "stall_reserved"]);
    expect(codeOf(await add(visitor, "B4"))).toBe(201);
    expect(codeOf(await add(visitor, "B4"))).toBe(200);
    expect(codeOf(await add(mela.visitor(), "B5"))).toBe("hold_expired");
    await most(1);
    expect(codeOf(await add(await mela.holder("B6"), "B7"))).toBe("too_many_stalls");
    expect(apiError(await visitor.post("/api/v1/mela/reserve", { stallId: "B8", add: "yes" }))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  it("replaces, leaves and ends all of them together", async () => {
    const visitor = await holderOf("B1", "B2");
    expect(codeOf(await visitor.reserve("B3"))).toBe(201);
    expect(await states()).toEqual(["B1 released: replaced", "B2 released: replaced", "B3 held"]);
    expect(codeOf(await add(visitor, "B4"))).toBe(201);
    expect((await visitor.release("B4")).body).toEqual({ released: true });
    expect((await states()).slice(2)).toEqual(["B3 released: left", "B4 released: left"]);
  });

  it("expires all of them together, also if another visitor takes one first", async () => {
    await holderOf("B1", "B2");
    await mela.expire("B1");
    await mela.expire("B2");
    expect(codeOf(await mela.visitor().reserve("B2"))).toBe(201);
    expect(await states()).toEqual(["B1 held", "B2 released: hold_expired", "B2 held"]);
    const first = await mela.value(
      "SELECT id FROM bookings WHERE first_booking_id IS NULL AND hold_expires_at < now()",
    );
    expect(await holds.releaseExpiredHold(first ?? "")).toMatchObject({ released: true });
    await registered(["B5", "B6"]);
    await mela.query("UPDATE bookings SET hold_expires_at = now() - interval '2 minutes' WHERE state = 'registered'");
    expect(await sweep.releaseOverdueHolds(10)).toBe(1);
    expect(await states()).toEqual([
      ...["B1 released: hold_expired", "B2 released: hold_expired", "B2 held"],
      ...["B5 released: hold_expired", "B6 released: hold_expired"],
    ]);
    expect(await mela.column("SELECT data->>'stallId' FROM mails WHERE template = 'hold-expired'")).toEqual(["B5+B6"]);
  });

  it("removes one of them, the first one too", async () => {
    await most(3);
    const visitor = await holderOf("B1", "B2", "B3");
    expect((await removeOnly(visitor, "B2")).body).toEqual({ released: true });
    expect((await removeOnly(visitor, "B1")).body).toEqual({ released: true });
    expect(await states()).toEqual(["B1 released: left", "B2 released: left", "B3 held"]);
    expect((await visitor.myHold()).body).toMatchObject({ stallId: "B3", price: 27_000, canAdd: 2 });
    expect(await mela.nudges("B3")).toEqual(["held"]);
    expect((await removeOnly(visitor, "B3")).body).toEqual({ released: true });
    expect((await removeOnly(visitor, "B3")).body).toEqual({ released: false });
  });

  it("gives two visitors who want overlapping pairs whole ones", async () => {
    const [asha, meera] = [await mela.holder("B1"), await mela.holder("B4")];
    // Both want B2 and B3 beside their own; each can have one of them.
    const responses = await Promise.all([add(asha, "B2"), add(meera, "B2"), add(asha, "B3"), add(meera, "B3")]);
    expect(countByCode(responses)[201]).toBe(2);
    expect(
      await mela.column(
        "SELECT count(*)::int FROM bookings WHERE first_booking_id IS NOT NULL GROUP BY first_booking_id",
      ),
    ).toEqual(expect.arrayContaining([1]));
  });

  it("never adds to a hold that ends at the same time", async () => {
    for (const stall of ["B1", "B2", "B3", "B4", "B5"]) {
      const visitor = await mela.holder(stall);
      const other = `B1${stall.slice(1)}`;
      await Promise.all([add(visitor, other), visitor.release(stall)]);
      expect(await brokenRules(mela.db.database, BOOKING_RULES)).toEqual([]);
      await visitor.release(stall);
      await visitor.release(other);
    }
    expect(await mela.column("SELECT id FROM bookings WHERE state = 'held'")).toEqual([]);
  });
});

describe("registering and paying for several stalls", () => {
  it("registers all with one order for their sum, and one use of a coupon", async () => {
    await mela.query("INSERT INTO coupons (code, percentage, max_uses) VALUES ('ONCE', 10, 1)");
    const { visitor, amount, orderId } = await registered(["B1", "A1"], { appliedCouponCode: "ONCE" });
    expect(amount).toBe(56_700);
    const { body } = await visitor.myHold();
    expect(body).toMatchObject({ orderId, finalAmount: 56_700, discountPercentage: 10, state: "registered" });
    expect(body["stalls"]).toMatchObject([{ finalAmount: 24_300 }, { finalAmount: 32_400 }]);
    expect(await mela.column("SELECT code FROM coupon_claims")).toEqual(["ONCE"]);
  });

  it("has all of them in the language of the page", async () => {
    const visitor = await holderOf("B1", "B2");
    const hindi = { "accept-language": "hi" };
    const registering = "/api/v1/mela/create-provisional-registration";
    expect(codeOf(await visitor.post(registering, registration("B1"), hindi))).toBe(201);
    expect(await mela.column("SELECT language FROM bookings ORDER BY 1")).toEqual(["hi", "hi"]);
  });

  it("changes a registered order with its stalls: another number, its amount and its coupon", async () => {
    await mela.query("INSERT INTO coupons (code, percentage, max_uses) VALUES ('TWICE', 50, 1)");
    const { visitor, orderId } = await registered(["B1"], { appliedCouponCode: "TWICE" });
    expect(codeOf(await add(visitor, "A1"))).toBe(201);
    const { body: both } = await visitor.myHold();
    expect(both).toMatchObject({ finalAmount: 31_500, state: "registered" });
    expect(await test.orderState(orderId)).toBe("void");
    expect((await removeOnly(visitor, "B1")).body).toEqual({ released: true });
    const { body: one } = await visitor.myHold();
    expect(one).toMatchObject({ stallId: "A1", finalAmount: 18_000, discountPercentage: 50 });
    const buyer = { visitor, stallId: "A1", orderId: String(one["orderId"]), amount: 18_000 };
    expect(codeOf(await test.initiate(buyer, { amount: 31_500 }))).toBe("amount_mismatch");
    expect(codeOf(await test.initiate(buyer))).toBe(201);
    expect(codeOf(await add(visitor, "B5"))).toBe("payment_in_progress");
    expect(codeOf(await removeOnly(visitor, "A1"))).toBe("payment_in_progress");
    await test.simulator.pay(buyer.orderId);
    expect(await test.settle(buyer.orderId)).toBe("sold");
  });

  it("sells all or nothing, with one invoice of a line each and a confirmation for each", async () => {
    const { orderId } = await sold(["B1", "A1"]);
    expect(await states()).toEqual(["B1 sold", "A1 sold"]);
    const [invoice] = await mela.query<{ id: string; lines: string[]; total: number }>(
      `SELECT id, jsonb_path_query_array(content, '$.lines[*].pricePaise') AS lines, (content->'tax'->>'totalPaise')::int AS total
         FROM invoices WHERE order_id = $1`,
      [orderId],
    );
    expect(invoice).toMatchObject({ lines: [2_700_000, 3_600_000], total: 6_300_000 });
    await test.renderInvoices(orderId);
    expect(
      await mela.column(
        "SELECT concat_ws(' ', data->>'stallId', data->>'together') FROM mails WHERE template = 'booking-confirmed' ORDER BY 1",
      ),
    ).toEqual(["A1 B1", "B1 A1"]);
    expect(await mela.eventLog("A1")).toEqual(
      expect.arrayContaining([`payment_started by visitor (${orderId})`, `sold by provider (${orderId})`]),
    );
  });

  it("releases all when the payment window ends, and sells all for late money if all are free", async () => {
    const buyer = await paying(["B1", "B2"]);
    await test.endWindow(buyer);
    await test.expiredPayments.closeExpiredPayment(await firstOf(buyer.orderId));
    expect(await states()).toEqual(["B1 released: payment_expired", "B2 released: payment_expired"]);
    // Its money can still arrive, for all of them.
    expect(await erasable()).toEqual([]);
    await test.simulator.pay(buyer.orderId, { force: true });
    expect(await test.settle(buyer.orderId)).toBe("sold");
    expect(await states()).toEqual(["B1 sold", "B2 sold"]);
  });

  it("returns all late money if one of the stalls is taken, and offers no other", async () => {
    const buyer = await paying(["B1", "B2"]);
    await test.endWindow(buyer);
    await test.expiredPayments.closeExpiredPayment(await firstOf(buyer.orderId));
    await mela.holder("B2");
    await test.simulator.pay(buyer.orderId, { force: true });
    await test.settle(buyer.orderId);
    expect(await states()).toEqual(["B1 released: payment_expired", "B2 released: payment_expired", "B2 held"]);
    expect(await test.refundsOf(buyer.orderId)).toMatchObject([{ paise: 5_400_000 }]);
    expect(await mela.column("SELECT state FROM stall_offers")).toEqual([]);
  });

  it("releases all when an operator ends one of them, and all are paid for if the money comes first", async () => {
    await registered(["B1", "B2"]);
    const second = await test.onStall("B2");
    expect(await operator.extend(second, 5)).toMatchObject({ status: 200, body: { bookingId: second, stallId: "B2" } });
    expect(await mela.column("SELECT DISTINCT hold_extended_seconds FROM bookings")).toEqual([300]);
    const mailed = "SELECT data->>'stallId' FROM mails WHERE template = 'hold-extended'";
    expect(await mela.column(mailed)).toEqual(["B1+B2"]);
    // The audit log says which of them was named.
    const audited = "SELECT subject_id FROM audit_log WHERE action = 'hold_extended' ORDER BY id DESC LIMIT 1";
    expect(await mela.column(audited)).toEqual([second]);
    expect(codeOf(await operator.release(await test.onStall("B2")))).toBe(200);
    expect(await states()).toEqual(["B1 released: operator", "B2 released: operator"]);
    const buyer = await paying(["B3", "B4"]);
    await test.simulator.pay(buyer.orderId);
    const [, outcome] = await Promise.all([operator.release(await test.onStall("B4")), test.settle(buyer.orderId)]);
    expect(outcome).toBe("sold");
    expect((await states()).slice(2)).toEqual(["B3 sold", "B4 sold"]);
  });

  it("returns all to the registration if the provider refuses the order", async () => {
    const buyer = await registered(["B1", "B2"]);
    await test.simulator.fault("createOrder", "status", { status: 400 });
    expect(codeOf(await test.initiate(buyer))).toBe("order_refused");
    expect(await states()).toEqual(["B1 registered", "B2 registered"]);
  });
});

describe("one of several sold stalls", () => {
  it("is cancelled with a refund of its share and a credit note of its line; the other stays", async () => {
    const { orderId, first } = await sold(["B1", "A1"]);
    const further = await test.onStall("A1");
    const { body } = await operator.cancel(further, "full");
    expect(body).toMatchObject({ stallId: "A1", refundAmount: 36_000, refund: "requested" });
    expect(await states()).toEqual(["B1 sold", "A1 released: cancelled"]);
    const documents = await test.issued(orderId);
    expect(documents.map(({ kind, total }) => [kind, total])).toEqual([
      ["invoice", 6_300_000],
      ["credit_note", 3_600_000],
    ]);
    expect(documents[1]?.description).toMatch(/^Stall A1 \(Premium\) at /);
    await test.refundArrives((await test.refundsOf(orderId))[0]?.id ?? "");
    expect(await brokenRules(mela.db.database, RULES)).toEqual([]);
    // The rest is the other's share.
    expect(
      apiError(await operator.post(`bookings/${first}/refund`, { refundAmount: 27_001, reason: "too much" })),
    ).toEqual([400, "invalid_request"]);
    expect((await operator.cancel(first, "full")).body).toMatchObject({ refundAmount: 27_000 });
    expect(await states()).toEqual(["B1 released: cancelled", "A1 released: cancelled"]);
    // Both were paid for: their records are tax records.
    expect(await erasable()).toEqual([]);
  });

  it("is cancelled although it is the first; a second payment is still returned", async () => {
    await mela.query("INSERT INTO coupons (code, percentage, max_uses) VALUES ('HALF', 50, 1)");
    const { orderId, first } = await sold(["B1", "A1"], { appliedCouponCode: "HALF" });
    expect((await operator.cancel(first, "full")).body).toMatchObject({ refundAmount: 13_500 });
    expect(await states()).toEqual(["B1 released: cancelled", "A1 sold"]);
    expect(await mela.column("SELECT code FROM coupon_claims")).toEqual(["HALF"]);
    await test.simulator.secondSuccess(orderId);
    expect(await test.settle(orderId)).toBe("sold");
    const paise = (await test.refundsOf(orderId)).map((refund) => refund.paise).toSorted((a, b) => a - b);
    expect(paise).toEqual([1_350_000, 3_150_000]);
    expect((await operator.cancel(await test.onStall("A1"), "full")).body).toMatchObject({ refundAmount: 18_000 });
    expect(await mela.column("SELECT code FROM coupon_claims")).toEqual([]);
  });

  it("is refunded in part, with its own history and mail", async () => {
    await sold(["B1", "A1"]);
    const further = await test.onStall("A1");
    expect(
      codeOf(await operator.post(`bookings/${further}/refund`, { refundAmount: 1_000, reason: "a smaller table" })),
    ).toBe(200);
    expect(await mela.eventLog("A1")).toEqual(
      expect.arrayContaining([expect.stringMatching(/^refund_requested by operator/)]),
    );
    expect(await mela.column("SELECT data->>'stallId' FROM mails WHERE template = 'payment-refunded'")).toEqual(["A1"]);
    expect((await operator.cancel(further, "full")).body).toMatchObject({ refundAmount: 35_000 });
  });

  it("is refunded again of its own share if the provider rejected the refund", async () => {
    const { orderId, first } = await sold(["B1", "A1"]);
    const further = await test.onStall("A1");
    await operator.cancel(further, "full");
    const [rejected] = await test.refundsOf(orderId);
    await test.get(RefundsService).reportStuckRefund(rejected?.id ?? "");
    await test.simulator.fault("refund", "refuse", { orderId });
    await test.get(RefundsService).requestRefund(rejected?.id ?? "");
    await test.simulator.noFaults();
    // The issue is of the stall whose money it was.
    const about = "SELECT kind FROM issues WHERE booking_id = $1 ORDER BY 1";
    expect(await mela.column(about, [further])).toEqual(["refund_failed", "refund_stuck"]);
    const again = { orderId, insteadOf: rejected?.id, reason: "she called" };
    await mela.db.database.transaction((tx) => test.get(OperatorRefundsService).refundForIssue(tx, again));
    expect(
      await mela.column("SELECT booking_id FROM refunds WHERE order_id = $1 AND state <> 'failed'", [orderId]),
    ).toEqual([further]);
    expect(
      await mela.column("SELECT data->>'stallId' FROM mails WHERE template = 'payment-refunded' AND booking_id = $1", [
        further,
      ]),
    ).toEqual(["A1"]);
    await mela.query("UPDATE issues SET resolved_at = clock_timestamp() WHERE resolved_at IS NULL");
    // The other stall's share is all there.
    expect((await operator.cancel(first, "full")).body).toMatchObject({ refundAmount: 27_000 });
  });

  it("that was paid for by hand is paid back by hand in its own history", async () => {
    const { bookingId } = await test.soldOffline(operator, "B1", { further: "B2" });
    const further = await test.onStall("B2");
    await operator.cancel(further, "full");
    const [refundId = ""] = await mela.column("SELECT refund_id FROM refunds WHERE booking_id = $1", [further]);
    expect(await mela.column("SELECT booking_id FROM issues WHERE kind = 'refund_by_hand'")).toEqual([further]);
    await mela.db.database.transaction((tx) => test.get(OperatorRefundsService).confirmByHand(tx, refundId, "NEFT 42"));
    const paidBack = "SELECT booking_id FROM booking_events WHERE kind = 'refund_succeeded'";
    expect(await mela.column(paidBack)).toEqual([further]);
    await mela.query("UPDATE issues SET resolved_at = clock_timestamp() WHERE resolved_at IS NULL");
    expect((await operator.cancel(bookingId, "full")).body).toMatchObject({ refundAmount: 27_000 });
  });

  it("moves by its share", async () => {
    const { orderId } = await sold(["B1", "A1"]);
    const further = await test.onStall("A1");
    const { body } = await operator.post(`bookings/${further}/stall-moves`, {
      toStallId: "B2",
      reason: "asked by phone",
    });
    expect(body).toMatchObject({ state: "moved", refund: 9_000 });
    expect(await states()).toEqual(["B1 sold", "B2 sold"]);
    expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 900_000 }]);
    expect((await operator.cancel(further, "full")).body).toMatchObject({ refundAmount: 27_000 });
  });
});

describe("operators", () => {
  it("say how many stalls an order may have, from 1 to 6", async () => {
    const { slug } = await mela.firstEvent();
    const path = `events/${slug}/stalls-per-order`;
    expect((await operator.get(path)).body).toEqual({ most: 2 });
    expect((await operator.put(path, { most: 3 })).body).toEqual({ most: 3 });
    for (const most of [0, 7, 1.5, "2"])
      expect(apiError(await operator.put(path, { most }))).toEqual([400, "invalid_request"]);
    expect((await operator.get(path)).body).toEqual({ most: 3 });
  });

  it("sell several stalls offline in one order, all or none", async () => {
    await mela.holder("B3");
    expect(codeOf(await operator.sellOffline("B1", { further: "B2 B3" }))).toBe("stall_reserved");
    expect(codeOf(await operator.sellOffline("B1", { further: "Z9" }))).toBe("stall_not_found");
    expect(apiError(await operator.sellOffline("B1", { further: "all of them" }))).toEqual([400, "invalid_request"]);
    expect(apiError(await operator.sellOffline("B1", { further: "B2", amount: 54_001 }))).toEqual([
      400,
      "invalid_request",
    ]);
    expect(await states()).toEqual(["B3 held"]);
    const { orderId, bookingId } = await test.soldOffline(operator, "B1", { further: "b2, A1", amount: 80_000 });
    expect((await states()).toSorted()).toEqual(["A1 sold", "B1 sold", "B2 sold", "B3 held"]);
    expect(await mela.value("SELECT sum(final_paise)::int FROM bookings WHERE order_id = $1", [orderId])).toBe(
      8_000_000,
    );
    expect(await test.issued(orderId)).toMatchObject([{ kind: "invoice", total: 8_000_000 }]);
    expect((await operator.cancel(bookingId, "full")).body).toMatchObject({ stallId: "B1", refund: "by_hand" });
  });
});
