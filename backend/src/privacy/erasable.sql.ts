import { LATE_MONEY_CHECKS_SECONDS } from "@sakhi/domain/bookings/booking.rules";

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
 * SQL conditions for erasing bookings `b`, their requests `r`, applications `a` and mails `m`; the nightly job and
 * requests share them.
 */
export const ERASABLE = {
  booking: `b.state = 'released' AND b.final_paise IS NOT NULL AND b.erased_at IS NULL
    AND NOT ${wasPaid("booking", "b.id")} AND NOT ${canBePaid("booking", "b.id")}`,
  request: `r.state <> 'open'
    AND (r.text <> '${ERASED_TEXT}' OR r.details IS NOT NULL OR r.answer <> '${ERASED_TEXT}')`,
  application: `a.state IN ('rejected', 'withdrawn', 'lapsed', 'expired', 'joined') AND a.erased_at IS NULL
    AND NOT ${canBePaid("application", "a.id")}`,
  mail: `m.state IN ('sent', 'failed') AND m.erased_at IS NULL`,
} as const;
