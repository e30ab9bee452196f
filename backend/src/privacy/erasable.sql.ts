import { LATE_MONEY_CHECKS_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { EVENT_ENDS } from "../events/event-ends.sql.js";

/** Placeholder for erased text. */
export const ERASED_TEXT = "Erased";

/**
 * Whether a booking or an application was ever paid, which makes its records tax records. `subject` is SQL for its id.
 */
const wasPaid = (type: "booking" | "application", subject: string): string => `
  EXISTS (SELECT 1 FROM orders o JOIN payments p ON p.order_id = o.order_id AND p.outcome = 'success'
           WHERE o.subject_type = '${type}' AND o.subject_id = ${subject})`;
/** How long money may arrive after an order's end, as an SQL interval: until the last check for it, plus one day. */
const LATE_MONEY = `interval '${Math.max(...LATE_MONEY_CHECKS_SECONDS) + 86_400} seconds'`;
/** Whether an order can still be paid, or money for an ended order can still arrive. */
const canBePaid = (type: "booking" | "application", subject: string): string => `
  EXISTS (SELECT 1 FROM orders o WHERE o.subject_type = '${type}' AND o.subject_id = ${subject}
                                   AND (o.state IN ('unsent', 'open', 'closing')
                                        OR (o.state = 'closed' AND o.ended_at > clock_timestamp() - ${LATE_MONEY})))`;

/**
 * When the papers of booking `b` are no longer needed, as SQL: at its end, of a sold one when its event is over; null while it
 * is under way.
 */
export const PAPERS_END = `CASE b.state WHEN 'released' THEN b.ended_at WHEN 'sold' THEN (
  SELECT ${EVENT_ENDS} FROM stalls s JOIN events e ON e.id = s.event_id WHERE s.stall_key = b.stall_key) END`;

/**
 * SQL conditions for erasing bookings `b` and their papers, requests `r`, applications `a` and mails `m`; the nightly job and
 * requests share them.
 */
export const ERASABLE = {
  booking: `b.state = 'released' AND b.final_paise IS NOT NULL AND b.erased_at IS NULL
    AND NOT ${wasPaid("booking", "b.id")} AND NOT ${canBePaid("booking", "b.id")}`,
  request: `r.state <> 'open'
    AND (r.text <> '${ERASED_TEXT}' OR r.details IS NOT NULL OR r.answer <> '${ERASED_TEXT}')`,
  /** No tax records, so also of paid bookings. */
  papers: `coalesce(${PAPERS_END} <= clock_timestamp(), false)
    AND EXISTS (SELECT FROM paper_answers p WHERE p.booking_id = b.id
                 UNION ALL SELECT FROM paper_uploads u WHERE u.booking_id = b.id)`,
  application: `a.state IN ('rejected', 'withdrawn', 'lapsed', 'expired', 'joined') AND a.erased_at IS NULL
    AND NOT ${canBePaid("application", "a.id")}`,
  mail: `m.state IN ('sent', 'failed') AND m.erased_at IS NULL`,
} as const;
