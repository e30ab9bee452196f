import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { seedOnce } from "../platform/database/preparation.js";
import type { Database, Tx } from "../platform/database/database.js";
import { brandRow, DEMO_BRANDS, idOf, listingSeeds } from "./demo/demo-rows.js";
import { insertBrands, insertListings } from "./demo/insert-rows.js";
import { pictureOf } from "./drawings/drawing-addresses.js";
import { HOME_PAGE, SHOWCASE_EVENTS } from "./demo/showcase.js";

/**
 * Plants the demonstration catalogue once: about 60 brands, 230 listings, awards, past events and what the home page
 * shows. What an organiser changed or deleted since stays so.
 *
 * @returns whether it was planted now
 */
export function seedCatalogue(database: Database): Promise<boolean> {
  return seedOnce(database, "demonstration-catalogue", { demonstration: true }, async (tx) => {
    const brands = DEMO_BRANDS.map((brand, index) => ({ brand, row: brandRow(brand, index) }));
    await insertBrands(
      tx,
      brands.map(({ row }) => row),
      "demonstration",
    );
    await insertListings(
      tx,
      brands.flatMap(({ brand, row }) => listingSeeds(brand, row)),
    );
    await insertEvents(tx);
    await insertHighlights(tx);
  });
}

/**
 * Deletes the demonstration's and the measuring's brands with their listings, pictures and highlights, and its events.
 * A brand that somebody has applied for in earnest stays with that listing only, and becomes the applicant's.
 */
export async function removeDemonstrationCatalogue(tx: Tx): Promise<void> {
  await tx.query("DELETE FROM showcase_events WHERE origin = 'demonstration'");
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

async function insertEvents(tx: Tx): Promise<void> {
  const gifts = CATEGORIES.find(({ slug }) => slug === "gifts");
  const events = SHOWCASE_EVENTS.map((event) => ({
    ...event,
    id: idOf(`event ${event.title}`),
    image: gifts === undefined ? null : pictureOf(gifts, `event-${event.held_on}`),
  }));
  await tx.query(
    `INSERT INTO showcase_events (id, kind, title, awarded_by, date_text, held_on, time_text, venue, description,
                                  image, origin)
     SELECT r.*, 'demonstration' FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, kind text, title text,
       awarded_by text, date_text text, held_on date, time_text text, venue text, description text, image text)`,
    [JSON.stringify(events)],
  );
}

async function insertHighlights(tx: Tx): Promise<void> {
  await tx.query(
    `INSERT INTO highlights (kind, position, brand_id)
     SELECT 'spotlight', w.position - 1, b.id
       FROM unnest($1::text[]) WITH ORDINALITY AS w(name, position)
       JOIN brands b ON b.name = w.name AND b.module = 'shops'`,
    [HOME_PAGE.spotlight],
  );
  for (const [kind, names] of [
    ["featured", HOME_PAGE.featured],
    ["bestseller", HOME_PAGE.bestsellers],
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
