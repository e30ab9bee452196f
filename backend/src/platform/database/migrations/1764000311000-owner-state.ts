import type { MigrationInterface, QueryRunner } from "typeorm";

/** Owners hide and pause their products. */
export class OwnerState1764000311000 implements MigrationInterface {
  public readonly name = "OwnerState1764000311000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE listings ADD COLUMN owner_state text NOT NULL DEFAULT 'shown'");
    await queryRunner.query(`
      ALTER TABLE listings ADD CONSTRAINT listings_owner_state CHECK (owner_state IN ('shown', 'paused', 'hidden')) NOT VALID`);
    await queryRunner.query("ALTER TABLE listings VALIDATE CONSTRAINT listings_owner_state");
    await queryRunner.query(hideListing("NEW.hidden_at IS NOT NULL OR NEW.owner_state = 'hidden'"));
    await queryRunner.query(`
      COMMENT ON FUNCTION hide_listing() IS 'A product that would be live is hidden while its owner or an operator hides it, or its brand is hidden: also if a renewal or its owner writes it. Everything that is public reads live listings, so nothing else has to know.'`);
    await queryRunner.query(liveListings(", owner_state"));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(hideListing("NEW.hidden_at IS NOT NULL"));
    await queryRunner.query("UPDATE listings SET owner_state = 'shown' WHERE owner_state = 'hidden'");
    await queryRunner.query(`
      DO $$
      DECLARE brands text := pg_get_viewdef('live_brands');
      BEGIN
        DROP VIEW live_brands, live_listings;
        ${liveListings("")};
        EXECUTE 'CREATE VIEW live_brands AS ' || brands;
        ALTER TABLE listings DROP COLUMN owner_state;
      END $$`);
  }
}

const hideListing = (isHidden: string): string => `
  CREATE OR REPLACE FUNCTION hide_listing() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- The lock: a brand that is being hidden hides a product that is being added.
    PERFORM FROM brands WHERE id = NEW.brand_id FOR SHARE;
    NEW.status := CASE
      WHEN ${isHidden}
        OR EXISTS (SELECT FROM brands WHERE id = NEW.brand_id AND hidden_at IS NOT NULL) THEN 'hidden'
      ELSE 'live' END;
    RETURN NEW;
  END $$`;

const liveListings = (more: string): string => `
  CREATE OR REPLACE VIEW live_listings AS
  SELECT id, brand_id, module, brand_key, category, name, name_key, description, image, event_name, event_key, status,
         expires_at, created_at, updated_at, position, price_kind, price_from_paise, price_to_paise, link, is_card,
         search_text${more}
    FROM listings WHERE status = 'live' AND (expires_at IS NULL OR expires_at > now())`;
