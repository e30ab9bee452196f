import type { MigrationInterface, QueryRunner } from "typeorm";

const MODULES = ["shops", "services", "ngos"] as const;

/**
 * The catalogue: categories, brands, listings, product pictures, showcase events and home page highlights.
 *
 * Built for a hundred thousand live listings: every list is read along an index in its own order, counts and
 * existing categories come from a small table that triggers keep, and substring search has an index for every
 * length of query (docs/performance.md). What must stay true whatever the code does is a constraint: a listing
 * is in its brand's module, its category exists there, and its sort key is its brand's.
 */
export class Catalogue1764000001000 implements MigrationInterface {
  public readonly name = "Catalogue1764000001000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("CREATE EXTENSION IF NOT EXISTS pg_trgm");
    await queryRunner.query(TABLES);
    await queryRunner.query(CATEGORY_ROWS);
    await queryRunner.query(INDEXES);
    for (const module of MODULES) await queryRunner.query(searchIndexes(module));
    await queryRunner.query(TRIGGERS);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE highlights, showcase_events, product_images, listings, brands, listing_counts, categories,
        catalogue_words, catalogue_version;
      DROP FUNCTION listings_changed, catalogue_changed, search_bigrams;
    `);
  }
}

const TABLES = `
  -- Every pair of neighbouring characters: an index of them serves queries that trigrams cannot, that is of two
  -- characters, of signs only, of emoji. chr(31) stands in no text; the last piece is the odd rest.
  CREATE FUNCTION search_bigrams(t text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN trim_array(string_to_array(regexp_replace(t, '(..)', '\\1' || chr(31), 'g'), chr(31)), 1)
    || trim_array(string_to_array(regexp_replace(substr(t, 2), '(..)', '\\1' || chr(31), 'g'), chr(31)), 1);

  CREATE TABLE categories (
    module text NOT NULL CHECK (module IN ('shops', 'services', 'ngos')),
    name text NOT NULL,
    slug text NOT NULL,
    position integer NOT NULL,
    listed boolean NOT NULL,
    PRIMARY KEY (module, name),
    UNIQUE (module, slug)
  );

  CREATE TABLE brands (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    module text NOT NULL,
    name text NOT NULL CHECK (name = btrim(name) AND name <> ''),
    name_key text GENERATED ALWAYS AS (lower(name)) STORED,
    category text NOT NULL,
    logo text,
    description text NOT NULL DEFAULT '',
    location text,
    website_url text,
    partner_name text,
    contact_email text,
    contact_phone text,
    linkedin_url text,
    facebook_url text,
    instagram_url text,
    whatsapp_url text,
    -- Where the row came from, so that demonstration content can be taken out again.
    origin text NOT NULL DEFAULT 'organiser'
      CHECK (origin IN ('demonstration', 'measuring', 'application', 'organiser')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    FOREIGN KEY (module, category) REFERENCES categories (module, name) ON UPDATE CASCADE,
    UNIQUE (module, name_key),
    UNIQUE (id, module, name_key)
  );

  CREATE TABLE listings (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    brand_id uuid NOT NULL,
    module text NOT NULL,
    -- The brand's name in lower case: lists are in its order, and a brand's listings stand together.
    brand_key text NOT NULL,
    category text NOT NULL,
    name text NOT NULL CHECK (name = btrim(name) AND name <> ''),
    name_key text GENERATED ALWAYS AS (lower(name)) STORED,
    description text NOT NULL DEFAULT '',
    image text,
    event_name text,
    event_key text GENERATED ALWAYS AS (lower(btrim(event_name))) STORED,
    -- Only live listings that have not expired are ever shown.
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'live', 'rejected', 'withdrawn')),
    expires_at timestamptz,
    -- Fields on lines of their own, so that no query matches across two of them.
    search_text text GENERATED ALWAYS AS
      (lower(name || chr(10) || brand_key || chr(10) || category || chr(10) || description)) STORED,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    FOREIGN KEY (brand_id, module, brand_key) REFERENCES brands (id, module, name_key)
      ON UPDATE CASCADE ON DELETE CASCADE,
    FOREIGN KEY (module, category) REFERENCES categories (module, name) ON UPDATE CASCADE
  );

