import type { Tx } from "../platform/database/database.js";

/** Erases the words of messages that were for these bookings alone; the rest says nothing of one person. */
export async function eraseMessagesTo(tx: Tx, bookings: readonly string[]): Promise<void> {
  if (bookings.length === 0) return;
  await tx.query(
    `UPDATE messages SET subject = '', text = '', erased_at = clock_timestamp()
      WHERE audience = 'chosen' AND erased_at IS NULL AND booking_ids && $1::uuid[] AND booking_ids <@ $1::uuid[]`,
    [bookings],
  );
}
