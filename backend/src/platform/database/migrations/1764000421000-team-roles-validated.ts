import type { MigrationInterface, QueryRunner } from "typeorm";

/** Validates what {@link TeamRoles1764000420000} added, in a transaction of its own: it does not block who logs in. */
export class TeamRolesValidated1764000421000 implements MigrationInterface {
  public readonly name = "TeamRolesValidated1764000421000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ["administrators", "administrator_invitations"]) {
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_event_of_gate`);
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_team_role`);
    }
  }

  public async down(): Promise<void> {
    // Nothing to undo: the constraints go with the migration that added them.
  }
}
