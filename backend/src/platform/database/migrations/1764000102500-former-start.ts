import type { MigrationInterface, QueryRunner } from "typeorm";

/** When a rescheduled event would have started, for search engines (docs/decisions/0074). */
export class FormerStart1764000102500 implements MigrationInterface {
  public readonly name = "FormerStart1764000102500";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE events ADD COLUMN former_start text");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE events DROP COLUMN former_start");
  }
}