  CREATE TABLE product_images (
    listing_id uuid NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
    position integer NOT NULL CHECK (position >= 0),
    image_url text NOT NULL,
    PRIMARY KEY (listing_id, position)
  );

  -- Awards and past events: found by the search, shown on the home page.
  CREATE TABLE showcase_events (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    kind text NOT NULL CHECK (kind IN ('award', 'sales_fair', 'retail_popup')),
    title text NOT NULL,
    -- Who gave the award, or held the event.
    awarded_by text NOT NULL,
    -- As people read it, e.g. "18 to 20 October 2024"; held_on is for order.
    date_text text NOT NULL,
    held_on date NOT NULL,
    time_text text,
    venue text,
    description text NOT NULL DEFAULT '',
    image text,
    origin text NOT NULL DEFAULT 'organiser' CHECK (origin IN ('demonstration', 'organiser'))
  );

  -- What the home page shows: products of the first carousel, brands of the spotlight, bestsellers.
  CREATE TABLE highlights (
    kind text NOT NULL CHECK (kind IN ('featured', 'spotlight', 'bestseller')),
    position integer NOT NULL CHECK (position >= 0),
    brand_id uuid REFERENCES brands (id) ON DELETE CASCADE,
    listing_id uuid REFERENCES listings (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, position),
    CHECK (CASE kind WHEN 'spotlight' THEN brand_id IS NOT NULL AND listing_id IS NULL
           ELSE listing_id IS NOT NULL AND brand_id IS NULL END)
  );

  -- How many listings of a category have status live; kept by triggers. Readers subtract the expired ones.
  CREATE TABLE listing_counts (
    module text NOT NULL,
    category text NOT NULL,
    live bigint NOT NULL,
    PRIMARY KEY (module, category)
  );

  -- Words of names, brands and categories, for close spellings. Only grows; a word without listings finds none.
  CREATE TABLE catalogue_words (word text PRIMARY KEY);

