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

/** Fees of the payment provider by event. */
export interface FeesRow {
  readonly eventId: number | null;
  readonly feesPaise: number;
}

/**
 * SQL of {@link FeesRow}s, with the parameters of {@link ACCOUNTS_BY_EVENT}. Undefined: fees are not recorded, and the overview says
 * so. Anyone who records a settlement states it here.
 */
export const FEES_BY_EVENT = undefined as string | undefined;

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
