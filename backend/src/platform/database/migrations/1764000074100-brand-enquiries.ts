import type { MigrationInterface, QueryRunner } from "typeorm";

/** Enquiries to brands, and views of their pages by week (decision 67). */
export class BrandEnquiries1764000074100 implements MigrationInterface {
  public readonly name = "BrandEnquiries1764000074100";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE enquiries
        ADD COLUMN brand_id uuid REFERENCES brands (id) ON DELETE CASCADE,
        -- When the sender agreed that her details go to the brand.
        ADD COLUMN consented_at timestamptz,
        -- When an operator stopped it, and who.
        ADD COLUMN stopped_at timestamptz,
        ADD COLUMN stopped_by text,
        DROP CONSTRAINT enquiries_kind_check,
        DROP CONSTRAINT enquiries_suspicion_check,
        DROP CONSTRAINT enquiries_check1,
        ADD CONSTRAINT enquiries_kind_check CHECK (kind IN ('corporate_gifting', 'support', 'brand')),
        ADD CONSTRAINT enquiries_suspicion_check CHECK (suspicion IN
          ('trap_filled', 'filled_too_fast', 'link_in_name', 'sender_stopped', 'many_today')),
        ADD CONSTRAINT enquiries_fields CHECK (CASE kind
          WHEN 'corporate_gifting' THEN phone IS NOT NULL AND company IS NOT NULL AND is_member IS NOT NULL
          WHEN 'brand' THEN consented_at IS NOT NULL
          ELSE subject IS NOT NULL
        END),
        ADD CONSTRAINT enquiries_brand CHECK ((kind = 'brand') = (brand_id IS NOT NULL)),
        ADD CONSTRAINT enquiries_stopped CHECK ((stopped_at IS NULL) = (stopped_by IS NULL));
      CREATE INDEX enquiries_of_brand ON enquiries (brand_id, created_at) WHERE brand_id IS NOT NULL;
      CREATE INDEX enquiries_stopped_ones ON enquiries (stopped_at) WHERE stopped_at IS NOT NULL;

      -- How often a brand's page was opened in a week that begins on a Monday in India. Nothing about who opened it.
      CREATE TABLE brand_views (
        brand_id uuid NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
        week date NOT NULL CHECK (extract(isodow FROM week) = 1),
        views int NOT NULL CHECK (views > 0),
        PRIMARY KEY (brand_id, week)
      );
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE brand_views;
      DELETE FROM enquiries WHERE kind = 'brand' OR suspicion IN ('sender_stopped', 'many_today');
      ALTER TABLE enquiries
        DROP CONSTRAINT enquiries_kind_check,
        DROP CONSTRAINT enquiries_suspicion_check,
        DROP CONSTRAINT enquiries_fields,
        DROP CONSTRAINT enquiries_brand,
        DROP CONSTRAINT enquiries_stopped,
        DROP COLUMN brand_id, DROP COLUMN consented_at, DROP COLUMN stopped_at, DROP COLUMN stopped_by,
        ADD CONSTRAINT enquiries_kind_check CHECK (kind IN ('corporate_gifting', 'support')),
        ADD CONSTRAINT enquiries_suspicion_check CHECK (suspicion IN ('trap_filled', 'filled_too_fast', 'link_in_name')),
        ADD CONSTRAINT enquiries_check1 CHECK (CASE kind
          WHEN 'corporate_gifting' THEN phone IS NOT NULL AND company IS NOT NULL AND is_member IS NOT NULL
          ELSE subject IS NOT NULL
        END);
    `);
  }
}
