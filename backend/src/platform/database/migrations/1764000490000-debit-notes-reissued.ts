import type { MigrationInterface, QueryRunner } from "typeorm";

const CONSTRAINT = "invoices_replaces_check";

/** A corrected debit note replaces another, as an invoice does (docs/decisions/0028). */
export class DebitNotesReissued1764000490000 implements MigrationInterface {
  public readonly name = "DebitNotesReissued1764000490000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE invoices DROP CONSTRAINT ${CONSTRAINT}`);
    await queryRunner.query(
      `ALTER TABLE invoices ADD CONSTRAINT ${CONSTRAINT} CHECK (replaces IS NULL OR kind <> 'credit_note') NOT VALID`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE invoices DROP CONSTRAINT ${CONSTRAINT}`);
    await queryRunner.query(
      `ALTER TABLE invoices ADD CONSTRAINT ${CONSTRAINT} CHECK (replaces IS NULL OR kind = 'invoice')`,
    );
  }
}
