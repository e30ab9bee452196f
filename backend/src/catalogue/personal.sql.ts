import { BRAND_FIELDS, PRODUCT_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import { correctableFields } from "@sakhi/domain/fields/correction.rules";
import type { CorrectableBy } from "@sakhi/domain/fields/declared-fields";
import { rows, type Tx } from "../platform/database/database.js";
import { eraseColumns, keepsDetails, replaceColumns } from "../platform/database/declared-columns.js";
import { idsOf } from "../platform/database/personal.sql.js";

const SHOWN = replaceColumns(BRAND_FIELDS, correctableFields(BRAND_FIELDS, "person"));

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
    `UPDATE brands SET ${eraseColumns(BRAND_FIELDS)}, updated_at = clock_timestamp()
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
    `UPDATE listings SET ${eraseColumns(PRODUCT_FIELDS)}, updated_at = clock_timestamp()
      WHERE brand_id = ANY($1::uuid[]) AND ${keepsDetails(PRODUCT_FIELDS)}`,
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
    `UPDATE brands SET ${SHOWN.set}, updated_at = clock_timestamp() WHERE id = :brandId AND ${SHOWN.found} RETURNING id`,
    {
      brandId,
      ...shownOf(contact),
      ...Object.fromEntries(Object.entries(shownOf(former)).map(([name, value]) => [`${name}Before`, value])),
    },
  );
  return corrected.length > 0;
}

/** The person's values as the columns of her brand may have them. */
function shownOf({ fullName, email, whatsappBusinessContact: number }: PublishedContact) {
  return {
    partnerName: fullName,
    contactEmail: email,
    contactPhone: `+91 ${number.slice(0, 5)} ${number.slice(5)}`,
    whatsappUrl: `https://wa.me/91${number}`,
  } satisfies Record<CorrectableBy<typeof BRAND_FIELDS, "person">, string>;
}
