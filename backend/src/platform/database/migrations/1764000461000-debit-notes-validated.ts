import type { MigrationInterface, QueryRunner } from "typeorm";

/** Validates what StallMoves1764000460000 added, in a transaction of its own: it does not block who sells. */
export class DebitNotesValidated1764000461000 implements MigrationInterface {
  public readonly name = "DebitNotesValidated1764000461000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE invoices VALIDATE CONSTRAINT invoices_kind_check");
    await queryRunner.query("ALTER TABLE invoices VALIDATE CONSTRAINT invoices_check");
    await queryRunner.query("ALTER TABLE known_numbers VALIDATE CONSTRAINT known_numbers_kind_check");
  }

  public async down(): Promise<void> {
    // Nothing to undo: the constraints go with the migration that added them.
  }
}
