import type { Tx } from "../platform/database/database.js";
import { correctMine, idsOf, lastTen, type PersonCorrection } from "../platform/database/personal.sql.js";

/** Deletes enquiries; mails about them: {@link enquiryMailKeys}. @returns their ids */
export function deleteEnquiries(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx, "DELETE FROM enquiries WHERE id = ANY($1::uuid[]) RETURNING id", ids);
}

/** As {@link deleteEnquiries}: what others wrote to these brands. */
export function deleteEnquiriesTo(tx: Tx, brands: readonly string[]): Promise<string[]> {
  return idsOf(tx, "DELETE FROM enquiries WHERE brand_id = ANY($1::uuid[]) RETURNING id", brands);
}

/** Patterns of the dedupe keys of mails about enquiries: confirmations, copies of the organisation or the owner, and resent ones. */
export const enquiryMailKeys = (ids: readonly string[]): string[] => ids.map((id) => `enquiry-%-${id}%`);

/** Forgets where enquiries came from. @returns their ids */
export function forgetEnquiryNetworks(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx, "UPDATE enquiries SET network = NULL WHERE id = ANY($1::uuid[]) RETURNING id", ids);
}

const CORRECTED = `UPDATE enquiries SET first_name = coalesce(split_part(:fullName, ' ', 1), first_name),
  last_name = coalesce(regexp_replace(:fullName, '^\\S+\\s*', ''), last_name), email = coalesce(:email, email),
  phone = coalesce(:phoneNumber, phone)`;

/** Corrects those of these enquiries that are the person's. @returns their ids */
export function correctEnquiries(tx: Tx, ids: readonly string[], person: PersonCorrection): Promise<string[]> {
  return correctMine(tx, CORRECTED, ids, person, lastTen("coalesce(phone, '')"));
}
