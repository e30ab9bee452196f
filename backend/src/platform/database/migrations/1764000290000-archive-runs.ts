import type { MigrationInterface, QueryRunner } from "typeorm";

/** Base backups of the continuous archive are noted beside the others (docs/decisions/0094). */
export class ArchiveRuns1764000290000 implements MigrationInterface {
  public readonly name = "ArchiveRuns1764000290000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE backup_runs DROP CONSTRAINT backup_runs_kind_check;
      ALTER TABLE backup_runs ADD CONSTRAINT backup_runs_kind_check
        CHECK (kind IN ('backup', 'drill', 'record', 'archive')) NOT VALID`);
    await queryRunner.query("ALTER TABLE backup_runs VALIDATE CONSTRAINT backup_runs_kind_check");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM backup_runs WHERE kind = 'archive';
      ALTER TABLE backup_runs DROP CONSTRAINT backup_runs_kind_check;
      ALTER TABLE backup_runs ADD CONSTRAINT backup_runs_kind_check CHECK (kind IN ('backup', 'drill', 'record'))`);
  }
}
