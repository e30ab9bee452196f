import {
  BOOKING_INITIAL_STATES,
  BOOKING_CHANGES,
  BOOKING_TRANSITIONS,
  type BookingState,
} from "@sakhi/domain/bookings/booking.states";
import type { Database } from "../../../src/platform/database/database.js";

const LIVE = "('held', 'registered', 'paying', 'sold', 'blocked')";

/** What must hold whatever was done. Each statement answers what breaks it: nothing. */
export const INVARIANTS: Readonly<Record<string, string>> = {
  "one live booking per stall": `
    SELECT stall_id FROM bookings WHERE state IN ${LIVE} GROUP BY stall_id HAVING count(*) > 1`,
  "one hold per visitor": `
    SELECT visitor_id FROM bookings WHERE state IN ('held', 'registered') AND visitor_id IS NOT NULL
     GROUP BY visitor_id HAVING count(*) > 1`,
  "a sold booking has exactly one paid order that was not refunded, of its amount": `
    SELECT b.id FROM bookings b WHERE b.state = 'sold' AND (
      NOT EXISTS (SELECT 1 FROM orders o WHERE o.order_id = b.order_id AND o.state = 'paid'
                     AND o.amount_paise = b.final_paise)
      OR (SELECT count(*) FROM orders o WHERE o.subject_id = b.id AND o.state = 'paid'
             AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.order_id)) <> 1)`,
  "a sold booking has exactly one payment, of its amount": `
    SELECT b.id FROM bookings b WHERE b.state = 'sold'
       AND (SELECT coalesce(sum(p.amount_paise), 0) FROM payments p
             WHERE p.order_id = b.order_id AND p.outcome = 'success') <> b.final_paise`,
  "a sold booking has exactly one invoice, of its amount, and no credit note": `
    SELECT b.id FROM bookings b WHERE b.state = 'sold'
       AND (SELECT array_agg(kind || (content->'tax'->>'totalPaise')) FROM invoices i
             WHERE i.order_id = b.order_id) IS DISTINCT FROM ARRAY['invoice' || b.final_paise]`,
  "what is not sold has no invoice, but where its sale was cancelled": `
    SELECT b.id FROM bookings b JOIN invoices i ON i.order_id = b.order_id
     WHERE b.state <> 'sold' AND b.release_reason IS DISTINCT FROM 'cancelled'`,
  "money that was paid is sold for, cancelled, goes back, or waits for the answer to an offer": `
    SELECT p.order_id FROM payments p JOIN bookings b ON b.order_id = p.order_id
     WHERE p.outcome = 'success' AND b.state <> 'sold' AND b.release_reason IS DISTINCT FROM 'cancelled'
       AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = p.order_id)
       AND NOT EXISTS (SELECT 1 FROM stall_offers f WHERE f.order_id = p.order_id AND f.state IN ('open', 'declined'))`,
  "an offer of another stall is accepted exactly where its order is sold for": `
    SELECT f.order_id FROM stall_offers f JOIN bookings b ON b.order_id = f.order_id
     WHERE (f.state = 'accepted') <> (b.state = 'sold' OR b.release_reason IS NOT DISTINCT FROM 'cancelled')`,
  "no refund is more than was paid": `
    SELECT r.order_id FROM refunds r WHERE r.state <> 'failed' GROUP BY r.order_id
    HAVING sum(r.amount_paise) > (SELECT coalesce(sum(p.amount_paise), 0) FROM payments p
                                   WHERE p.order_id = r.order_id AND p.outcome = 'success')`,
  "a cancelled sale has one credit note for its refund, of its amount": `
    SELECT b.id FROM bookings b JOIN refunds r ON r.order_id = b.order_id
     WHERE b.release_reason = 'cancelled' AND (
       SELECT array_agg((n.content->'tax'->>'totalPaise')::bigint) FROM invoices n
        WHERE n.order_id = b.order_id AND n.kind = 'credit_note') IS DISTINCT FROM ARRAY[r.amount_paise]`,
  "no credit notes are more than their invoice": `
    SELECT i.number FROM invoices i JOIN invoices n ON n.invoice_of = i.id GROUP BY i.id
    HAVING sum((n.content->'tax'->>'totalPaise')::bigint) > (i.content->'tax'->>'totalPaise')::bigint`,
  "invoice and credit note numbers have no gap": `
    SELECT kind, number FROM (
      SELECT kind, number, split_part(number, '/', 3)::int AS n,
             row_number() OVER (PARTITION BY kind ORDER BY number) AS rank FROM invoices) numbered
     WHERE n <> rank`,
  "the counters stand where the numbers end": `
    SELECT c.series FROM invoice_counters c
     WHERE c.last_number <> (SELECT count(*) FROM invoices i WHERE i.number LIKE c.series || '/%')`,
  // Money that comes late keeps a discount that was given up meanwhile: the one way past the limit.
  "coupon claims are within the limits": `
    SELECT k.code FROM coupon_claims k JOIN bookings b ON b.id = k.booking_id JOIN coupons c ON c.code = k.code
     WHERE (k.used_at IS NOT NULL OR b.state IN ('paying', 'sold')
            OR (b.state IN ('held', 'registered') AND b.hold_expires_at > clock_timestamp()))
       AND NOT EXISTS (SELECT 1 FROM booking_events e WHERE e.booking_id = b.id AND e.kind = 'sold_late')
     GROUP BY k.code, c.max_uses HAVING count(*) > c.max_uses`,
  "a discount is the coupon's use, or it was returned": `
    SELECT b.id FROM bookings b WHERE b.state = 'sold' AND b.coupon_code IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM coupon_claims k WHERE k.booking_id = b.id AND k.code = b.coupon_code
                          AND k.used_at IS NOT NULL)`,
  "who paid pays the price agreed, less the discount": `
    SELECT id FROM bookings WHERE final_paise <> price_paise - discount_paise`,
  "a free listing is offered with sold stalls only": `
    SELECT id FROM bookings WHERE (state = 'sold') <> (listing_offer <> 'not_offered')`,
  "no hold was extended past the cap": `
    SELECT id FROM bookings WHERE hold_extended_seconds > 1800`,
  "everyone whose booking was cancelled was notified": `
    SELECT b.id FROM bookings b WHERE b.release_reason = 'cancelled'
       AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.booking_id = b.id AND m.template = 'booking-cancelled')`,
};

