import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What an operator did to a booking knows its line of the audit log for certain: both bear the transaction that wrote
 * them. Lines from before have none and are still matched by their times.
 */
export class Deeds1764000009000 implements MigrationInterface {
  public readonly name = "Deeds1764000009000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    // In two steps each: a default given with the column would mark every old line with this very transaction.
    await queryRunner.query(`
      ALTER TABLE booking_events ADD COLUMN transaction_id xid8;
      ALTER TABLE booking_events ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();
      ALTER TABLE audit_log ADD COLUMN transaction_id xid8;
      ALTER TABLE audit_log ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_log DROP COLUMN transaction_id;
      ALTER TABLE booking_events DROP COLUMN transaction_id;
    `);
  }
}
