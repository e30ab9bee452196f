import type { MigrationInterface, QueryRunner } from "typeorm";

/** Checks what the migration before this one wrote, without keeping out anyone who writes. */
export class DebitNotesReissuedValidated1764000491000 implements MigrationInterface {
  public readonly name = "DebitNotesReissuedValidated1764000491000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE invoices VALIDATE CONSTRAINT invoices_replaces_check");
  }

  public async down(): Promise<void> {
    // A validated constraint is not undone.
  }
}
