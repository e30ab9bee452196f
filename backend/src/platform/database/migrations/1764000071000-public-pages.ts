import type { MigrationInterface, QueryRunner } from "typeorm";

const MODULES = ["shops", "services", "ngos"] as const;

/** Indexes of the search on listings' texts, one of each kind per module. */
const LISTING_SEARCH_INDEXES = MODULES.flatMap((module) => {
  const live = `WHERE status = 'live' AND module = '${module}'`;
  return [
    `CREATE INDEX listings_${module}_bigrams ON listings USING gin (search_bigrams(search_text)) ${live}`,
    `CREATE INDEX listings_${module}_trigrams ON listings USING gin (search_text gin_trgm_ops) ${live}`,
    `CREATE INDEX listings_${module}_words ON listings USING gin (search_words(search_text)) ${live}`,
  ];
}).join(";\n");

const TEXTS = "name || chr(10) || brand_key || chr(10) || category || chr(10) || description";

/** The price as people search for it: whole rupees without commas. */
const PRICE = `CASE price_kind WHEN 'none' THEN '' WHEN 'on_request' THEN 'price on request'
  ELSE '₹' || (price_from_paise / 100)::text || coalesce(' to ₹' || (price_to_paise / 100)::text, '') END`;

/**
 * What visitors see of brand pages (decision 62): the search knows her words and prices, and the catalogue's version
 * changes with the pictures. Drawn pictures are no longer stored: the words of a listing choose one
 * when it is read.
 */
export class PublicPages1764000071000 implements MigrationInterface {
  public readonly name = "PublicPages1764000071000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP VIEW live_brands;
      DROP VIEW live_listings;
      ALTER TABLE listings DROP COLUMN search_text;
      ALTER TABLE listings ADD COLUMN search_text text
        GENERATED ALWAYS AS (lower(${TEXTS} || chr(10) || ${PRICE})) STORED;
      ${LISTING_SEARCH_INDEXES};
      CREATE INDEX listings_live_price ON listings (module, price_from_paise)
        WHERE status = 'live' AND price_from_paise IS NOT NULL;

      -- The story and the place of a brand.
      ALTER TABLE brands ADD COLUMN search_text text
        GENERATED ALWAYS AS (lower(name || chr(10) || description || chr(10) || coalesce(location, ''))) STORED;
      CREATE INDEX brands_text_bigrams ON brands USING gin (search_bigrams(search_text));
      CREATE INDEX brands_text_trigrams ON brands USING gin (search_text gin_trgm_ops);
      CREATE INDEX brands_text_words ON brands USING gin (search_words(search_text));

      CREATE VIEW live_listings AS
        SELECT * FROM listings WHERE status = 'live' AND (expires_at IS NULL OR expires_at > now());
      CREATE VIEW live_brands AS
        SELECT * FROM brands b
         WHERE b.hidden_at IS NULL AND EXISTS (SELECT 1 FROM live_listings l WHERE l.brand_id = b.id);

      -- Only a picture that is shown changes what visitors see.
      CREATE TRIGGER pictures_changed AFTER UPDATE OF state, alt ON pictures FOR EACH ROW
        WHEN (old.state = 'ready' AND (new.state <> 'ready' OR new.alt <> old.alt))
        EXECUTE FUNCTION catalogue_changed();

      UPDATE listings SET image = NULL WHERE image LIKE '/images/v1/%';
      DELETE FROM product_images WHERE image_url LIKE '/images/v1/%';
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TRIGGER pictures_changed ON pictures;
      DROP VIEW live_brands;
      DROP VIEW live_listings;
      DROP INDEX listings_live_price;
      ALTER TABLE brands DROP COLUMN search_text;
      ALTER TABLE listings DROP COLUMN search_text;
      ALTER TABLE listings ADD COLUMN search_text text GENERATED ALWAYS AS (lower(${TEXTS})) STORED;
      ${LISTING_SEARCH_INDEXES};
      CREATE VIEW live_listings AS
        SELECT * FROM listings WHERE status = 'live' AND (expires_at IS NULL OR expires_at > now());
      CREATE VIEW live_brands AS
        SELECT * FROM brands b
         WHERE b.hidden_at IS NULL AND EXISTS (SELECT 1 FROM live_listings l WHERE l.brand_id = b.id);
    `);
  }
}
