import { mailboxKey } from "@sakhi/domain/fields/mailbox-key";
import type { WaitingState } from "@sakhi/domain/waiting/waiting.rules";
import type { Tx } from "../platform/database/database.js";
import { correctMine, idsOf, type PersonCorrection } from "../platform/database/personal.sql.js";
import { sqlList } from "../platform/database/sql-text.js";

/** States in which a stall is kept for the person: it has to be freed first. */
const KEPT = sqlList(["offered", "taken"] satisfies WaitingState[]);

/** Whether place `w` may be deleted: no stall is kept for it. */
export const ERASABLE_PLACE = `w.state NOT IN ${KEPT}`;

/** Deletes those of these places that may be deleted; mails about them: {@link waitingMailKeys}. @returns their ids */
export function deletePlaces(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(
    tx,
    `DELETE FROM waiting_places w WHERE w.id = ANY($1::uuid[]) AND ${ERASABLE_PLACE} RETURNING w.id`,
    ids,
  );
}

/** Patterns of the dedupe keys of mails about places. */
export const waitingMailKeys = (ids: readonly string[]): string[] => ids.map((id) => `waiting-%/${id}%`);

// Who reads a new address has not opened a link yet.
const CORRECTED = `UPDATE waiting_places SET full_name = coalesce(:fullName, full_name), email = coalesce(:email, email),
  phone = coalesce(:phoneNumber, phone), mailbox = coalesce(:mailbox, mailbox),
  confirmed_at = CASE WHEN :mailbox::text IS NULL OR :mailbox = mailbox OR state IN ${KEPT} THEN confirmed_at END`;

/** Corrects those of these places that are the person's. @returns their ids */
export function correctPlaces(tx: Tx, ids: readonly string[], person: PersonCorrection): Promise<string[]> {
  const withMailbox = { ...person, mailbox: person.email === null ? null : mailboxKey(person.email) };
  return correctMine(tx, CORRECTED, ids, withMailbox, "phone");
}
