import type { MigrationInterface, QueryRunner } from "typeorm";

/** Free space of the disks that our processes write to, as last measured. */
export class DiskSpace1764000281000 implements MigrationInterface {
  public readonly name = "DiskSpace1764000281000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE disk_space (
        place text PRIMARY KEY,
        free_bytes bigint NOT NULL,
        total_bytes bigint NOT NULL CHECK (total_bytes > 0),
        measured_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE disk_space");
  }
}
