import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What calendars need to follow the event: how often it changed, the days it no longer has, and what holders of stalls know
 * while a change waits to be announced to them.
 */
export class Calendar1764000060000 implements MigrationInterface {
  public readonly name = "Calendar1764000060000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE events
        ADD COLUMN calendar_sequence integer NOT NULL DEFAULT 0,
        ADD COLUMN dropped_days jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN known_before jsonb,
        ADD COLUMN unnotified_since timestamptz,
        ADD CHECK ((known_before IS NULL) = (unnotified_since IS NULL))`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE events DROP COLUMN calendar_sequence, DROP COLUMN dropped_days, DROP COLUMN known_before,
        DROP COLUMN unnotified_since`);
  }
}
