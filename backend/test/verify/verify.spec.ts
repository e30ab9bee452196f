import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { HOLD_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { rows, type Tx } from "../../src/platform/database/database.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import type { RuleSettings } from "../../src/verify/rule.js";
import { DATABASE_RULES, RULES } from "../../src/verify/rules.js";
import { brokenRules } from "./broken-rules.js";
import { ListingTest } from "../listings/listing-app.js";
import { testConfig } from "../support/config.js";
import { until } from "../payments/paying.js";

const SETTINGS: RuleSettings = {
  graceSeconds: 60,
  holdSeconds: HOLD_SECONDS,
  retention: testConfig().retention,
  providerOrders: 10,
};

let test: ListingTest;
/** Ids of a healthy product, by the words the cases use. */
const ids: Record<string, string> = {};

/** One of everything: sales with and without coupons, offline, moved, cancelled, refunds, an offer, listings. */
beforeAll(async () => {
  test = await ListingTest.open();
  const admin = await test.administrator("asha");
  const sold = await test.sold("B1", { appliedCouponCode: "ONCE50" });
  ids["sold"] = sold.bookingId;
  ids["order"] = sold.orderId;
  ids["held"] = await held("B2");
  const registered = await test.registered("B3", { appliedCouponCode: "SAKHI25" });
  ids["registered"] = await test.bookingOf(registered.orderId);
  const moved = await test.sold("B4");
  ids["moved"] = moved.bookingId;
  await admin.move(moved.bookingId, "B5");
  const cancelled = await test.sold("B6");
  ids["cancelled"] = cancelled.bookingId;
  ids["cancelledOrder"] = cancelled.orderId;
  await admin.cancel(cancelled.bookingId, "partial", 20_000);
  const reissued = await test.sold("B11", { appliedCouponCode: "SAKHI25" });
  ids["reissuedOrder"] = reissued.orderId;
  ids["reissued"] = reissued.bookingId;
  const corrected = await test.correct(admin, reissued.bookingId, { fullName: "Meera Iyer" });
  ids["newInvoice"] = String(corrected.body["invoiceNumber"]);
  ids["correction"] = String(corrected.body["creditNoteNumber"]);
  await admin.sellOffline("B7");
  ids["offline"] = await test.onStall("B7");
  const late = await test.released("B8");
  ids["lateOrder"] = late.orderId;
  ids["released"] = await test.bookingOf(late.orderId);
  await held("B8");
  await test.simulator.pay(late.orderId, { force: true });
  await test.lateMoneyBack(late.orderId);
  const [refund] = await test.refundsOf(late.orderId);
  ids["refund"] = refund?.id ?? "";
  const refunds = test.get(RefundsService);
  await refunds.requestRefund(ids["refund"]);
  await until(async () => (await refunds.checkRefund(ids["refund"] ?? "")).state === "succeeded", "the refund");
  const offered = await test.released("B9");
  ids["offerOrder"] = offered.orderId;
  await held("B9");
  await test.simulator.pay(offered.orderId, { force: true });
  await test.settlement.settleOrder(offered.orderId, "webhook");
  const late2 = await test.released("B10");
  await test.simulator.pay(late2.orderId, { force: true });
  await test.settlement.settleOrder(late2.orderId, "workflow");
  const live = await test.paid();
  ids["application"] = live.applicationId;
  ids["listingOrder"] = live.orderId;
  await admin.post(`listings/${live.applicationId}/approve`, {});
  const listing = await test.paid();
  ids["reissuedApplication"] = listing.applicationId;
  ids["reissuedListing"] = listing.orderId;
  const renamed = await test.correctListing(admin, listing.applicationId, { brandName: "Meera Looms" });
  ids["newListingInvoice"] = String(renamed.body["invoiceNumber"]);
  ids["listingCorrection"] = String(renamed.body["creditNoteNumber"]);
  const rejected = await test.paid();
  await admin.post(`listings/${rejected.applicationId}/reject`, { reason: "not a shop of ours" });
  // What jobs would have done.
  const orders = await test.mela.query<{ id: string }>("SELECT DISTINCT order_id AS id FROM invoices");
  for (const { id } of orders) await test.renderInvoices(id);
  await test.mela.query("UPDATE mails SET state = 'sent', sent_at = clock_timestamp()");
  await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
});
afterAll(() => test.close());

async function held(stallId: string): Promise<string> {
  const answer = await test.mela.visitor().reserve(stallId);
  if (answer.status !== 201) throw new Error(`reserve ${stallId}: ${JSON.stringify(answer.body)}`);
  return test.onStall(stallId);
}

/** Statements with `:name` for the ids of the healthy product. */
const filled = (sql: string): string =>
  sql.replaceAll(/:(\w+)\b(?!:)/g, (whole, name: string) => (name in ids ? `'${ids[name]}'` : whole));

/** What the rules find after a violation was planted, which is undone again. */
async function foundAfter(plant: string): Promise<string[]> {
  const undo = new Error("undo");
  let found: string[] = [];
  const work = async (tx: Tx): Promise<void> => {
    // Placed by hand as by a fault: no constraint of the tables may stand in the way.
    await tx.query("SET LOCAL session_replication_role = replica");
    await tx.query(filled(plant));
    const database = { query: <Row>(sql: string, parameters?: unknown[]) => rows<Row>(tx, sql, parameters) };
    found = await brokenRules(database, DATABASE_RULES, SETTINGS);
    throw undo;
  };
  await test.mela.db.source.transaction(work).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return found;
}

const LONG_AGO = "clock_timestamp() - interval '1 day'";

/** [rule, what was planted, its SQL, the row that must be named]. */
const PLANTED: readonly (readonly [rule: string, what: string, sql: string, row: string])[] = [
  [
    "stall-live-once",
    "a second live booking on a sold stall",
    `DROP INDEX bookings_one_live_per_stall; UPDATE bookings SET stall_id = 'B1' WHERE id = :held`,
    ":held",
  ],
  [
    "stall-live-once-in-history",
    "a past booking on a stall that was another's",
    `INSERT INTO bookings (id, stall_id, state, release_reason, price_paise, held_at, ended_at)
       VALUES ('11111111-1111-4111-8111-111111111111', 'B1', 'released', 'left', 2700000, ${LONG_AGO}, ${LONG_AGO});
     INSERT INTO booking_events (booking_id, stall_id, kind, actor, detail) VALUES
       ('11111111-1111-4111-8111-111111111111', 'B1', 'reserved', 'visitor', '{}'),
       ('11111111-1111-4111-8111-111111111111', 'B1', 'hold_released', 'visitor', '{"note": "left"}')`,
    "11111111-1111-4111-8111-111111111111",
  ],
  [
    "visitor-holds-one-stall",
    "a visitor with two holds",
    `DROP INDEX bookings_one_hold_per_visitor;
     UPDATE bookings SET visitor_id = (SELECT visitor_id FROM bookings WHERE id = :registered) WHERE id = :held`,
    ":held",
  ],
  [
    "booking-history",
    "a state that no event led to",
    "UPDATE bookings SET state = 'blocked' WHERE id = :held",
    ":held",
  ],
  [
    "booking-history",
    "a step that the table does not allow",
    "INSERT INTO booking_events (booking_id, stall_id, kind, actor) VALUES (:released, 'A3', 'sold', 'provider')",
    ":released",
  ],
  [
    "booking-history",
    "another reason than the event's",
    "UPDATE bookings SET release_reason = 'operator' WHERE id = :released",
    ":released",
  ],
  [
    "booking-history",
    "another stall than the last move's",
    "UPDATE bookings SET stall_id = 'B40' WHERE id = :moved",
    ":moved",
  ],
  ["booking-history", "no events", "DELETE FROM booking_events WHERE booking_id = :offline", ":offline"],
  [
    "hold-ends-in-time",
    "a hold that outlives its ten minutes",
    `UPDATE bookings SET held_at = ${LONG_AGO}, hold_expires_at = clock_timestamp() - interval '2 minutes' WHERE id = :held`,
    ":held",
  ],
  [
    "hold-is-ten-minutes",
    "a deadline of an hour",
    "UPDATE bookings SET hold_expires_at = held_at + interval '1 hour' WHERE id = :held",
    ":held",
  ],
  [
    "price-agrees",
    "another amount than price less discount",
    "UPDATE bookings SET final_paise = final_paise - 100 WHERE id = :registered",
    ":registered",
  ],
  [
    "free-listing-with-sale",
    "a free listing without a sale",
    "UPDATE bookings SET listing_offer = 'offered' WHERE id = :released",
    ":released",
  ],
  [
    "application-history",
    "an application that nobody withdrew",
    "UPDATE listing_applications SET state = 'withdrawn' WHERE id = :application",
    ":application",
  ],
  [
    "listing-as-application",
    "a listing that stays longer than it was paid for",
    `UPDATE listings SET expires_at = expires_at + interval '1 day'
      WHERE id = (SELECT listing_id FROM listing_applications WHERE id = :application)`,
    ":application",
  ],
  [
    "money-accounted",
    "a payment that nothing was done with",
    `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency)
       VALUES ('planted', :lateOrder, 'SUCCESS', 'success', 2700000, 'INR')`,
    ":lateOrder",
  ],
  [
    "money-accounted",
    "a refund that was never made of a payment that bought nothing",
    "UPDATE refunds SET state = 'failed' WHERE refund_id = :refund",
    ":lateOrder",
  ],
  [
    "sale-has-money",
    "a sale without its payment",
    "UPDATE payments SET outcome = 'failed' WHERE order_id = :order",
    ":sold",
  ],
  [
    "sale-has-money",
    "a paid listing without its payment",
    "UPDATE orders SET sold_payment_id = NULL WHERE order_id = :listingOrder",
    ":application",
  ],
  [
    "sale-keeps-its-money",
    "a sale whose money was refunded",
    `INSERT INTO refunds (refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key)
       SELECT 'RFNDplanted', order_id, sold_payment_id, amount_paise, 'operator', 'succeeded', gen_random_uuid()
         FROM orders WHERE order_id = :order`,
    ":sold",
  ],
  [
    "refund-within-payment",
    "more refunded than paid",
    "UPDATE refunds SET amount_paise = amount_paise * 2 WHERE refund_id = :refund",
    ":lateOrder",
  ],
  [
    "refund-ends",
    "a refund that nobody asked for",
    `UPDATE refunds SET state = 'requested', created_at = clock_timestamp() - interval '2 days' WHERE refund_id = :refund`,
    ":refund",
  ],
  [
    "offer-as-sale",
    "an accepted offer without its sale",
    "UPDATE stall_offers SET state = 'accepted', chosen_stall_id = 'B50', ended_at = now() WHERE order_id = :offerOrder",
    ":offerOrder",
  ],
  [
    "offer-ends",
    "an offer that does not end",
    `UPDATE stall_offers SET expires_at = ${LONG_AGO} WHERE order_id = :offerOrder`,
    ":offerOrder",
  ],
  [
    "invoice-series",
    "a gap in the invoices' numbers",
    "DELETE FROM invoices WHERE number LIKE 'INV/%/000002'",
    ":third",
  ],
  [
    "invoice-series",
    "a counter ahead of its numbers",
    "UPDATE invoice_counters SET last_number = last_number + 1 WHERE series = 'CRN'",
    ":credits",
  ],
  ["invoice-as-sale", "a sale without its invoice", "DELETE FROM invoices WHERE order_id = :order", ":sold"],
  [
    "invoice-as-sale",
    "an invoice for what was not sold",
    "UPDATE invoices SET order_id = :lateOrder WHERE order_id = :order",
    ":released",
  ],
  [
    "invoice-as-sale",
    "a new invoice without its credit note",
    "DELETE FROM invoices WHERE kind = 'credit_note' AND order_id = :reissuedOrder",
    ":reissued",
  ],
  [
    "invoice-as-sale",
    "a second invoice that replaces none",
    "DROP INDEX invoices_one_per_order; UPDATE invoices SET replaces = NULL WHERE order_id = :reissuedOrder",
    ":reissued",
  ],
  [
    "invoice-reissued-whole",
    "a new invoice without its credit note",
    "DELETE FROM invoices WHERE kind = 'credit_note' AND order_id = :reissuedOrder",
    ":newInvoice",
  ],
  [
    "invoice-reissued-whole",
    "a new invoice for less than was taken back",
    `UPDATE invoices SET content = jsonb_set(content, '{tax,totalPaise}', '100') WHERE replaces IS NOT NULL`,
    ":newInvoice",
  ],
  [
    "invoice-reissued-whole",
    "a correction without its new invoice",
    "DELETE FROM invoices WHERE replaces IS NOT NULL AND order_id = :reissuedOrder",
    ":correction",
  ],
  [
    "invoice-as-sale",
    "a listing's new invoice without its credit note",
    "DELETE FROM invoices WHERE kind = 'credit_note' AND order_id = :reissuedListing",
    ":reissuedApplication",
  ],
  [
    "invoice-reissued-whole",
    "a listing's new invoice without its credit note",
    "DELETE FROM invoices WHERE kind = 'credit_note' AND order_id = :reissuedListing",
    ":newListingInvoice",
  ],
  [
    "invoice-reissued-whole",
    "a listing's correction without its new invoice",
    "DELETE FROM invoices WHERE replaces IS NOT NULL AND order_id = :reissuedListing",
    ":listingCorrection",
  ],
  [
    "invoice-adds-up",
    "taxes that are not the total",
    `UPDATE invoices SET content = jsonb_set(content, '{tax,taxablePaise}', '1') WHERE order_id = :order`,
    ":first",
  ],
  [
    "credit-notes-as-refunds",
    "a refund without its credit note",
    "DELETE FROM invoices WHERE kind = 'credit_note' AND order_id = :cancelledOrder",
    ":cancelledOrder",
  ],
  [
    "coupon-limits",
    "a coupon used twice of once",
    `INSERT INTO coupon_claims (booking_id, code, used_at) VALUES (:moved, 'ONCE50', now())`,
    "ONCE50",
  ],
  [
    "coupon-claims",
    "a claim of a booking that has ended",
    `INSERT INTO coupon_claims (booking_id, code) VALUES (:released, 'SAKHI25')`,
    ":released",
  ],
  ["coupon-claims", "a discount without its claim", "DELETE FROM coupon_claims WHERE booking_id = :sold", ":sold"],
  [
    "sale-confirmed-once",
    "a sale without its confirmation",
    `UPDATE bookings SET ended_at = ${LONG_AGO} WHERE id = :sold;
     DELETE FROM mails WHERE booking_id = :sold AND template = 'booking-confirmed'`,
    ":sold",
  ],
  [
    "sale-confirmed-once",
    "a second confirmation",
    `INSERT INTO mails (id, dedupe_key, template, to_address, data, booking_id, state)
       VALUES (gen_random_uuid(), 'planted', 'booking-confirmed', 'x@example.com', '{}', :sold, 'sent')`,
    ":sold",
  ],
  [
    "sale-confirmed-once",
    "a paid listing without its confirmation",
    `UPDATE listing_orders SET paid_at = ${LONG_AGO} WHERE order_id = :listingOrder;
     DELETE FROM mails WHERE dedupe_key = 'listing-paid-' || :listingOrder`,
    ":listingOrder",
  ],
  [
    "refund-mailed-once",
    "a refund without its mail",
    "DELETE FROM mails WHERE dedupe_key = 'payment-refunded/' || :refund",
    ":refund",
  ],
  [
    "refund-mailed-once",
    "a refund without the mail about its end",
    "DELETE FROM mails WHERE dedupe_key = 'refund-ended/' || :refund",
    ":refund",
  ],
  [
    "cancellation-mailed",
    "a cancellation without its mail",
    "DELETE FROM mails WHERE booking_id = :cancelled AND template = 'booking-cancelled'",
    ":cancelled",
  ],
  [
    "mails-move",
    "a mail that nobody sends",
    `UPDATE mails SET state = 'queued', created_at = ${LONG_AGO}, claimed_at = NULL WHERE id = :mail`,
    ":mail",
  ],
  ["mails-move", "a mail given up without an issue", "UPDATE mails SET state = 'failed' WHERE id = :mail", ":mail"],
  [
    "invoices-rendered",
    "an invoice without its PDF",
    `UPDATE invoices SET pdf = NULL, issued_at = ${LONG_AGO} WHERE order_id = :order`,
    ":first",
  ],
  [
    "outbox-moves",
    "a message that nobody passes on",
    `INSERT INTO outbox (id, topic, payload, created_at) OVERRIDING SYSTEM VALUE
       VALUES (987654321, 'workflow', '{}', ${LONG_AGO})`,
    "987654321",
  ],
  [
    "webhooks-move",
    "a webhook that nobody handles",
    `INSERT INTO webhook_inbox (id, event_key, type, body, received_at) OVERRIDING SYSTEM VALUE
       VALUES (987654321, 'planted', 'PLANTED', '{}', ${LONG_AGO})`,
    "987654321",
  ],
  [
    "queue-moves",
    "a job that nobody takes",
    `INSERT INTO bullmq.job (queue, id, seq, name, state, data, opts, added_at_ms, process_at_ms)
       VALUES ('mails', 'planted', 1, 'mails', 'waiting', '{}', '{}', 1, 1)`,
    "mails/planted",
  ],
  [
    "no-personal-data-in-records",
    "an email address in a booking's history",
    `INSERT INTO booking_events (id, booking_id, stall_id, kind, actor, detail) OVERRIDING SYSTEM VALUE
       VALUES (987654321, :released, 'A3', 'attempt_failed', 'provider', '{"note": "asha@example.com"}')`,
    "booking_events 987654321",
  ],
  [
    "no-personal-data-in-records",
    "a phone number in an issue",
    `INSERT INTO issues (id, kind, subject, facts) VALUES ('22222222-2222-4222-8222-222222222222', 'mail_failed', 'x', '{"to": "9876543210"}')`,
    "issues 22222222-2222-4222-8222-222222222222",
  ],
  [
    "no-personal-data-in-queue",
    "an email address in a job",
    `INSERT INTO bullmq.job (queue, id, seq, name, state, data, opts, added_at_ms)
       VALUES ('mails', 'planted', 1, 'mails', 'completed', '{"to": "asha@example.com"}', '{}', 1)`,
    "mails/planted",
  ],
  [
    "erased-is-empty",
    "an erased booking that still has its name",
    "UPDATE bookings SET erased_at = now() WHERE id = :released",
    ":erased",
  ],
  [
    "retention-kept",
    "a registration that should have been erased",
    `UPDATE bookings SET state = 'released', release_reason = 'left', ended_at = now() - interval '10 years' WHERE id = :registered;
     UPDATE orders SET state = 'void' WHERE subject_id = :registered`,
    ":overdue",
  ],
];

describe("the rules over a healthy product", () => {
  it("hold, one of each being there", async () => {
    expect(await brokenRules(test.mela.db.database, DATABASE_RULES, SETTINGS)).toEqual([]);
  });

  it("have names of their own, and say what must hold and what to do", () => {
    const names = RULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, description, resolution } of RULES) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(resolution).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("have a planted violation each", () => {
    expect([...new Set(PLANTED.map(([rule]) => rule))].toSorted()).toEqual(
      DATABASE_RULES.map(({ name }) => name).toSorted(),
    );
  });
});

describe("a planted violation is found, and its row named", () => {
  beforeAll(async () => {
    const [found] = await test.mela.query<Record<string, string>>(
      `SELECT (SELECT number FROM invoices WHERE number LIKE 'INV/%/000003') AS third,
              (SELECT series || '/' || financial_year FROM invoice_counters WHERE series = 'CRN') AS credits,
              (SELECT number FROM invoices WHERE kind = 'invoice' AND order_id = $1) AS first,
              (SELECT id::text FROM mails LIMIT 1) AS mail`,
      [ids["order"]],
    );
    Object.assign(ids, found);
    ids["erased"] = `bookings ${ids["released"]}`;
    ids["overdue"] = `bookings ${ids["registered"]}`;
  });

  it.each(PLANTED)("%s: %s", async (rule, _what, sql, row) => {
    const found = await foundAfter(sql);
    const named = row.startsWith(":") ? ids[row.slice(1)] : row;
    expect(named).toBeDefined();
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${rule}: ${named}, `)));
  });
});
