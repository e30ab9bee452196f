import type { MigrationInterface, QueryRunner } from "typeorm";

/** Moves of sold bookings to stalls of another price, their orders, and debit notes (docs/decisions/0118). */
export class StallMoves1764000460000 implements MigrationInterface {
  public readonly name = "StallMoves1764000460000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE stall_moves (
        id uuid PRIMARY KEY,
        booking_id uuid NOT NULL REFERENCES bookings (id),
        from_stall_key integer NOT NULL REFERENCES stalls (stall_key),
        to_stall_key integer NOT NULL REFERENCES stalls (stall_key),
        difference_paise bigint NOT NULL,
        to_pay_paise bigint NOT NULL CHECK (to_pay_paise >= 0),
        refund_paise bigint NOT NULL CHECK (refund_paise >= 0),
        asked_by text NOT NULL CHECK (asked_by IN ('operator', 'holder')),
        state text NOT NULL CHECK (state IN ('asked', 'moved', 'lapsed', 'withdrawn')),
        block_id uuid REFERENCES bookings (id),
        asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        until timestamptz,
        pay_until timestamptz,
        ended_at timestamptz,
        CONSTRAINT stall_moves_asked CHECK (state = 'moved' OR block_id IS NOT NULL AND until IS NOT NULL AND to_pay_paise > 0),
        CONSTRAINT stall_moves_end CHECK ((state = 'asked') = (ended_at IS NULL)),
        CONSTRAINT stall_moves_elsewhere CHECK (from_stall_key <> to_stall_key)
      )`);
    await queryRunner.query(
      "CREATE UNIQUE INDEX stall_moves_one_open_per_booking ON stall_moves (booking_id) WHERE state = 'asked'",
    );
    await queryRunner.query(
      "CREATE UNIQUE INDEX stall_moves_one_open_per_stall ON stall_moves (to_stall_key) WHERE state = 'asked'",
    );
    await queryRunner.query("CREATE INDEX stall_moves_of_booking ON stall_moves (booking_id, asked_at)");
    await queryRunner.query(`
      CREATE TABLE stall_move_settings (
        event_id integer PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
        by_holder boolean NOT NULL,
        link_hours integer NOT NULL CHECK (link_hours BETWEEN 1 AND 168)
      )`);
    await queryRunner.query("ALTER TABLE orders ADD COLUMN move_id uuid REFERENCES stall_moves (id)");
    await queryRunner.query("ALTER TABLE event_refunds ADD COLUMN moves_paid_paise bigint NOT NULL DEFAULT 0");
    await queryRunner.query("ALTER TABLE event_refunds ADD COLUMN moves_deducted_paise bigint NOT NULL DEFAULT 0");
    await queryRunner.query("ALTER TABLE event_refunds ADD COLUMN moves_refund_paise bigint NOT NULL DEFAULT 0");
    for (const [table, constraint, check] of CHECKS) {
      await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`);
      await queryRunner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${constraint} CHECK (${check}) NOT VALID`);
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, constraint, , before] of CHECKS) {
      await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`);
      await queryRunner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${constraint} CHECK (${before})`);
    }
    for (const part of ["refund", "deducted", "paid"]) {
      await queryRunner.query(`ALTER TABLE event_refunds DROP COLUMN moves_${part}_paise`);
    }
    await queryRunner.query("ALTER TABLE orders DROP COLUMN move_id");
    await queryRunner.query("DROP TABLE stall_move_settings");
    await queryRunner.query("DROP TABLE stall_moves");
  }
}

/** Tables with a check that takes debit notes from now on: its name, what it says, and what it said before. */
const CHECKS = [
  [
    "invoices",
    "invoices_kind_check",
    "kind IN ('invoice', 'credit_note', 'debit_note')",
    "kind IN ('invoice', 'credit_note')",
  ],
  [
    "invoices",
    "invoices_check",
    "(kind = 'invoice') = (invoice_of IS NULL)",
    "(kind = 'credit_note') = (invoice_of IS NOT NULL)",
  ],
  [
    "known_numbers",
    "known_numbers_kind_check",
    "kind IN ('invoice', 'credit_note', 'debit_note')",
    "kind IN ('invoice', 'credit_note')",
  ],
] as const;
