import { correctableFields } from "@sakhi/domain/fields/correction.rules";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import type { PublishedContact } from "../catalogue/personal.sql.js";
import { canBePaid } from "../payments/personal.sql.js";
import { readIn, rows, type Tx } from "../platform/database/database.js";
import { eraseColumns, setGivenColumns } from "../platform/database/declared-columns.js";
import {
  correctMine,
  ERASED,
  idsOf,
  MINE,
  type PersonContact,
  type PersonCorrection,
} from "../platform/database/personal.sql.js";
import { ApplicationEntity } from "./listings.entities.js";

/** Whether application `a` may be erased: it is over, and can't be paid. */
export const ERASABLE_APPLICATION = `a.state IN ('rejected', 'withdrawn', 'lapsed', 'expired', 'joined') AND a.erased_at IS NULL
    AND NOT ${canBePaid("application", "a.id")}`;

/** Erases those of these applications that may be erased. @returns their ids */
export async function eraseApplications(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const erased = await idsOf(
    tx,
    `UPDATE listing_applications a
        SET ${eraseColumns(APPLICATION_FIELDS)}, decision_reason = CASE WHEN decision_reason IS NOT NULL THEN '${ERASED.text}' END,
            visitor_id = NULL, digest = 'erased ' || a.id, erased_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE a.id = ANY($1::uuid[]) AND ${ERASABLE_APPLICATION} RETURNING a.id`,
    ids,
  );
  await tx.query("UPDATE listing_orders SET visitor_id = NULL WHERE application_id = ANY($1::uuid[])", [erased]);
  return erased;
}

/** Deletes claims of free listings that wait for the booker. @returns their ids */
export function deleteClaims(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx, "DELETE FROM listing_claims WHERE id = ANY($1::uuid[]) RETURNING id", ids);
}

/**
 * Corrects the person's WhatsApp numbers in these applications. Another applicant may have named her number. Call it before
 * {@link correctApplications}: they are compared with her phone number. @returns the applications' ids
 */
export async function correctWhatsappNumbers(
  tx: Tx,
  ids: readonly string[],
  contact: PersonContact,
  phoneNumber: string,
): Promise<string[]> {
  const number = (column: string): string =>
    `${column} = CASE WHEN ${column} = :contactPhone OR (${column} = phone AND ${MINE("email", "phone")})
                      THEN :phoneNumber ELSE ${column} END`;
  const corrected = await rows<{ id: string }>(
    tx,
    `UPDATE listing_applications SET ${number("whatsapp_number")}, ${number("whatsapp_business_contact")},
                                     updated_at = clock_timestamp() WHERE id = ANY(:ids::uuid[]) RETURNING id`,
    { ...contact, ids, phoneNumber },
  );
  return corrected.map(({ id }) => id);
}

const CORRECTED = `UPDATE listing_applications
  SET ${setGivenColumns(APPLICATION_FIELDS, correctableFields(APPLICATION_FIELDS, "person"))}, updated_at = clock_timestamp()`;

/** Corrects those of these applications that are the person's. @returns their ids */
export function correctApplications(tx: Tx, ids: readonly string[], person: PersonCorrection): Promise<string[]> {
  return correctMine(tx, CORRECTED, ids, person, "phone");
}

/** What those of these applications with a brand say that its page may show, in the order of their ids. */
export function publishedContacts(
  tx: Tx,
  ids: readonly string[],
): Promise<(PublishedContact & { readonly brandId: string })[]> {
  return readIn<PublishedContact & { readonly brandId: string }>(
    tx,
    ApplicationEntity,
    `SELECT id, brand_id, full_name, email, whatsapp_business_contact FROM listing_applications
      WHERE id = ANY($1::uuid[]) AND brand_id IS NOT NULL ORDER BY id`,
    [ids],
  );
}
