import type { MigrationInterface, QueryRunner } from "typeorm";

/** When backups and drills were made, for the metrics and the dashboard (docs/decisions/0075). */
export class BackupRuns1764000076000 implements MigrationInterface {
  public readonly name = "BackupRuns1764000076000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE backup_runs (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('backup', 'drill', 'record')),
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        finished_at timestamptz,
        -- null while it runs, and of one that was killed
        succeeded boolean,
        archive text,
        bytes bigint,
        -- What was wrong, one sentence without personal data and secrets.
        problem text,
        CHECK ((finished_at IS NULL) = (succeeded IS NULL))
      );
      CREATE INDEX backup_runs_newest ON backup_runs (kind, finished_at DESC)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE backup_runs");
  }
}
