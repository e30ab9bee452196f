import { EVENT_ENDS } from "../events/event-ends.sql.js";
import type { Tx } from "../platform/database/database.js";
import { idsOf } from "../platform/database/personal.sql.js";

/** Whether arrivals of booking `b` may be erased: its event is over. No tax records, so also of paid bookings. */
export const ERASABLE_ARRIVALS = `(
    SELECT ${EVENT_ENDS} <= clock_timestamp() FROM stalls es JOIN events e ON e.id = es.event_id WHERE es.stall_key = b.stall_key)
    AND EXISTS (SELECT FROM gate_ticks gt WHERE gt.booking_id = b.id)`;

/** Deletes the arrivals of these bookings whose event is over. Locks them. @returns their ids */
export async function eraseArrivals(tx: Tx, bookings: readonly string[]): Promise<string[]> {
  const over = await idsOf(
    tx,
    `SELECT b.id FROM bookings b WHERE b.id = ANY($1::uuid[]) AND ${ERASABLE_ARRIVALS} FOR UPDATE OF b`,
    bookings,
  );
  await deleteArrivals(tx, over);
  return over;
}

/** Deletes the arrivals of these bookings. */
export async function deleteArrivals(tx: Tx, bookings: readonly string[]): Promise<void> {
  await tx.query("DELETE FROM gate_ticks WHERE booking_id = ANY($1::uuid[])", [bookings]);
}
