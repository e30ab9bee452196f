import type { MigrationInterface, QueryRunner } from "typeorm";

/** Validates what {@link Gate1764000330000} added, in a transaction of its own: it does not block who logs in. */
export class GateRolesValidated1764000331000 implements MigrationInterface {
  public readonly name = "GateRolesValidated1764000331000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ["administrators", "administrator_invitations"]) {
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_role_check`);
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_event_of_gate`);
    }
  }

  public async down(): Promise<void> {
    // Nothing to undo: the constraints go with the migration that added them.
  }
}
