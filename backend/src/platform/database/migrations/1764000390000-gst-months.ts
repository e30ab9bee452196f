import type { MigrationInterface, QueryRunner } from "typeorm";

/** Months whose GST return was filed, with what it reported (docs/decisions/0119). */
export class GstMonths1764000390000 implements MigrationInterface {
  public readonly name = "GstMonths1764000390000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE gst_months (
        month text PRIMARY KEY CHECK (month ~ '^20[0-9][0-9]-(0[1-9]|1[0-2])$'),
        closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        closed_by text NOT NULL,
        reported jsonb NOT NULL
      )`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE gst_months");
  }
}
