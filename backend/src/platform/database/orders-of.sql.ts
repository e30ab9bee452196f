/** What is paid for with orders. */
type SubjectType = "booking" | "application";

/**
 * The orders of what is paid for, in SQL. A booking has those that were made for it, each change of its registration another one, and
 * those that pay for its moves; a further stall of an order has its first one's (docs/decisions/0131).
 *
 * @param subject SQL of the booking's or application's id
 * @returns a SELECT of `order_id`
 */
export const ordersOf = (type: SubjectType, subject: string): string => {
  const made = `SELECT made.order_id FROM orders made WHERE made.subject_type = '${type}' AND made.subject_id = ${subject}`;
  if (type === "application") return made;
  return `${made} UNION SELECT shared.order_id FROM bookings shared WHERE shared.id = ${subject} AND shared.order_id IS NOT NULL`;
};

/**
 * Whether a booking or an application was ever paid, which makes its records tax records. `subject` is SQL for its id.
 */
export const wasPaid = (type: SubjectType, subject: string): string => `
  EXISTS (SELECT 1 FROM (${ordersOf(type, subject)}) own JOIN payments p USING (order_id) WHERE p.outcome = 'success')`;
