import { readFileSync } from "node:fs";
import { eventSlug } from "@sakhi/domain/events/event-facts";
import { SEED_ORGANISATION, seedEvent } from "@sakhi/domain/events/event-facts.seed";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { SettingsError } from "../../config/settings.js";
import { BACKEND } from "../../folders.js";
import { snakeCase } from "../columns.js";
import { originOf, originProblem } from "../origin.js";

/** The schema of 1.0.0, with the rows that it needs. */
const BASELINE_FILE = new URL("assets/baseline.sql", BACKEND);

/** Parts of that file which a database that has them may get again; parts are divided by empty lines. */
const REPEATABLE = /^(?:CREATE OR REPLACE FUNCTION|COMMENT ON) /;

/**
 * What 0.1 left of its way here: a function that its last release does not call, checks that were not validated, and names of
 * constraints from before their table was renamed (of NOT NULL since PostgreSQL 18).
 */
const REMAINDERS = `
  DROP FUNCTION lock_for_reserve(uuid, integer, text);
  ALTER TABLE audit_log VALIDATE CONSTRAINT audit_log_subject_type_check;
  ALTER TABLE events VALIDATE CONSTRAINT events_slug;
  DO $$
  DECLARE former text;
  BEGIN
    FOR former IN SELECT conname FROM pg_constraint
                   WHERE conrelid = 'mailed_links'::regclass AND starts_with(conname, 'booking_links_')
    LOOP
      EXECUTE format('ALTER TABLE mailed_links RENAME CONSTRAINT %I TO %I', former,
        replace(replace(former, 'booking_links', 'mailed_links'), 'booking_id', 'subject_id'));
    END LOOP;
  END $$`;

/** The first event's types of stalls, and the number that food stalls are asked for. */
const FIRST_EVENT = `
  INSERT INTO stall_types (event_id, key, label, price_paise, width_feet, depth_feet, look, position)
  SELECT id, key, label, price_paise, 10, 10, look, types.position
    FROM events, (VALUES ('Premium', 'Premium', 3600000, 'premium', 1), ('General', 'Standard', 2700000, 'standard', 2))
         types (key, label, price_paise, look, position);
  INSERT INTO event_questions (event_id, key, label, help, kind, required, asked, audience, position)
  SELECT id, 'fssai_number', 'FSSAI number', '14 digits, on your licence or registration certificate.', 'fssai_number', true,
         'form_or_later', 'food_stalls', 1
    FROM events`;

/**
 * The schema of 1.0.0 and what it is seeded with, for an empty database. One of the last 0.1 has both (docs/decisions/0098): it
 * gets the functions as they are written here and the comments. Any other is refused.
 */
export class Baseline1764000291000 implements MigrationInterface {
  public readonly name = "Baseline1764000291000";

  /** @throws SettingsError for a database that it does not know */
  public async up(queryRunner: QueryRunner): Promise<void> {
    const origin = originOf(await appliedMigrations(queryRunner), await hasTables(queryRunner));
    const problem = originProblem(origin);
    if (problem !== undefined) throw new SettingsError([`The database ${problem}. Its tables are as they were.`]);
    const baseline = readFileSync(BASELINE_FILE, "utf8");
    if (origin === "last 0.1") {
      await queryRunner.query(REMAINDERS);
      const again = baseline.split(/\n{2,}/).filter((part) => REPEATABLE.test(part));
      await queryRunner.query(again.join("\n"));
      return;
    }
    await queryRunner.query(baseline);
    const [installation] = (await queryRunner.query("SELECT created_at FROM installation")) as { created_at: Date }[];
    if (installation === undefined) throw new Error("The schema has no installation.");
    const event = seedEvent(installation.created_at);
    await insertSeed(queryRunner, "events", { ...event, slug: eventSlug(event), status: "published" });
    await insertSeed(queryRunner, "organisation", SEED_ORGANISATION);
    await queryRunner.query(FIRST_EVENT);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DO $$
      DECLARE made text;
      BEGIN
        -- Functions first: those that answer with a table's rows would go with the table, before their turn.
        FOR made IN SELECT format('DROP FUNCTION %s CASCADE', p.oid::regprocedure) FROM pg_proc p
                     WHERE p.pronamespace = 'public'::regnamespace
                       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
              UNION ALL SELECT format('DROP TABLE %I CASCADE', tablename) FROM pg_tables
                     WHERE schemaname = 'public' AND tablename <> 'migrations'
        LOOP EXECUTE made; END LOOP;
      END $$`);
  }
}

async function appliedMigrations(queryRunner: QueryRunner): Promise<string[]> {
  const applied = (await queryRunner.query("SELECT name FROM migrations")) as { name: string }[];
  return applied.map(({ name }) => name);
}

/** Whether there are tables of ours or of another program; those of extensions are theirs. */
async function hasTables(queryRunner: QueryRunner): Promise<boolean> {
  const tables = (await queryRunner.query(`
    SELECT 1 FROM pg_class t WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p')
       AND t.relname <> 'migrations'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e')
     LIMIT 1`)) as unknown[];
  return tables.length > 0;
}

/** Columns are named as the properties, in snake_case. */
async function insertSeed(queryRunner: QueryRunner, table: string, seed: object): Promise<void> {
  const row = Object.fromEntries(Object.entries(seed).map(([name, value]) => [snakeCase(name), value]));
  const columns = Object.keys(row).join(", ");
  await queryRunner.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`,
    [JSON.stringify(row)],
  );
}
