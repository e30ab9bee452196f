import { EVENT_ENDS } from "../events/event-ends.sql.js";
import type { Tx } from "../platform/database/database.js";
import { idsOf } from "../platform/database/personal.sql.js";

/**
 * When the papers of booking `b` are no longer needed, as SQL: at its end, of a sold one when its event is over; null while it
 * is under way.
 */
export const PAPERS_END = `CASE b.state WHEN 'released' THEN b.ended_at WHEN 'sold' THEN (
  SELECT ${EVENT_ENDS} FROM stalls s JOIN events e ON e.id = s.event_id WHERE s.stall_key = b.stall_key) END`;

/** Whether papers of booking `b` may be erased. No tax records, so also of paid bookings. */
export const ERASABLE_PAPERS = `coalesce(${PAPERS_END} <= clock_timestamp(), false)
    AND EXISTS (SELECT FROM paper_answers p WHERE p.booking_id = b.id
                 UNION ALL SELECT FROM paper_uploads u WHERE u.booking_id = b.id)`;

/** Deletes what these bookings answered and uploaded, once it is no longer needed. Locks them. @returns their ids */
export async function erasePapers(tx: Tx, bookings: readonly string[]): Promise<string[]> {
  const over = await idsOf(
    tx,
    `SELECT b.id FROM bookings b WHERE b.id = ANY($1::uuid[]) AND ${ERASABLE_PAPERS} FOR UPDATE OF b`,
    bookings,
  );
  await deletePapers(tx, over);
  return over;
}

/** Deletes what these bookings answered and uploaded; the answers with their files. */
export async function deletePapers(tx: Tx, bookings: readonly string[]): Promise<void> {
  await tx.query("DELETE FROM paper_uploads WHERE booking_id = ANY($1::uuid[])", [bookings]);
  await tx.query("DELETE FROM paper_answers WHERE booking_id = ANY($1::uuid[])", [bookings]);
}

/** Deletes files of which nothing has arrived for a day. @returns their bookings */
export function deleteLeftPaperUploads(tx: Tx, bookings: readonly string[]): Promise<string[]> {
  return idsOf(
    tx,
    `DELETE FROM paper_uploads WHERE booking_id = ANY($1::uuid[]) AND updated_at < clock_timestamp() - interval '1 day'
     RETURNING booking_id AS id`,
    bookings,
  );
}
