import type { MigrationInterface, QueryRunner } from "typeorm";

/** Subjects of the audit log that this adds. */
const SUBJECTS = ["brand", "product", "home_page", "past_event"];

/** What operators decide about brands and products: hidden, verified by a document, former names; events removed. */
export class CuratedCatalogue1764000072000 implements MigrationInterface {
  public readonly name = "CuratedCatalogue1764000072000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The document that an operator has seen, and the day on which.
      ALTER TABLE brands ADD COLUMN verified_document text, ADD COLUMN verified_seen_on date;

      ALTER TABLE listings ADD COLUMN hidden_at timestamptz, ADD COLUMN hidden_reason text,
        DROP CONSTRAINT listings_status_check,
        ADD CONSTRAINT listings_status_check
          CHECK (status IN ('pending', 'live', 'hidden', 'rejected', 'withdrawn')),
        ADD CONSTRAINT listings_hidden_check CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL));

      -- A product that would be live is hidden while it or its brand is: also if a renewal or its owner writes it.
      -- Everything that is public reads live listings, so nothing else has to know.
      CREATE FUNCTION hide_listing() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          -- The lock: a brand that is being hidden hides a product that is being added.
          PERFORM FROM brands WHERE id = NEW.brand_id FOR SHARE;
          NEW.status := CASE
            WHEN NEW.hidden_at IS NOT NULL
              OR EXISTS (SELECT FROM brands WHERE id = NEW.brand_id AND hidden_at IS NOT NULL) THEN 'hidden'
            ELSE 'live' END;
          RETURN NEW;
        END $$;
      CREATE TRIGGER listings_hidden BEFORE INSERT OR UPDATE ON listings
        FOR EACH ROW WHEN (NEW.status IN ('live', 'hidden')) EXECUTE FUNCTION hide_listing();

      CREATE FUNCTION hide_listings_of_brand() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE listings SET updated_at = clock_timestamp() WHERE brand_id = NEW.id AND status IN ('live', 'hidden');
          RETURN NULL;
        END $$;
      CREATE TRIGGER brands_hidden AFTER UPDATE OF hidden_at ON brands
        FOR EACH ROW WHEN ((OLD.hidden_at IS NULL) <> (NEW.hidden_at IS NULL)) EXECUTE FUNCTION hide_listings_of_brand();

      -- Names of brands that were renamed or merged: their addresses lead to the brand's page.
      CREATE TABLE former_brand_names (
        module text NOT NULL,
        name_key text NOT NULL,
        name text NOT NULL,
        brand_id uuid NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (module, name_key)
      );
      CREATE INDEX former_brand_names_of_brand ON former_brand_names (brand_id);

      -- Removed ones are kept for a while, so that a removal can be undone.
      ALTER TABLE showcase_events ADD COLUMN removed_at timestamptz, ADD COLUMN version int NOT NULL DEFAULT 1;
      CREATE VIEW shown_events AS SELECT * FROM showcase_events WHERE removed_at IS NULL;
    `);
    await queryRunner.query(await subjectsWith(queryRunner, SUBJECTS));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM showcase_events WHERE removed_at IS NOT NULL;
      DROP VIEW shown_events;
      ALTER TABLE showcase_events DROP COLUMN removed_at, DROP COLUMN version;
      DROP TABLE former_brand_names;
      DROP TRIGGER brands_hidden ON brands;
      DROP TRIGGER listings_hidden ON listings;
      DROP FUNCTION hide_listings_of_brand();
      DROP FUNCTION hide_listing();
      UPDATE listings SET status = 'withdrawn' WHERE status = 'hidden';
      ALTER TABLE listings DROP CONSTRAINT listings_hidden_check, DROP COLUMN hidden_at, DROP COLUMN hidden_reason,
        DROP CONSTRAINT listings_status_check,
        ADD CONSTRAINT listings_status_check CHECK (status IN ('pending', 'live', 'rejected', 'withdrawn'));
      ALTER TABLE brands DROP COLUMN verified_document, DROP COLUMN verified_seen_on;
    `);
    // The audit log's entries are kept, so their subjects stay allowed.
  }
}

/**
 * The audit log's subjects with these added. Read from the database: migrations of other features add theirs. NOT VALID,
 * as in 1764000060100-audited-reads.
 */
async function subjectsWith(queryRunner: QueryRunner, added: readonly string[]): Promise<string> {
  const [constraint] = (await queryRunner.query(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = 'audit_log'::regclass AND conname = 'audit_log_subject_type_check'`,
  )) as { readonly definition: string }[];
  const known = [...(constraint?.definition ?? "").matchAll(/'([a-z_]+)'/g)].map(([, subject]) => subject);
  const allowed = [...new Set([...known, ...added])].map((subject) => `'${subject}'`);
  return `ALTER TABLE audit_log DROP CONSTRAINT IF EXISTS audit_log_subject_type_check,
    ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN (${allowed.join(", ")})) NOT VALID`;
}
