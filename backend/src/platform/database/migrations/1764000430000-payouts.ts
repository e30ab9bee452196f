import type { MigrationInterface, QueryRunner } from "typeorm";

/** The provider's payouts and what they are made of (docs/decisions/0123). */
export class Payouts1764000430000 implements MigrationInterface {
  public readonly name = "Payouts1764000430000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE payouts (
        payout_id text PRIMARY KEY,
        utr text,
        status text,
        state text NOT NULL CHECK (state IN ('under_way', 'paid', 'failed')),
        amount_paise bigint,
        fee_paise bigint NOT NULL DEFAULT 0,
        fee_tax_paise bigint NOT NULL DEFAULT 0,
        paid_at timestamptz,
        bank_paise bigint,
        bank_day date,
        bank_by text,
        seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CHECK ((bank_paise IS NULL) = (bank_by IS NULL))
      )`);
    await queryRunner.query("CREATE INDEX payouts_by_day ON payouts (paid_at)");
    await queryRunner.query(`
      CREATE TABLE payout_lines (
        line_key text PRIMARY KEY,
        payout_id text NOT NULL REFERENCES payouts,
        kind text NOT NULL
          CHECK (kind IN ('payment', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'other')),
        event_type text NOT NULL,
        event_id text NOT NULL,
        order_id text,
        payment_id text,
        refund_id text,
        gross_paise bigint NOT NULL,
        fee_paise bigint NOT NULL,
        fee_tax_paise bigint NOT NULL,
        net_paise bigint NOT NULL,
        at timestamptz,
        seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query("CREATE INDEX payout_lines_of_payout ON payout_lines (payout_id)");
    await queryRunner.query("CREATE INDEX payout_lines_of_order ON payout_lines (order_id)");
    await queryRunner.query("CREATE INDEX payout_lines_of_payment ON payout_lines (payment_id)");
    await queryRunner.query(`
      CREATE TABLE payout_readings (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        day date UNIQUE,
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        finished_at timestamptz,
        source text NOT NULL DEFAULT 'night' CHECK (source IN ('night', 'operator', 'file')),
        started_by text,
        from_at timestamptz,
        to_at timestamptz,
        lines int NOT NULL DEFAULT 0,
        changed int NOT NULL DEFAULT 0,
        problem text
      )`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE payout_readings, payout_lines, payouts");
  }
}
