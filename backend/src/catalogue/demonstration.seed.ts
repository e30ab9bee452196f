import { createHash } from "node:crypto";
import { resolveCategory, type Category } from "@sakhi/domain/catalogue/categories";
import { toPaise } from "@sakhi/domain/money/money";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { logoPath, picturePath } from "@sakhi/domain/site/routes";
import { slugOf } from "@sakhi/domain/site/slug";
import { deleteShippedPictures, insertShippedPictures } from "../pictures/shipped-pictures.sql.js";
import type { Database, Tx } from "../platform/database/database.js";
import { seedOnce } from "../platform/database/preparation.js";
import { demoBrands, demoPictures, demoShowcase, type DemoBrand, type Showcase } from "./demonstration.data.js";
import { skeletonOf } from "./skeleton.js";

/**
 * Seeds the demonstration catalogue once: about 60 brands, 230 listings, awards, past events and the home page's
 * selection. An operator's later changes and deletions persist.
 *
 * @returns true if it was seeded now
 */
export function seedCatalogue(database: Database): Promise<boolean> {
  return seedOnce(database, "demonstration-catalogue", { demonstration: true }, async (tx) => {
    const brands = demoBrands();
    const { events, homePage } = demoShowcase();
    await insertBrands(tx, brands);
    await insertListings(tx, brands.flatMap(listingRows));
    const pictures = allPictures(brands);
    await insertShippedPictures(tx, pictures);
    await insertProductImages(tx, pictures);
    await insertEvents(tx, events);
    await insertHighlights(tx, homePage);
  });
}

/**
 * Deletes the brands of the demonstration and of benchmarks with their listings, pictures and highlights, and the
 * demonstration's events. A brand with a real application retains only that listing, with origin `application`.
 */
export async function removeDemonstrationCatalogue(tx: Tx): Promise<void> {
  await tx.query("DELETE FROM showcase_events WHERE origin = 'demonstration'");
  // Before their listings, which say whose they are.
  await deleteShippedPictures(
    tx,
    allPictures(demoBrands()).map(({ id }) => id),
  );
  await tx.query(`
    DELETE FROM listings l USING brands b
     WHERE l.brand_id = b.id AND b.origin IN ('demonstration', 'measuring')
       AND NOT EXISTS (SELECT 1 FROM listing_applications a WHERE a.listing_id = l.id)
  `);
  await tx.query(`
    DELETE FROM brands b WHERE origin IN ('demonstration', 'measuring')
       AND NOT EXISTS (SELECT 1 FROM listing_applications a WHERE a.brand_id = b.id)
       AND NOT EXISTS (SELECT 1 FROM listings l WHERE l.brand_id = b.id)
  `);
  await tx.query("UPDATE brands SET origin = 'application' WHERE origin IN ('demonstration', 'measuring')");
}

