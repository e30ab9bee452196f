import type { MigrationInterface, QueryRunner } from "typeorm";

/** The result of each night's verification. */
export class VerificationRuns1764000021000 implements MigrationInterface {
  public readonly name = "VerificationRuns1764000021000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE verification_runs (
        day date PRIMARY KEY,
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        finished_at timestamptz,
        held integer,
        findings jsonb
      );
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE verification_runs");
  }
}
