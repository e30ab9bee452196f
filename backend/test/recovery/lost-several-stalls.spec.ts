import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import { RECOVERY } from "../../src/accounts/administrator.js";
import { CancellationsService } from "../../src/operator/cancellations.service.js";
import { LostBookingsService } from "../../src/recovery/lost-bookings.service.js";
import { LostRefundsService } from "../../src/recovery/lost-refunds.service.js";
import type { Read } from "../../src/recovery/lost-steps.js";
import { Reading } from "../../src/recovery/reading.js";
import { SaleRecoveryService } from "../../src/recovery/sale-recovery.service.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { codeOf, orderId as newOrderId } from "../bookings/mela.js";
import { InboxTest } from "../mail/inbox.js";
import { lostOrder, type LostOrder } from "../payments/lost-orders.js";
import type { Buyer, PayingTest } from "../payments/paying.js";
import { brokenRules } from "../verify/broken-rules.js";
import { type LostStep, workflowWith } from "./lost-steps.js";

// Orders of several stalls that a restored database does not have: created again whole, or an issue (docs/decisions/0136).
// A stalls cost ₹36,000, B stalls ₹27,000.

/** What concerns orders; the planted backups have histories that no order has. */
const RULES = [...BOOKING_RULES, ...MONEY_RULES].filter(({ name }) =>
  ["several-stalls-together", "order-as-its-stalls", "stall-live-once", "price-agrees", "money-accounted"]
    .concat("sale-has-money", "refund-within-payment", "invoice-as-sale", "credit-notes-as-refunds")
    .includes(name),
);

let inbox: InboxTest;
let test: PayingTest;
beforeAll(async () => {
  inbox = await InboxTest.start({ RATE_LIMITS: "off" });
  test = inbox.paying;
});
afterAll(() => inbox.close());
afterEach(async () => {
  expect(RULES).toHaveLength(9);
  expect(await brokenRules(test.mela.db.database, RULES)).toEqual([]);
  await test.mela.query("UPDATE issues SET resolved_at = clock_timestamp() WHERE resolved_at IS NULL");
  // All are one person, who must not have bought another stall before.
  await test.mela.empty();
});

const recovery = () => test.get(SaleRecoveryService);
/** The bookings of an order, the first one first: stall, state and rupees. */
const bookings = (orderId: string): Promise<string[]> =>
  test.mela.column(
    `SELECT format('%s %s %s', s.stall_id, b.state, b.final_paise / 100) FROM bookings b JOIN stalls s USING (stall_key)
      WHERE b.order_id = $1 ORDER BY b.first_booking_id IS NOT NULL, s.stall_id`,
    [orderId],
  );
/** An order of several stalls that is paid at the provider, and none of whose rows are here. */
async function lostPair(tag: string, amount: number): Promise<LostOrder> {
  const lost = await lostOrder(test, tag, {}, amount);
  await test.simulator.pay(lost.orderId);
  return lost;
}
/** A visitor who has registered for two stalls in one order. */
async function registered(first: string, further: string): Promise<Buyer> {
  const visitor = await test.mela.holder(first);
  expect(codeOf(await visitor.post("/api/v1/mela/reserve", { stallId: further, add: true }))).toBe(201);
  const orderId = newOrderId();
  const { body } = await visitor.register(first, { orderId });
  return { visitor, stallId: first, orderId, amount: Number(body["finalAmount"]) };
}
async function sold(first: string, further: string): Promise<Buyer> {
  const buyer = await registered(first, further);
  expect(codeOf(await test.initiate(buyer))).toBe(201);
  await test.simulator.pay(buyer.orderId);
  expect(await test.settle(buyer.orderId)).toBe("sold");
  return buyer;
}
const bookingOn = async (orderId: string, stallId: string): Promise<string> =>
  (await test.mela.value(
    "SELECT b.id FROM bookings b JOIN stalls s USING (stall_key) WHERE b.order_id = $1 AND s.stall_id = $2",
    [orderId, stallId],
  )) ?? "";
/** The one open issue about an order that is not in our records. */
const unknown = async () => {
  const { facts, orderId } = await inbox.entry("order_unknown");
  return { orderId, ...Object.fromEntries(facts.map(({ label, value }) => [label, value])) };
};

