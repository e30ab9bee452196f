import type { MigrationInterface, QueryRunner } from "typeorm";

/** Pages that brands make themselves (decision 62): pictures and products, and the owners' changes until they are accepted. */
export class BrandPages1764000070000 implements MigrationInterface {
  public readonly name = "BrandPages1764000070000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE brands
        ADD COLUMN logo_picture_id uuid REFERENCES pictures (id) ON DELETE SET NULL,
        ADD COLUMN cover_picture_id uuid REFERENCES pictures (id) ON DELETE SET NULL,
        -- When an operator has seen a document of the brand, and who.
        ADD COLUMN verified_at timestamptz,
        ADD COLUMN verified_by text,
        -- Hidden by an operator, and why.
        ADD COLUMN hidden_at timestamptz,
        ADD COLUMN hidden_reason text,
        ADD CONSTRAINT brands_verified CHECK ((verified_at IS NULL) = (verified_by IS NULL)),
        ADD CONSTRAINT brands_hidden CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL));
      CREATE INDEX brands_of_logo ON brands (logo_picture_id) WHERE logo_picture_id IS NOT NULL;
      CREATE INDEX brands_of_cover ON brands (cover_picture_id) WHERE cover_picture_id IS NOT NULL;

      ALTER TABLE listings
        -- Order on the brand's page.
        ADD COLUMN position int NOT NULL DEFAULT 0 CHECK (position >= 0),
        ADD COLUMN price_kind text NOT NULL DEFAULT 'none' CHECK (price_kind IN ('none', 'fixed', 'range', 'on_request')),
        ADD COLUMN price_from_paise int CHECK (price_from_paise > 0),
        ADD COLUMN price_to_paise int CHECK (price_to_paise > price_from_paise),
        ADD COLUMN link text,
        -- Stands for a brand without products: its name and story.
        ADD COLUMN is_card boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT listings_price CHECK (CASE price_kind
          WHEN 'fixed' THEN price_from_paise IS NOT NULL AND price_to_paise IS NULL
          WHEN 'range' THEN price_from_paise IS NOT NULL AND price_to_paise IS NOT NULL
          ELSE price_from_paise IS NULL AND price_to_paise IS NULL END);
      UPDATE listings SET is_card = true WHERE id IN (SELECT listing_id FROM listing_applications);

      ALTER TABLE product_images
        ALTER COLUMN image_url DROP NOT NULL,
        ADD COLUMN picture_id uuid REFERENCES pictures (id) ON DELETE CASCADE,
        ADD COLUMN alt text NOT NULL DEFAULT '' CHECK (length(alt) <= 300),
        ADD CONSTRAINT product_images_one CHECK (num_nonnulls(image_url, picture_id) = 1);
      CREATE INDEX product_images_of_picture ON product_images (picture_id) WHERE picture_id IS NOT NULL;

      -- What an owner saves, until it is accepted: the public rows show what was approved.
      CREATE TABLE brand_changes (
        id uuid PRIMARY KEY,
        -- NULL until the application is approved.
        brand_id uuid REFERENCES brands (id) ON DELETE CASCADE,
        application_id uuid NOT NULL REFERENCES listing_applications (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('draft', 'sent', 'returned', 'accepted', 'discarded')),
        -- BrandPageDto, and the same of what was public when the change began.
        content jsonb NOT NULL,
        base jsonb NOT NULL,
        version int NOT NULL DEFAULT 1 CHECK (version > 0),
        -- Small corrections that went live without a review.
        is_trusted boolean NOT NULL DEFAULT false,
        -- When an operator has seen such a correction.
        seen_at timestamptz,
        reason text CHECK (length(reason) <= 300),
        decided_by text,
        sent_at timestamptz,
        decided_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CHECK (state <> 'sent' OR sent_at IS NOT NULL),
        CHECK (state <> 'returned' OR reason IS NOT NULL),
        CHECK (state NOT IN ('returned', 'accepted') OR (decided_at IS NOT NULL AND decided_by IS NOT NULL))
      );
      -- At most one open change of a brand, or of an application without a brand.
      CREATE UNIQUE INDEX brand_changes_one_open ON brand_changes (coalesce(brand_id, application_id))
        WHERE state IN ('draft', 'sent', 'returned');
      CREATE INDEX brand_changes_of_application ON brand_changes (application_id, created_at);
      CREATE INDEX brand_changes_of_brand ON brand_changes (brand_id, created_at) WHERE brand_id IS NOT NULL;
      CREATE INDEX brand_changes_sent ON brand_changes (sent_at) WHERE state = 'sent';

      -- The views' columns are those that their tables had when they were created.
      CREATE OR REPLACE VIEW live_listings AS
        SELECT * FROM listings WHERE status = 'live' AND (expires_at IS NULL OR expires_at > now());
      CREATE OR REPLACE VIEW live_brands AS
        SELECT * FROM brands b
         WHERE b.hidden_at IS NULL AND EXISTS (SELECT 1 FROM live_listings l WHERE l.brand_id = b.id);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE brand_changes;
      DROP VIEW live_brands;
      DROP VIEW live_listings;
      DELETE FROM product_images WHERE image_url IS NULL;
      ALTER TABLE product_images DROP COLUMN picture_id, DROP COLUMN alt, ALTER COLUMN image_url SET NOT NULL;
      ALTER TABLE listings DROP COLUMN position, DROP COLUMN price_kind, DROP COLUMN price_from_paise,
        DROP COLUMN price_to_paise, DROP COLUMN link, DROP COLUMN is_card;
      ALTER TABLE brands DROP COLUMN logo_picture_id, DROP COLUMN cover_picture_id, DROP COLUMN verified_at,
        DROP COLUMN verified_by, DROP COLUMN hidden_at, DROP COLUMN hidden_reason;
      CREATE VIEW live_listings AS
        SELECT * FROM listings WHERE status = 'live' AND (expires_at IS NULL OR expires_at > now());
      -- Without the columns that later migrations added and undo.
      CREATE VIEW live_brands AS
        SELECT id, module, name, name_key, category, logo, description, location, website_url, partner_name, contact_email,
               contact_phone, linkedin_url, facebook_url, instagram_url, whatsapp_url, origin, created_at, updated_at
          FROM brands b WHERE EXISTS (SELECT 1 FROM live_listings l WHERE l.brand_id = b.id);
    `);
  }
}
