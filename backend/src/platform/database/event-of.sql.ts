import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";

/**
 * Which event a record belongs to, in SQL: by its booking's stall, whose event never changes. Each expression is the id of the
 * event; null if the record belongs to none, e.g. to a listing.
 */

/** @param booking SQL of a booking's id */
export const eventOfBooking = (booking: string): string =>
  `(SELECT event_of_stall(ob.stall_key) FROM bookings ob WHERE ob.id = ${booking})`;

/** @param order SQL of an order's id */
export const eventOfOrder = (order: string): string =>
  `(SELECT event_of_stall(ob.stall_key) FROM orders oo JOIN bookings ob ON oo.subject_type = 'booking' AND ob.id = oo.subject_id
     WHERE oo.order_id = ${order})`;

const UUID =
  "CASE WHEN audit_log.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN audit_log.subject_id::uuid END";
const slugOf = (event: string): string => `(SELECT e.slug FROM events e WHERE e.id = ${event})`;

/**
 * The slug of the event of an issue, in SQL. It is about its booking; without one about its order, which is its subject or among
 * its facts; or about an event as a whole.
 *
 * @param issue alias of a row of `issues`
 */
export const slugOfIssue = (issue: string): string =>
  `coalesce(${slugOf(eventOfBooking(`${issue}.booking_id`))}, ${slugOf(eventOfOrder(`${issue}.facts->>'orderId'`))},
     ${slugOf(eventOfOrder(`${issue}.subject`))}, (SELECT e.slug FROM events e WHERE e.slug = ${issue}.facts->>'ofEvent'))`;

/**
 * The slug of the event of an entry of the audit log, or {@link ALL_EVENTS}; null if it is about no event. What names no record says it in
 * its facts; entries about a stall from before they did are resolved while only one event has a stall of this number.
 */
export const EVENT_OF_AUDIT_ENTRY = `coalesce(audit_log.after->>'event', audit_log.before->>'event', CASE audit_log.subject_type
  WHEN 'booking' THEN ${slugOf(eventOfBooking(UUID))}
  WHEN 'mail' THEN ${slugOf(eventOfBooking(`(SELECT m.booking_id FROM mails m WHERE m.id = ${UUID})`))}
  WHEN 'invoice' THEN ${slugOf(eventOfOrder(`(SELECT i.order_id FROM invoices i WHERE i.id = ${UUID})`))}
  WHEN 'issue' THEN (SELECT ${slugOfIssue("i")} FROM issues i WHERE i.id = ${UUID})
  WHEN 'event' THEN (SELECT e.slug FROM events e WHERE e.slug = audit_log.subject_id OR e.id::text = audit_log.subject_id LIMIT 1)
  WHEN 'registrations' THEN CASE WHEN audit_log.subject_id = '${ALL_EVENTS}' THEN '${ALL_EVENTS}'
                            ELSE (SELECT e.slug FROM events e WHERE e.slug = audit_log.subject_id) END
  WHEN 'stall' THEN (SELECT min(e.slug) FROM stalls s JOIN events e ON e.id = s.event_id
                      WHERE s.stall_id = audit_log.subject_id HAVING count(*) = 1) END)`;