describe("of which nothing is here", () => {
  it("is created again whole, by the provider's record alone: a share for each, one invoice of both", async () => {
    const { orderId, bookingId } = await lostPair("B1+A1", 63_000);
    expect(await recovery().restoreOrder(orderId)).toBe("sold");
    expect(await bookings(orderId)).toEqual(["B1 sold 27000", "A1 sold 36000"]);
    expect(await bookingOn(orderId, "B1")).toBe(bookingId);
    expect(
      await test.mela.value(
        "SELECT jsonb_path_query_array(content, '$.lines[*].pricePaise') FROM invoices WHERE order_id = $1",
        [orderId],
      ),
    ).toEqual([2_700_000, 3_600_000]);
    // What the registrations said of each, an operator asks for.
    const restored = (await inbox.entries()).filter(({ kind }) => kind === "sale_restored");
    expect(restored.map(({ stallId }) => stallId).toSorted()).toEqual(["A1", "B1"]);
    // Each is an ordinary booking: what is returned for one is of its own share.
    const further = await bookingOn(orderId, "A1");
    const cancelled = await test
      .get(CancellationsService)
      .cancel(RECOVERY, further, { refund: "full", reason: "she asked" });
    expect(cancelled).toMatchObject({ stallId: "A1", refundAmount: 36_000 });
  });

  it("is shared out in proportion to the prices, if a coupon is not on record", async () => {
    const { orderId } = await lostPair("B2+A2", 56_700);
    expect(await recovery().restoreOrder(orderId)).toBe("sold");
    expect(await bookings(orderId)).toEqual(["B2 sold 24300", "A2 sold 32400"]);
  });

  it("waits for its payment whole, and ends whole", async () => {
    const { orderId, bookingId } = await lostOrder(test, "B3+B4", {}, 54_000);
    expect(await recovery().restoreOrder(orderId)).toBe("open");
    expect(await bookings(orderId)).toEqual(["B3 paying 27000", "B4 paying 27000"]);
    await test.mela.query("UPDATE bookings SET pay_until = clock_timestamp() - interval '1 s' WHERE order_id = $1", [
      orderId,
    ]);
    await test.mela.query(
      "UPDATE orders SET provider_expires_at = clock_timestamp() - interval '31 s' WHERE order_id = $1",
      [orderId],
    );
    await test.expiredPayments.closeExpiredPayment(bookingId);
    expect(await bookings(orderId)).toEqual(["B3 released 27000", "B4 released 27000"]);
  });

  /** The runs of an order's bookings in Temporal. */
  async function runs(
    { orderId, bookingId, furtherId }: LostOrder & { readonly furtherId: string },
    stalls: readonly [string, string],
    ...steps: LostStep[]
  ) {
    const of = async (id: string, stallId: string, lost: readonly LostStep[]): Promise<Read> => ({
      ...(await workflowWith(test, id, lost)),
      ...{ stallId, orderId },
    });
    return [
      await of(bookingId, stalls[0], [["sold"], ["invoice_issued", "INV/26-27/000777"]]),
      await of(furtherId, stalls[1], [["sold"], ["invoice_issued", "INV/26-27/000777"], ...steps]),
    ];
  }

  it("keeps the ids, the number and the confirmations that Temporal knows, whichever run is read first", async () => {
    const lost = { ...(await lostPair("B5+B6", 54_000)), furtherId: randomUUID() };
    const all = await runs(lost, ["B5", "B6"]);
    for (const run of all.toReversed()) {
      expect(await test.get(LostBookingsService).lost(run, new Reading(), false, all)).toMatchObject({ as: "sold" });
    }
    expect(await bookings(lost.orderId)).toEqual(["B5 sold 27000", "B6 sold 27000"]);
    expect(await bookingOn(lost.orderId, "B6")).toBe(lost.furtherId);
    expect(await test.invoicesOf(lost.orderId)).toEqual(["INV/26-27/000777"]);
    expect(
      await test.mela.column("SELECT dedupe_key FROM mails_sent_before WHERE dedupe_key = ANY($1) ORDER BY 1", [
        [lost.bookingId, lost.furtherId].map((id) => `booking-confirmed-${id}`),
      ]),
    ).toHaveLength(2);
  });

  it.each<[string, LostStep]>([
    ["cancelled", ["cancelled"]],
    ["moved", ["moved", "B8 to B9"]],
  ])("is an issue if one of its stalls was %s after the sale", async (_, step) => {
    const lost = { ...(await lostPair("B7+B8", 54_000)), furtherId: randomUUID() };
    const all = await runs(lost, ["B7", "B8"], step);
    const [run] = all;
    if (run === undefined) throw new Error("no run");
    expect(await test.get(LostBookingsService).lost(run, new Reading(), true, all)).toMatchObject({ as: "issue" });
    expect(await bookings(lost.orderId)).toEqual([]);
    expect(await unknown()).toMatchObject({ orderId: lost.orderId, Stall: "B7 and B8", Amount: "₹54,000" });
  });

  it("is an issue while one of its stalls is another's, and created again once that is free", async () => {
    const other = await test.mela.holder("B11");
    const { orderId } = await lostPair("B10+B11", 54_000);
    expect(await recovery().restoreOrder(orderId)).toBe("incomplete");
    expect(await bookings(orderId)).toEqual([]);
    expect(await unknown()).toMatchObject({ orderId, Stall: "B10 and B11", Amount: "₹54,000" });
    const entry = await inbox.entry("order_unknown");
    const refused = await inbox.resolution(entry, "recreate_sale");
    expect(refused.body["message"]).toMatch(/^Its stalls are created again together or not at all/);
    await other.release("B11");
    expect((await inbox.resolution(entry, "recreate_sale")).body).toMatchObject({ resolved: true });
    expect(await bookings(orderId)).toEqual(["B10 sold 27000", "B11 sold 27000"]);
  });

  it("goes back in full if an operator says so, with a mail that names both", async () => {
    await test.mela.holder("B13");
    const { orderId } = await lostPair("B12+B13", 54_000);
    expect(await recovery().restoreOrder(orderId)).toBe("incomplete");
    await inbox.resolution(await inbox.entry("order_unknown"), "refund_in_full", "one was taken");
    expect((await test.simulator.order(orderId)).refunds).toMatchObject([{ refund_amount: 54_000 }]);
    expect(
      await test.mela.column(
        "SELECT data->>'stallId' FROM mails WHERE template = 'payment-refunded' AND data->>'orderId' = $1",
        [orderId],
      ),
    ).toEqual(["B12+B13"]);
    // Of its money nothing is left.
    expect(await recovery().restoreOrder(orderId)).toBe("incomplete");
    expect((await test.simulator.order(orderId)).refunds).toHaveLength(1);
  });
});