/** A deterministic UUID, the same in every database. */
function idOf(text: string): string {
  const hex = createHash("sha256").update(`sakhi ${text}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function brandId({ module, name }: DemoBrand): string {
  return idOf(`brand ${module} ${slugOf(name)}`);
}

function categoryOf(module: CatalogueModule, name: string): Category {
  const category = resolveCategory(module, name);
  if (category === undefined) throw new Error(`there is no category ${name} in ${module}`);
  return category;
}

function listingId({ module, name: brand }: DemoBrand, product: string): string {
  return idOf(`listing ${module} ${slugOf(brand)}-${slugOf(product)}`);
}

function listingRows(brand: DemoBrand) {
  return brand.listings.map(({ name, description, category, event, price = [] }, position) => {
    const [from, to] = price.map(toPaise);
    return {
      id: listingId(brand, name),
      brand_id: brandId(brand),
      module: brand.module,
      brand_key: brand.name.toLowerCase(),
      category,
      name,
      description,
      event_name: event,
      position,
      price_kind: from === undefined ? "none" : to === undefined ? "fixed" : "range",
      price_from_paise: from,
      price_to_paise: to,
    };
  });
}

/** The pictures of a brand's products; those without one keep their drawing. */
function pictureRows(brand: DemoBrand, pictures: ReturnType<typeof demoPictures>) {
  return brand.listings.flatMap(({ name }) => {
    const picture = pictures.get(slugOf(name));
    if (picture === undefined) return [];
    const widest = picture.files.reduce((best, file) => (file.width > best.width ? file : best));
    return [
      {
        id: idOf(`picture ${brandId(brand)} ${picture.product}`),
        brand_id: brandId(brand),
        listing_id: listingId(brand, name),
        alt: picture.alt ?? name,
        placeholder: picture.placeholder,
        bytes: widest.bytes,
        width: widest.width,
        height: widest.height,
        files: picture.files,
      },
    ];
  });
}

function allPictures(brands: readonly DemoBrand[]) {
  const pictures = demoPictures();
  return brands.flatMap((brand) => pictureRows(brand, pictures));
}

async function insertBrands(tx: Tx, brands: readonly DemoBrand[]): Promise<void> {
  const rows = brands.map((brand) =>
    Object.assign({}, brand, {
      id: brandId(brand),
      logo: logoPath(categoryOf(brand.module, brand.category), slugOf(brand.name)),
      skeleton: skeletonOf(brand.name),
      email: `namaste@${slugOf(brand.name)}.example`,
    }),
  );
  await tx.query(
    `INSERT INTO brands (id, module, name, category, logo, description, location, website_url, partner_name,
                         contact_email, contact_phone, linkedin_url, facebook_url, instagram_url, whatsapp_url, skeleton, origin)
     SELECT r.*, 'demonstration' FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, module text, name text,
       category text, logo text, description text, place text, website text, partner text, email text, phone text,
       linkedin text, facebook text, instagram text, whatsapp text, skeleton text)`,
    [JSON.stringify(rows)],
  );
}

/** Inserts live listings; they do not expire. */
async function insertListings(tx: Tx, listings: readonly object[]): Promise<void> {
  await tx.query(
    `INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, event_name, position,
                           price_kind, price_from_paise, price_to_paise, status)
     SELECT r.*, 'live' FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, brand_id uuid, module text, brand_key text,
       category text, name text, description text, event_name text, position int, price_kind text,
       price_from_paise int, price_to_paise int)`,
    [JSON.stringify(listings)],
  );
}

/** Gives each product its picture. */
async function insertProductImages(tx: Tx, pictures: readonly object[]): Promise<void> {
  await tx.query(
    `INSERT INTO product_images (listing_id, position, picture_id, alt)
     SELECT r.listing_id, 0, r.id, r.alt FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, listing_id uuid, alt text)`,
    [JSON.stringify(pictures)],
  );
}

async function insertEvents(tx: Tx, events: Showcase["events"]): Promise<void> {
  const gifts = categoryOf("shops", "Gifts");
  const rows = events.map((event) =>
    Object.assign({}, event, { id: idOf(`event ${event.title}`), image: picturePath(gifts, `event-${event.heldOn}`) }),
  );
  await tx.query(
    `INSERT INTO showcase_events (id, kind, title, awarded_by, date_text, held_on, time_text, venue, description,
                                  image, origin)
     SELECT r.*, 'demonstration' FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, kind text, title text,
       "awardedBy" text, date text, "heldOn" date, time text, venue text, description text, image text)`,
    [JSON.stringify(rows)],
  );
}

async function insertHighlights(tx: Tx, { featured, spotlight, bestsellers }: Showcase["homePage"]): Promise<void> {
  await tx.query(
    `INSERT INTO highlights (kind, position, brand_id)
     SELECT 'spotlight', w.position - 1, b.id
       FROM unnest($1::text[]) WITH ORDINALITY AS w(name, position)
       JOIN brands b ON b.name = w.name AND b.module = 'shops'`,
    [spotlight],
  );
  for (const [kind, names] of [
    ["featured", featured],
    ["bestseller", bestsellers],
  ] as const) {
    await tx.query(
      `INSERT INTO highlights (kind, position, listing_id)
       SELECT $1, w.position - 1, l.id
         FROM unnest($2::text[]) WITH ORDINALITY AS w(name, position)
         JOIN listings l ON l.name = w.name AND l.module = 'shops'`,
      [kind, names],
    );
  }
}
