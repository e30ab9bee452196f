import type { MigrationInterface, QueryRunner } from "typeorm";

/** Disputes (chargebacks) of payments, and what each webhook reports. */
export class Disputes1764000280000 implements MigrationInterface {
  public readonly name = "Disputes1764000280000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE disputes (
        dispute_id text PRIMARY KEY,
        order_id text,
        payment_id text,
        amount_paise bigint NOT NULL CHECK (amount_paise >= 0),
        status text NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('open', 'won', 'lost')),
        respond_by timestamptz,
        reason_code text,
        provider_updated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query("CREATE INDEX disputes_order ON disputes (order_id)");
    await queryRunner.query("ALTER TABLE webhook_inbox ADD COLUMN concerns text NOT NULL DEFAULT 'payment'");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE webhook_inbox DROP COLUMN concerns");
    await queryRunner.query("DROP TABLE disputes");
  }
}
