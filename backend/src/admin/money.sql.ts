import { eventOfOrder } from "../platform/database/event-of.sql.js";
import { ACCOUNTS } from "./accounts-export.sql.js";
import { NET_PAISE, PAYMENT_STATUS } from "./registrations.sql.js";

/** Money of an event in some days, as the accounts' file has it; of listings, and what belongs to no event, without an event. */
export interface AccountsSum {
  readonly eventId: number | null;
  readonly soldPaise: number;
  readonly refundedPaise: number;
}

/** The accounts' amounts by event: exactly the rows of that file, so that the sums are its totals. Parameters: first and last day. */
export const ACCOUNTS_BY_EVENT = `
  SELECT "eventId", coalesce(sum("paidPaise"), 0)::float8 AS "soldPaise",
         coalesce(sum("refundedPaise") FILTER (WHERE "refundState" IS DISTINCT FROM 'failed'), 0)::float8 AS "refundedPaise"
    FROM (${ACCOUNTS.replaceAll("$3", "NULL")}) accounts GROUP BY "eventId"`;

/** Fees of the payment provider by event, and what it has not paid out yet. */
export interface FeesRow {
  readonly eventId: number | null;
  /** With the GST on them. */
  readonly feesPaise: number;
  /** Received payments that are in no payout that was paid, before fees and refunds. */
  readonly notPaidOutPaise: number;
}

/** Whether a payout was ever read: before, fees are not recorded, and the overview says so. */
export const ARE_FEES_RECORDED = "SELECT EXISTS (SELECT FROM payouts WHERE state = 'paid') AS recorded";

/**
 * Each fee belongs to the event of its order, and to the day of the payment that it was taken from; of other lines to their own. What a
 * payout itself costs belongs to no event. Parameters as of {@link ACCOUNTS_BY_EVENT}.
 */
export const FEES_BY_EVENT = `
  WITH entries (order_id, at, fees, waiting) AS (
    SELECT coalesce(paid.order_id, l.order_id), coalesce(paid.completed_at, paid.seen_at, l.at, p.paid_at),
           l.fee_paise + l.fee_tax_paise, 0
      FROM payout_lines l JOIN payouts p USING (payout_id)
      LEFT JOIN payments paid ON paid.provider_payment_id = l.payment_id AND l.kind = 'payment'
     WHERE p.state = 'paid'
    UNION ALL
    SELECT NULL, p.paid_at, p.fee_paise + p.fee_tax_paise, 0 FROM payouts p WHERE p.state = 'paid'
    UNION ALL
    SELECT r.order_id, coalesce(r.completed_at, r.seen_at), 0, r.amount_paise FROM payments r
     WHERE r.outcome = 'success' AND r.offline_reference IS NULL
       AND NOT EXISTS (SELECT FROM payout_lines l JOIN payouts p USING (payout_id)
                        WHERE p.state = 'paid' AND l.kind = 'payment' AND l.payment_id = r.provider_payment_id))
  SELECT event.id AS "eventId", sum(fees)::float8 AS "feesPaise", sum(waiting)::float8 AS "notPaidOutPaise"
    FROM entries CROSS JOIN LATERAL (SELECT ${eventOfOrder("entries.order_id")} AS id) event
   WHERE ($1::date IS NULL OR at >= $1::date::timestamp AT TIME ZONE 'Asia/Kolkata')
     AND ($2::date IS NULL OR at < ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata')
   GROUP BY 1`;

/** Stalls of an event that are sold now, and money that is still to come from those who are registered or paying. */
export interface BookedRow {
  readonly eventId: number;
  readonly soldStalls: number;
  readonly expectedPaise: number;
}

export const BOOKED_BY_EVENT = `
  SELECT s.event_id AS "eventId", (count(*) FILTER (WHERE b.state = 'sold'))::int AS "soldStalls",
         coalesce(sum(b.final_paise) FILTER (WHERE ${PAYMENT_STATUS} = 'payment_pending'), 0)::float8 AS "expectedPaise"
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
   WHERE b.state IN ('sold', 'registered', 'paying') GROUP BY s.event_id`;

/** Who waits for a stall of an event. */
export interface WaitingRow {
  readonly eventId: number;
  readonly waiting: number;
}

export const WAITING_BY_EVENT = `
  SELECT w.event_id AS "eventId", count(*)::int AS waiting FROM waiting_places w WHERE w.ended_at IS NULL GROUP BY w.event_id`;

/** Stalls of an event sold on an Indian day and not cancelled since, with their money net of refunds, as the figures of one event count. */
export interface DayRow {
  readonly eventId: number;
  readonly day: string;
  readonly sold: number;
  readonly paise: number;
}

export const SALES_BY_DAY = `
  SELECT s.event_id AS "eventId", to_char(sold_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day, count(*)::int AS sold,
         sum(net_paise)::float8 AS paise
    FROM (SELECT b.stall_key, coalesce(b.ended_at, b.registered_at, b.held_at) AS sold_at, ${NET_PAISE} AS net_paise
            FROM bookings b
           WHERE b.final_paise IS NOT NULL AND b.state = 'sold' AND ${PAYMENT_STATUS} = 'payment_successful') sales
    JOIN stalls s ON s.stall_key = sales.stall_key
   GROUP BY 1, 2 ORDER BY 2`;