describe("whose bookings are here", () => {
  /** Puts an order back to before it was opened, as in a backup of that moment. */
  async function forgetOpening(orderId: string): Promise<void> {
    for (const sql of [
      "DELETE FROM payment_attempts WHERE order_id = $1",
      "UPDATE orders SET state = 'unsent', payment_session_id = NULL, provider_expires_at = NULL WHERE order_id = $1",
      "UPDATE bookings SET state = 'registered', pay_until = NULL WHERE order_id = $1",
    ]) {
      await test.mela.query(sql, [orderId]);
    }
  }

  async function openedAndPaid(first: string, further: string): Promise<Buyer> {
    const buyer = await registered(first, further);
    expect(codeOf(await test.initiate(buyer))).toBe(201);
    await test.simulator.pay(buyer.orderId);
    await forgetOpening(buyer.orderId);
    return buyer;
  }

  it("is sold whole if it was registered before the backup and paid after it", async () => {
    const { orderId } = await openedAndPaid("B14", "A3");
    expect(await recovery().restoreOrder(orderId)).toBe("sold");
    expect(await bookings(orderId)).toEqual(["B14 sold 27000", "A3 sold 36000"]);
    expect(await test.documents(orderId)).toEqual(["INV"]);
    expect(await inbox.kinds()).toEqual([]);
  });

  it("is sold whole if its hold has ended since", async () => {
    const { orderId } = await openedAndPaid("B15", "B16");
    await test.mela.query(
      `UPDATE bookings SET state = 'released', release_reason = 'hold_expired', ended_at = clock_timestamp() WHERE order_id = $1`,
      [orderId],
    );
    expect(await recovery().restoreOrder(orderId)).toBe("sold");
    expect(await bookings(orderId)).toEqual(["B15 sold 27000", "B16 sold 27000"]);
  });

  it("is an issue if a stall was added after the backup", async () => {
    const { orderId } = await openedAndPaid("B17", "B18");
    await test.mela.query(
      `UPDATE bookings SET first_booking_id = NULL, order_id = NULL, state = 'released', release_reason = 'left',
              ended_at = clock_timestamp()
        WHERE order_id = $1 AND first_booking_id IS NOT NULL`,
      [orderId],
    );
    await test.mela.query("UPDATE orders SET amount_paise = 2700000 WHERE order_id = $1", [orderId]);
    expect(await recovery().restoreOrder(orderId)).toBe("incomplete");
    expect(await bookings(orderId)).toEqual(["B17 registered 27000"]);
    expect(await unknown()).toMatchObject({ orderId, Stall: "B17 and B18", Amount: "₹54,000" });
  });
});

it("a lost refund of a further stall is of its share again", async () => {
  const { orderId } = await sold("B19", "A4");
  const further = await bookingOn(orderId, "A4");
  const cancellations = test.get(CancellationsService);
  const { refundId } = await cancellations.refundPart(RECOVERY, further, { refundAmount: 1_000, reason: "smaller" });
  await test.refundArrives(refundId);
  await test.mela.query("DELETE FROM refunds WHERE refund_id = $1", [refundId]);
  const run = { ...(await workflowWith(test, further, [["refund_succeeded", refundId]])), stallId: "A4", orderId };
  const refund = { ...run, workflowId: refundWorkflowId(refundId), stallId: undefined, entries: [] };
  await test.get(LostRefundsService).restore([refund, run], new Reading(), true);
  expect(await test.mela.column("SELECT booking_id FROM refunds WHERE refund_id = $1", [refundId])).toEqual([further]);
  await test.settle(orderId);
  const first = await bookingOn(orderId, "B19");
  const full = { refund: "full", reason: "she asked" } as const;
  expect(await cancellations.cancel(RECOVERY, first, full)).toMatchObject({ refundAmount: 27_000 });
  expect(await cancellations.cancel(RECOVERY, further, full)).toMatchObject({ refundAmount: 35_000 });
});
