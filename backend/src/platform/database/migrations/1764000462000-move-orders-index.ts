import type { MigrationInterface, QueryRunner } from "typeorm";

/** Indexes of tables that every sale writes, built beside it. */
export class MoveOrdersIndex1764000462000 implements MigrationInterface {
  public readonly name = "MoveOrdersIndex1764000462000";
  /** CONCURRENTLY allows none. */
  public readonly transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_of_move ON orders (move_id) WHERE move_id IS NOT NULL",
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS invoices_one_debit_note_per_order ON invoices (order_id)
       WHERE kind = 'debit_note'`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP INDEX IF EXISTS invoices_one_debit_note_per_order");
    await queryRunner.query("DROP INDEX IF EXISTS orders_of_move");
  }
}
