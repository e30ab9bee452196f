import { rows, type Tx } from "../platform/database/database.js";
import { ERASED, idsOf } from "../platform/database/personal.sql.js";

/** Whether consent `c` may be erased: always, it only serves the person. */
export const ERASABLE_CONSENT = "c.erased_at IS NULL";
/** Whether message `w` may be deleted for its age. */
export const ERASABLE_WHATSAPP = "w.state NOT IN ('queued', 'sending')";

/** Ends and erases those of these consents that may be erased, and what Meta's ids of their messages say. @returns their ids */
export async function eraseConsents(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const erased = await idsOf(
    tx,
    `UPDATE whatsapp_consents c
        SET phone = '${ERASED.phone}', erased_at = clock_timestamp(), withdrawn_at = coalesce(withdrawn_at, clock_timestamp()),
            withdrawn_by = coalesce(withdrawn_by, 'erased')
      WHERE c.id = ANY($1::uuid[]) AND ${ERASABLE_CONSENT} RETURNING c.id`,
    ids,
  );
  if (erased.length > 0) {
    // Meta's ids contain the number.
    await rows(tx, "UPDATE whatsapp_messages SET provider_id = NULL WHERE consent_id = ANY(:erased::uuid[])", {
      erased,
    });
  }
  return erased;
}

/** As {@link eraseConsents}, of these bookings or applications. */
export async function eraseConsentsOf(
  tx: Tx,
  type: "booking" | "application",
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  const found = await rows<{ id: string }>(
    tx,
    `SELECT c.id FROM whatsapp_consents c
      WHERE c.subject_type = :type AND c.subject_id = ANY(:subjects::uuid[]) AND ${ERASABLE_CONSENT} FOR UPDATE`,
    { type, subjects },
  );
  await eraseConsents(
    tx,
    found.map(({ id }) => id),
  );
}

/** Deletes those of these messages that have ended. @returns their ids */
export function deleteWhatsappMessages(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(
    tx,
    `DELETE FROM whatsapp_messages w WHERE w.id = ANY($1::uuid[]) AND ${ERASABLE_WHATSAPP} RETURNING w.id`,
    ids,
  );
}

/** Ends those of these consents that are for another number than the person's corrected one. */
export async function endConsentsOfOtherNumbers(tx: Tx, ids: readonly string[], phone: string): Promise<void> {
  if (ids.length === 0) return;
  await rows(
    tx,
    `UPDATE whatsapp_consents SET withdrawn_at = clock_timestamp(), withdrawn_by = 'number'
      WHERE id = ANY(:ids::uuid[]) AND phone <> :phone AND withdrawn_at IS NULL`,
    { ids, phone },
  );
}
