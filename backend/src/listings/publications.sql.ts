import { rows, type Tx } from "../platform/database/database.js";
import type { ApplicationEntity } from "./listings.entities.js";

/** What a brand's page may show of a person, because its owner chose to. */
export type PublishedContact = Pick<ApplicationEntity, "fullName" | "email" | "whatsappBusinessContact">;

/** The person's values as a brand's partner_name, contact_email, contact_phone and whatsapp_url may have them. */
function contactColumns({ fullName, email, whatsappBusinessContact: number }: PublishedContact): string[] {
  return [fullName, email, `+91 ${number.slice(0, 5)} ${number.slice(5)}`, `https://wa.me/91${number}`];
}

/**
 * Corrects a person's details on a brand's page at her request; each only where the page shows the former one.
 *
 * @returns false if the page shows none of them
 */
export async function correctPublished(
  tx: Tx,
  brandId: string,
  former: PublishedContact,
  contact: PublishedContact,
): Promise<boolean> {
  const corrected = await rows(
    tx,
    `UPDATE brands SET partner_name = CASE partner_name WHEN $2 THEN $6 ELSE partner_name END,
            contact_email = CASE contact_email WHEN $3 THEN $7 ELSE contact_email END,
            contact_phone = CASE contact_phone WHEN $4 THEN $8 ELSE contact_phone END,
            whatsapp_url = CASE whatsapp_url WHEN $5 THEN $9 ELSE whatsapp_url END, updated_at = clock_timestamp()
      WHERE id = $1 AND (partner_name = $2 OR contact_email = $3 OR contact_phone = $4 OR whatsapp_url = $5)
     RETURNING id`,
    [brandId, ...contactColumns(former), ...contactColumns(contact)],
  );
  return corrected.length > 0;
}
