import type { Tx } from "../../platform/database/database.js";
import type { BrandRow, ListingSeed } from "./demo-rows.js";

/** Where planted rows say they come from. */
export type Origin = "demonstration" | "measuring";

/** Inserts brands in one statement. */
export async function insertBrands(tx: Tx, brands: readonly BrandRow[], origin: Origin): Promise<void> {
  await tx.query(
    `INSERT INTO brands (id, module, name, category, logo, description, location, website_url, partner_name,
                         contact_email, contact_phone, linkedin_url, facebook_url, instagram_url, whatsapp_url, origin)
     SELECT r.*, $2 FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, module text, name text, category text, logo text,
       description text, location text, website_url text, partner_name text, contact_email text, contact_phone text,
       linkedin_url text, facebook_url text, instagram_url text, whatsapp_url text)`,
    [JSON.stringify(brands), origin],
  );
}

/** Inserts live listings with their pictures in two statements. They do not expire. */
export async function insertListings(tx: Tx, listings: readonly ListingSeed[]): Promise<void> {
  const json = JSON.stringify(listings);
  await tx.query(
    `INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, image, event_name, status)
     SELECT r.*, 'live' FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, brand_id uuid, module text, brand_key text,
       category text, name text, description text, image text, event_name text)`,
    [json],
  );
  await tx.query(
    `INSERT INTO product_images (listing_id, position, image_url)
     SELECT r.id, i.position - 1, i.url
       FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, images jsonb),
            jsonb_array_elements_text(r.images) WITH ORDINALITY AS i(url, position)`,
    [json],
  );
}
