import type { Tx } from "../platform/database/database.js";
import { idsOf } from "../platform/database/personal.sql.js";

/** Whether the words of message `m` may be erased for their age: it was for chosen holders, and has ended. */
export const ERASABLE_MESSAGE = "m.audience = 'chosen' AND m.ended_at IS NOT NULL AND m.erased_at IS NULL";

/** Erases the words of those of these messages that may be erased. @returns their ids */
export function eraseMessages(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(
    tx,
    `UPDATE messages m SET subject = '', text = '', erased_at = clock_timestamp()
      WHERE m.id = ANY($1::uuid[]) AND ${ERASABLE_MESSAGE} RETURNING m.id`,
    ids,
  );
}

/** Erases the words of messages that were for these bookings alone; the rest says nothing of one person. */
export async function eraseMessagesTo(tx: Tx, bookings: readonly string[]): Promise<void> {
  if (bookings.length === 0) return;
  await tx.query(
    `UPDATE messages SET subject = '', text = '', erased_at = clock_timestamp()
      WHERE audience = 'chosen' AND erased_at IS NULL AND booking_ids && $1::uuid[] AND booking_ids <@ $1::uuid[]`,
    [bookings],
  );
}
