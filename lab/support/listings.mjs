/**
 * node lab/support/listings.mjs COUNT: adds benchmark listings to the database at MIGRATION_DATABASE_URL or
 * DATABASE_URL. Recombines names, descriptions and categories of the demonstration data, which must exist
 * (`npm run seed -- --scale COUNT` adds both, `--remove-demo` removes both). Runs in one transaction; full-text indexes
 * are built after the rows, which is faster.
 */
import pg from "pg";

const LISTINGS_PER_BRAND = 20;
const BATCH = 5_000;
const FIRST = ["Neela", "Rangoli", "Sona", "Gulmohar", "Kaveri", "Chandan", "Mayur", "Asha", "Tara", "Vasant"];
const LAST = ["Kala", "Udyog", "Studio", "Haat", "Karkhana", "Sangam", "Angan", "Trading", "Works", "Mandali"];
const COLOURS = ["Indigo", "Madder", "Marigold", "Ivory", "Teal", "Rani Pink", "Leaf", "Ochre", "Plum", "Slate"];

const MODELS = `
  CREATE TEMP TABLE model_brands ON COMMIT DROP AS
    SELECT row_number() OVER () AS nr, b.* FROM brands b WHERE origin = 'demonstration'
       AND EXISTS (SELECT 1 FROM listings l WHERE l.brand_id = b.id);
  CREATE TEMP TABLE model_listings ON COMMIT DROP AS
    SELECT l.brand_id, l.module, l.category, c.slug, l.name, l.description, l.event_name,
           row_number() OVER (PARTITION BY l.brand_id) - 1 AS nr, count(*) OVER (PARTITION BY l.brand_id) AS total
      FROM listings l JOIN model_brands m ON m.id = l.brand_id
      JOIN categories c ON c.module = l.module AND c.name = l.category;
  CREATE TEMP TABLE made (id uuid, model_id uuid, name text) ON COMMIT DROP`;

/** $1 first names, $2 last names, $3 number of brands. */
const MADE = `
  WITH picked AS (
    SELECT gen_random_uuid() AS id, 1 + floor(random() * (SELECT count(*) FROM model_brands))::int AS model,
           ($1::text[])[1 + floor(random() * 10)::int] || ' ' || ($2::text[])[1 + floor(random() * 10)::int] AS name
      FROM generate_series(1, $3::int))
  INSERT INTO made SELECT p.id, m.id, p.name || ' ' || left(p.id::text, 8)
    FROM picked p JOIN model_brands m ON m.nr = p.model`;

const BRANDS = `
  INSERT INTO brands (id, module, name, category, logo, description, location, website_url, partner_name, contact_email,
                      contact_phone, linkedin_url, facebook_url, instagram_url, whatsapp_url, origin)
  SELECT made.id, m.module, made.name, m.category, regexp_replace(m.logo, '[^/]+$', made.id || '.svg'), m.description,
         m.location, m.website_url, m.partner_name, m.contact_email, m.contact_phone, m.linkedin_url, m.facebook_url,
         m.instagram_url, m.whatsapp_url, 'measuring'
    FROM made JOIN model_brands m ON m.id = made.model_id`;

/** $1 colours, $2 listings per brand, $3 maximum number of listings. */
const LISTINGS = `
  WITH wanted AS (
    SELECT gen_random_uuid() AS id, made.id AS brand_id, made.name AS brand, made.model_id, at,
           ($1::text[])[1 + floor(random() * 10)::int] AS colour
      FROM made, generate_series(0, $2::int - 1) at LIMIT $3),
  inserted AS (
    INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, image, event_name, status,
                          price_kind, price_from_paise)
    SELECT w.id, w.brand_id, l.module, lower(w.brand), l.category, w.colour || ' ' || l.name,
           l.description || ' ' || other.description, '/images/v1/' || l.module || '/' || l.slug || '/' || w.id || '.svg',
           l.event_name, 'live', 'fixed', 5000 + 100 * floor(random() * 5000)::int
      FROM wanted w
      JOIN model_listings l ON l.brand_id = w.model_id AND l.nr = w.at % l.total
      JOIN model_listings other ON other.brand_id = w.model_id AND other.nr = (w.at + w.at / l.total + 1) % l.total
    RETURNING id, image)
  INSERT INTO product_images (listing_id, position, image_url)
  SELECT id, position, image FROM inserted, generate_series(0, 1) position`;

const count = Number(process.argv[2]);
if (!Number.isInteger(count) || count < 1 || count > 5_000_000) {
  console.error(`COUNT must be a whole number from 1 to 5000000, not "${process.argv[2]}".`);
  process.exit(2);
}

const database = new pg.Client({
  connectionString: process.env["MIGRATION_DATABASE_URL"] ?? process.env["DATABASE_URL"],
});
await database.connect();
try {
  await database.query("BEGIN");
  await database.query("SET LOCAL statement_timeout = 0");
  await database.query("SET LOCAL maintenance_work_mem = '256MB'");
  await database.query("INSERT INTO seeds (name, demonstration) VALUES ('measuring', true) ON CONFLICT DO NOTHING");
  const { rows: indexes } = await database.query(
    `SELECT indexname, indexdef FROM pg_indexes
      WHERE schemaname = current_schema() AND tablename IN ('brands', 'listings') AND indexdef LIKE '%USING gin%'`,
  );
  for (const { indexname } of indexes) await database.query(`DROP INDEX "${indexname}"`);
  await database.query(MODELS);
  for (let done = 0; done < count; done += BATCH) {
    const batch = Math.min(BATCH, count - done);
    await database.query("TRUNCATE made");
    await database.query(MADE, [FIRST, LAST, Math.ceil(batch / LISTINGS_PER_BRAND)]);
    await database.query(BRANDS);
    await database.query(LISTINGS, [COLOURS, LISTINGS_PER_BRAND, batch]);
    console.log(`${done + batch} of ${count} listings`);
  }
  console.log("building the full-text indexes");
  for (const { indexdef } of indexes) await database.query(indexdef);
  await database.query("COMMIT");
  await database.query("VACUUM (ANALYZE) brands, listings, product_images, listing_counts, catalogue_words");
} finally {
  await database.end();
}
