import type { Tx } from "../platform/database/database.js";
import { ERASED, idsOf } from "../platform/database/personal.sql.js";

/** Whether request `r` may be erased: it is answered. A booking's is no tax record. */
export const ERASABLE_REQUEST = `r.state <> 'open'
    AND (r.text <> '${ERASED.text}' OR r.details IS NOT NULL OR r.answer <> '${ERASED.text}')`;

const ERASE = `
  UPDATE booking_requests r
     SET text = '${ERASED.text}', details = NULL, answer = CASE WHEN answer IS NOT NULL THEN '${ERASED.text}' END`;

/** Erases those of these requests that may be erased. @returns their ids */
export function eraseBookingRequests(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx, `${ERASE} WHERE r.id = ANY($1::uuid[]) AND ${ERASABLE_REQUEST} RETURNING r.id`, ids);
}

/** Erases every request of erased bookings. */
export async function eraseRequestsOfBookings(tx: Tx, bookings: readonly string[]): Promise<void> {
  await tx.query(`${ERASE} WHERE r.booking_id = ANY($1::uuid[])`, [bookings]);
}
