import { randomUUID } from "node:crypto";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { slugOf } from "@sakhi/domain/catalogue/slug";
import { rows } from "../platform/database/database.js";
import type { Database, Tx } from "../platform/database/database.js";
import { DEMO_BRANDS, brandRow, listingSeeds } from "./demo/demo-rows.js";
import type { BrandRow, ListingSeed } from "./demo/demo-rows.js";
import { insertBrands, insertListings } from "./demo/insert-rows.js";
import { logoOf, pictureOf } from "./drawings/drawing-addresses.js";
import { randomOf } from "./drawings/random.js";

const LISTINGS_PER_BRAND = 20;
const BATCH = 5_000;
/** Words that make names of the demonstration's. */
const FIRST = [
  "Neela",
  "Rangoli",
  "Sona",
  "Gulmohar",
  "Kaveri",
  "Chandan",
  "Mayur",
  "Asha",
  "Tara",
  "Vasant",
] as const;
const LAST = [
  "Kala",
  "Udyog",
  "Studio",
  "Haat",
  "Karkhana",
  "Sangam",
  "Angan",
  "Trading",
  "Works",
  "Mandali",
] as const;
const COLOURS = [
  "Indigo",
  "Madder",
  "Marigold",
  "Ivory",
  "Teal",
  "Rani Pink",
  "Leaf",
  "Ochre",
  "Plum",
  "Slate",
] as const;

/**
 * Adds listings for measuring, in the mixture of the demonstration: names, descriptions and categories are its own
 * in new combinations. All of it in one transaction; indexes of words are built after the rows, which is faster.
 *
 * @param count how many listings, at least 1
 * @param say is told about progress
 */
export async function seedForMeasuring(
  database: Database,
  count: number,
  say: (text: string) => void,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query("SET LOCAL statement_timeout = 0");
    await tx.query("SET LOCAL maintenance_work_mem = '256MB'");
    const rebuild = await withoutWordIndexes(tx);
    const brandsPerBatch = BATCH / LISTINGS_PER_BRAND;
    for (let done = 0; done < count; done += BATCH) {
      const batch = Math.min(BATCH, count - done);
      const made = Array.from({ length: Math.ceil(batch / LISTINGS_PER_BRAND) }, (_, index) =>
        brandOf((done / BATCH) * brandsPerBatch + index),
      );
      await insertBrands(
        tx,
        made.map(({ brand }) => brand),
        "measuring",
      );
      await insertListings(tx, made.flatMap(({ listings }) => listings).slice(0, batch));
      say(`${Math.min(done + BATCH, count)} of ${count} listings`);
    }
    say("building the indexes of words");
    await rebuild();
  });
  await database.query("VACUUM (ANALYZE) brands, listings, product_images, listing_counts, catalogue_words");
}

/** Drops the GIN indexes and gives a function that makes them again as they were. */
async function withoutWordIndexes(tx: Tx): Promise<() => Promise<void>> {
  const found = await rows<{ indexname: string; indexdef: string }>(
    tx,
    `SELECT indexname, indexdef FROM pg_indexes
      WHERE schemaname = current_schema() AND tablename IN ('brands', 'listings') AND indexdef LIKE '%USING gin%'`,
  );
  for (const { indexname } of found) await tx.query(`DROP INDEX "${indexname}"`);
  return async () => {
    for (const { indexdef } of found) await tx.query(indexdef);
  };
}

function brandOf(index: number): { brand: BrandRow; listings: ListingSeed[] } {
  const random = randomOf(`measuring ${index} ${randomUUID()}`);
  const model = DEMO_BRANDS[random.below(DEMO_BRANDS.length)] ?? DEMO_BRANDS[0];
  if (model === undefined) throw new Error("there is no demonstration to take after");
  const id = randomUUID();
  const name = `${random.pick(FIRST)} ${random.pick(LAST)} ${id.slice(0, 6)}`;
  const category = resolveCategory(model.module, model.category);
  const row = brandRow(model, index);
  const brand: BrandRow = {
    ...row,
    id,
    name,
    logo: category === undefined ? row.logo : logoOf(category, slugOf(name)),
  };
  const models = listingSeeds(model, brand);
  const listings = Array.from({ length: LISTINGS_PER_BRAND }, (_, at): ListingSeed => {
    const like = models[at % models.length] ?? models[0];
    const other = models[random.below(models.length)] ?? like;
    if (like === undefined || other === undefined) throw new Error(`${model.name} has no listings`);
    const own = resolveCategory(like.module, like.category);
    const listingId = randomUUID();
    const picture = own === undefined ? like.image : pictureOf(own, listingId);
    return {
      ...like,
      id: listingId,
      brand_key: name.toLowerCase(),
      name: `${random.pick(COLOURS)} ${like.name}`,
      description: `${like.description} ${other.description}`,
      image: picture,
      images: picture === null ? [] : [picture, picture],
    };
  });
  return { brand, listings };
}