interface Recorded {
  readonly booking_id: string;
  readonly kind: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string | null;
  readonly state: BookingState;
  readonly release_reason: string | null;
  readonly stall_id: string;
}

/**
 * Replays every booking's history from its events by the table of states.
 *
 * @returns what does not fit: an event that could not happen then, or an end that is not where the booking stands
 */
export async function brokenHistories(database: Database): Promise<string[]> {
  const reported = await database.query<Recorded>(
    `SELECT e.booking_id, e.kind, e.detail->>'from' AS from, e.detail->>'to' AS to, e.detail->>'note' AS reason,
            b.state, b.release_reason, b.stall_id
       FROM booking_events e JOIN bookings b ON b.id = e.booking_id ORDER BY e.booking_id, e.id`,
  );
  const histories = new Map<string, Recorded[]>();
  for (const event of reported) {
    histories.set(event.booking_id, [...(histories.get(event.booking_id) ?? []), event]);
  }
  return [...histories.values()].flatMap(brokenHistory);
}

function brokenHistory(events: readonly Recorded[]): string[] {
  const [first] = events;
  if (first === undefined) return [];
  const broken: string[] = [];
  let state: BookingState | undefined;
  let reason: string | null = null;
  let stallId: string | undefined;
  for (const event of events) {
    const { kind } = event;
    if (kind in BOOKING_INITIAL_STATES) {
      if (state !== undefined) broken.push(`${kind} again`);
      state = BOOKING_INITIAL_STATES[kind as keyof typeof BOOKING_INITIAL_STATES];
    } else if (kind in BOOKING_TRANSITIONS) {
      const { from, to } = BOOKING_TRANSITIONS[kind as keyof typeof BOOKING_TRANSITIONS];
      if (state === undefined || !(from as readonly BookingState[]).includes(state)) {
        broken.push(`${kind} from ${state ?? "nothing"}`);
      }
      if (kind === "sold_late" && reason === "cancelled") broken.push("sold after it was cancelled");
      state = to;
      reason = to === "released" ? (kind === "cancelled" ? "cancelled" : event.reason) : null;
    } else if (kind in BOOKING_CHANGES) {
      const states: readonly BookingState[] = BOOKING_CHANGES[kind as keyof typeof BOOKING_CHANGES];
      if (state === undefined || !states.includes(state)) broken.push(`${kind} while ${state ?? "nothing"}`);
      if (kind === "moved") {
        if (stallId !== undefined && event.from !== stallId) broken.push(`moved from ${String(event.from)}`);
        stallId = event.to ?? undefined;
      }
    }
  }
  if (state !== first.state) broken.push(`recorded ${state ?? "nothing"}, is ${first.state}`);
  if (reason !== first.release_reason) {
    broken.push(`recorded ${String(reason)}, is ${String(first.release_reason)}`);
  }
  if (stallId !== undefined && stallId !== first.stall_id)
    broken.push(`recorded ${stallId}, is ${first.stall_id}`);
  return broken.map((line) => `${first.booking_id}: ${line}`);
}
