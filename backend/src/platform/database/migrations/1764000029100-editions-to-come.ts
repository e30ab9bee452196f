import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Editions of the Mela that are announced and not the current one (decision 33): the newest of the others counts, as before.
 * An edition to come sells nothing.
 */
export class EditionsToCome1764000029100 implements MigrationInterface {
  public readonly name = "EditionsToCome1764000029100";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE events ADD COLUMN upcoming boolean NOT NULL DEFAULT false;
      ${salesAt("WHERE NOT e.upcoming")}`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM events WHERE upcoming;
      ${salesAt("")}
      ALTER TABLE events DROP COLUMN upcoming;`);
  }
}

/** As in backend/assets/schema.sql, of the editions that count. */
function salesAt(where: string): string {
  return `
  CREATE OR REPLACE FUNCTION sales_at(at timestamptz) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(
      (SELECT sales_verdict(e.sales_open_at, e.sales_close_at, at) FROM events e ${where} ORDER BY e.id DESC LIMIT 1),
      'open')
  $$;`;
}
