import { LATE_MONEY_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { UNFINISHED_ORDER_STATES } from "@sakhi/domain/payments/payment.states";
import type { Tx } from "../platform/database/database.js";
import { ordersOf } from "../platform/database/orders-of.sql.js";
import { ERASED, idsOf } from "../platform/database/personal.sql.js";
import { sqlList } from "../platform/database/sql-text.js";

/** What is paid for with orders. */
type SubjectType = "booking" | "application";

/** How long money may arrive after an order's end, as an SQL interval: until the last check for it, plus one day. */
const LATE_MONEY = `interval '${LATE_MONEY_SECONDS + 86_400} seconds'`;

/** Whether an order can still be paid, or money for an ended order can still arrive. */
export const canBePaid = (type: SubjectType, subject: string): string => `
  EXISTS (SELECT 1 FROM (${ordersOf(type, subject)}) own JOIN orders o USING (order_id)
           WHERE o.state IN ${sqlList(UNFINISHED_ORDER_STATES)}
              OR (o.state = 'closed' AND o.ended_at > clock_timestamp() - ${LATE_MONEY}))`;

/** Erases the payer's details from payment requests; the provider's customer id stays. @returns the attempts' ids */
export function erasePaymentRequests(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(
    tx,
    `UPDATE payment_attempts
        SET request = jsonb_set(request, '{customer}', jsonb_build_object(
              'id', request #> '{customer,id}', 'phone', '${ERASED.phone}')),
            erased_at = clock_timestamp()
      WHERE id = ANY($1::uuid[]) AND erased_at IS NULL RETURNING id`,
    ids,
  );
}

/** As {@link erasePaymentRequests}, of these bookings or applications. */
export async function erasePaymentRequestsOf(tx: Tx, type: SubjectType, subjects: readonly string[]): Promise<void> {
  const attempts = await idsOf(
    tx,
    `SELECT a.id FROM payment_attempts a JOIN orders o USING (order_id)
      WHERE o.subject_type = '${type}' AND o.subject_id = ANY($1::uuid[])`,
    subjects,
  );
  await erasePaymentRequests(tx, attempts);
}