  -- Grows with every change of the catalogue: answers kept in memory are good for one version only.
  CREATE TABLE catalogue_version (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    version bigint NOT NULL
  );
  INSERT INTO catalogue_version (version) VALUES (1);
`;

/** The categories as domain/src/catalogue lists them; a test compares. */
const CATEGORY_ROWS = `
  INSERT INTO categories (module, name, slug, position, listed) VALUES
        ('shops', 'Apparel', 'apparel', 1, true),
        ('shops', 'Food & Food Products', 'food-products', 2, true),
        ('shops', 'Kitchen & Home Decor', 'kitchen-home-decor', 3, true),
        ('shops', 'Wellness', 'wellness', 4, true),
        ('shops', 'Arts & Crafts', 'arts-crafts', 5, true),
        ('shops', 'Beauty & Cosmetics', 'beauty-cosmetics', 6, true),
        ('shops', 'Gifts', 'gifts', 7, true),
        ('shops', 'Jewellery & Accessories', 'jewellery-accessories', 8, true),
        ('shops', 'Kids', 'kids', 9, true),
        ('shops', 'Crafts & Crochet', 'crafts-crochet', 10, true),
        ('shops', 'Business Supplies', 'business-supplies', 11, true),
        ('shops', 'Handloom Textiles', 'handloom-textiles', 12, true),
        ('shops', 'Bags', 'bags', 13, true),
        ('shops', 'Eco Friendly', 'eco-friendly', 14, true),
        ('shops', 'Artisanal', 'artisanal', 15, true),
        ('shops', 'Ayurveda', 'ayurveda', 16, true),
        ('shops', 'Footwear & Leather Products', 'footwear-leather', 17, true),
        ('shops', 'Stationery', 'stationery', 18, true),
        ('shops', 'Sports & Dancewear', 'sports-dancewear', 19, true),
        ('shops', 'Others', 'others', 20, false),
        ('services', 'Training', 'training', 1, true),
        ('services', 'Legal Consultancy', 'legal-consultancy', 2, true),
        ('services', 'Hospitality', 'hospitality', 3, true),
        ('services', 'Veterinary', 'veterinary', 4, true),
        ('services', 'Wellness', 'wellness', 5, true),
        ('services', 'Editorial Service', 'editorial-service', 6, true),
        ('services', 'Food', 'food', 7, true),
        ('services', 'Creative Services', 'creative-services', 8, true),
        ('services', 'Financial Solutions', 'financial-solutions', 9, true),
        ('services', 'Web Solutions', 'web-solutions', 10, true),
        ('services', 'Transport and Delivery', 'transport-delivery', 11, true),
        ('ngos', 'Handloom Textiles', 'handloom-textiles', 1, true),
        ('ngos', 'Handicrafts', 'handicrafts', 2, true),
        ('ngos', 'Skilling', 'skilling', 3, true)
`;

const INDEXES = `
  CREATE INDEX listings_live ON listings (brand_key, id) WHERE status = 'live';
  CREATE INDEX listings_live_module ON listings (module, brand_key, id) WHERE status = 'live';
  CREATE INDEX listings_live_category ON listings (module, category, brand_key, id) WHERE status = 'live';
  CREATE INDEX listings_live_event ON listings (event_key, brand_key, id)
    WHERE status = 'live' AND event_key IS NOT NULL;
  CREATE INDEX listings_live_name ON listings (module, name_key text_pattern_ops) WHERE status = 'live';
  CREATE INDEX listings_live_expiry ON listings (expires_at) INCLUDE (module, category)
    WHERE status = 'live' AND expires_at IS NOT NULL;
  CREATE INDEX listings_brand ON listings (brand_id);
  CREATE INDEX brands_order ON brands (name_key, module);
  CREATE INDEX brands_name_prefix ON brands (name_key text_pattern_ops);
  CREATE INDEX brands_name_trigrams ON brands USING gin (name_key gin_trgm_ops);
  CREATE INDEX brands_name_bigrams ON brands USING gin (search_bigrams(name_key));
  CREATE INDEX catalogue_words_trigrams ON catalogue_words USING gin (word gin_trgm_ops);
`;

/** One pair for each module: a word that is everywhere in one module costs the search of the others nothing. */
function searchIndexes(module: (typeof MODULES)[number]): string {
  return `
    CREATE INDEX listings_${module}_trigrams ON listings USING gin (search_text gin_trgm_ops)
      WHERE status = 'live' AND module = '${module}';
    CREATE INDEX listings_${module}_bigrams ON listings USING gin (search_bigrams(search_text))
      WHERE status = 'live' AND module = '${module}';
  `;
}

/** Statement triggers, so that a bulk load counts once. Rows are locked in one order. */
const TRIGGERS = `
  CREATE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE catalogue_version SET version = version + 1;
    RETURN NULL;
  END $$;

  CREATE FUNCTION listings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      INSERT INTO listing_counts AS c (module, category, live)
        SELECT module, category, -count(*) FROM old_rows WHERE status = 'live' GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (module, category) DO UPDATE SET live = c.live + excluded.live;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      INSERT INTO listing_counts AS c (module, category, live)
        SELECT module, category, count(*) FROM new_rows WHERE status = 'live' GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (module, category) DO UPDATE SET live = c.live + excluded.live;
      INSERT INTO catalogue_words (word)
        SELECT DISTINCT word
          FROM new_rows,
               regexp_split_to_table(lower(name || ' ' || brand_key || ' ' || category), '[\\s[:punct:]]+') AS word
         WHERE status = 'live' AND char_length(word) >= 3
         ORDER BY word
        ON CONFLICT DO NOTHING;
    END IF;
    UPDATE catalogue_version SET version = version + 1;
    RETURN NULL;
  END $$;

  CREATE TRIGGER listings_inserted AFTER INSERT ON listings
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION listings_changed();
  CREATE TRIGGER listings_updated AFTER UPDATE ON listings
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION listings_changed();
  CREATE TRIGGER listings_deleted AFTER DELETE ON listings
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION listings_changed();

  CREATE TRIGGER brands_changed AFTER INSERT OR UPDATE OR DELETE ON brands
    FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
  CREATE TRIGGER product_images_changed AFTER INSERT OR UPDATE OR DELETE ON product_images
    FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
  CREATE TRIGGER showcase_events_changed AFTER INSERT OR UPDATE OR DELETE ON showcase_events
    FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
  CREATE TRIGGER highlights_changed AFTER INSERT OR UPDATE OR DELETE ON highlights
    FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
`;
