import type { MigrationInterface, QueryRunner } from "typeorm";

/** One of an order's debit notes replaces none, as of its invoices; built beside sales (docs/decisions/0028). */
export class DebitNotesReissuedIndex1764000492000 implements MigrationInterface {
  public readonly name = "DebitNotesReissuedIndex1764000492000";
  /** CONCURRENTLY allows none. */
  public readonly transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS invoices_one_first_debit_note_per_order ON invoices (order_id)
       WHERE kind = 'debit_note' AND replaces IS NULL`,
    );
    await queryRunner.query("DROP INDEX CONCURRENTLY IF EXISTS invoices_one_debit_note_per_order");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE UNIQUE INDEX IF NOT EXISTS invoices_one_debit_note_per_order ON invoices (order_id)
       WHERE kind = 'debit_note'`,
    );
    await queryRunner.query("DROP INDEX IF EXISTS invoices_one_first_debit_note_per_order");
  }
}
