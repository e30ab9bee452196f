import type { DataSource } from "typeorm";
import { MIGRATIONS } from "../../src/platform/database/data-source.js";
import { BASELINE, FORMER_MIGRATIONS } from "../../src/platform/database/origin.js";

/** What the last 0.1 had and a new database has not (docs/decisions/0098). */
const DIFFERENCES = `
  CREATE FUNCTION lock_for_reserve(p_visitor uuid, p_event integer, p_stall text) RETURNS void LANGUAGE sql AS 'SELECT';
  ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_type_check,
    ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN (%SUBJECTS%)) NOT VALID;
  ALTER TABLE mailed_links RENAME CONSTRAINT mailed_links_token_digest_check TO booking_links_token_digest_check;
  CREATE OR REPLACE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogue_version SET version = version + 1;
        RETURN NULL;
      END $$;
  DO $$
  DECLARE statement text;
  BEGIN
    FOR statement IN
      SELECT format('COMMENT ON %s IS NULL', part) FROM (
        SELECT 'FUNCTION ' || objoid::regprocedure AS part FROM pg_description WHERE classoid = 'pg_proc'::regclass
           AND objoid IN (SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace)
        UNION ALL SELECT 'INDEX ' || objoid::regclass FROM pg_description JOIN pg_class c ON c.oid = objoid
           WHERE classoid = 'pg_class'::regclass AND c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace) parts
    LOOP EXECUTE statement; END LOOP;
  END $$`;

/** The migration that ran last. */
async function lastApplied(source: DataSource): Promise<string | undefined> {
  const [last] = await source.query<{ name: string }[]>("SELECT name FROM migrations ORDER BY id DESC LIMIT 1");
  return last?.name;
}

/** Makes a database of this release look as the last 0.1 left it; migrations after the baseline are undone. */
export async function asLast01(source: DataSource): Promise<void> {
  let last = await lastApplied(source);
  while (MIGRATIONS.slice(1).some((Migration) => new Migration().name === last)) {
    await source.undoLastMigration();
    last = await lastApplied(source);
  }
  const [check] = await source.query<{ definition: string }[]>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'audit_log_subject_type_check'`,
  );
  const subjects = [...(check?.definition ?? "").matchAll(/'\w+'/g)].join(", ");
  await source.query(DIFFERENCES.replace("%SUBJECTS%", subjects));
  await source.query("DELETE FROM migrations WHERE name = $1 OR name = ANY ($2)", [BASELINE, FORMER_MIGRATIONS]);
  for (const name of FORMER_MIGRATIONS)
    await source.query("INSERT INTO migrations (timestamp, name) VALUES ($1, $2)", [Number(name.slice(-13)), name]);
}
