import type { MigrationInterface, QueryRunner } from "typeorm";

/** When a mailed link was first opened: its mail reached the payer. */
export class OpenedLinks1764000058000 implements MigrationInterface {
  public readonly name = "OpenedLinks1764000058000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE mailed_links ADD COLUMN IF NOT EXISTS opened_at timestamptz");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE mailed_links DROP COLUMN opened_at");
  }
}
