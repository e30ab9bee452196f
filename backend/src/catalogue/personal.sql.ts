import { rows, type Tx } from "../platform/database/database.js";
import { idsOf } from "../platform/database/personal.sql.js";

/** What a brand's page may show of a person, because its owner chose to. */
export interface PublishedContact {
  readonly fullName: string;
  readonly email: string;
  /** Ten digits. */
  readonly whatsappBusinessContact: string;
}

/**
 * Erases what was published of erased applications, and of brands that have no other one the contacts and texts. The name of
 * the business stays: other sites may link to it.
 *
 * @returns those brands
 */
export async function erasePublished(tx: Tx, applications: readonly string[]): Promise<string[]> {
  await tx.query(
    `UPDATE listings SET description = '', updated_at = clock_timestamp()
      WHERE id IN (SELECT listing_id FROM listing_applications WHERE id = ANY($1::uuid[]))`,
    [applications],
  );
  return idsOf(
    tx,
    `UPDATE brands SET contact_email = NULL, contact_phone = NULL, whatsapp_url = NULL, partner_name = NULL,
                       website_url = NULL, linkedin_url = NULL, facebook_url = NULL, instagram_url = NULL,
                       description = '', updated_at = clock_timestamp()
      WHERE id IN (SELECT brand_id FROM listing_applications WHERE id = ANY($1::uuid[]))
        AND origin = 'application'
        AND NOT EXISTS (SELECT 1 FROM listing_applications o WHERE o.brand_id = brands.id AND o.erased_at IS NULL)
     RETURNING id`,
    applications,
  );
}

/** Erases texts, links and pictures of all products of erased brands. */
export async function eraseProducts(tx: Tx, brands: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE listings SET description = '', link = NULL, updated_at = clock_timestamp()
      WHERE brand_id = ANY($1::uuid[]) AND (description <> '' OR link IS NOT NULL)`,
    [brands],
  );
  await tx.query(
    `DELETE FROM product_images i USING listings l
      WHERE l.id = i.listing_id AND i.picture_id IS NOT NULL AND l.brand_id = ANY($1::uuid[])`,
    [brands],
  );
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

/** The person's values as a brand's partner_name, contact_email, contact_phone and whatsapp_url may have them. */
function contactColumns({ fullName, email, whatsappBusinessContact: number }: PublishedContact): string[] {
  return [fullName, email, `+91 ${number.slice(0, 5)} ${number.slice(5)}`, `https://wa.me/91${number}`];
}
