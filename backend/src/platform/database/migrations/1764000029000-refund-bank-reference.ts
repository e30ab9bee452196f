import type { MigrationInterface, QueryRunner } from "typeorm";

/** Refunds keep what the payer's bank can find them by. */
export class RefundBankReference1764000029000 implements MigrationInterface {
  public readonly name = "RefundBankReference1764000029000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE refunds ADD COLUMN bank_reference text`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE refunds DROP COLUMN bank_reference`);
  }
}
