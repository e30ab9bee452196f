import type { MigrationInterface, QueryRunner } from "typeorm";

/** An event's name, venue and city in other languages (docs/decisions/0134). */
export class EventTranslations1764000511000 implements MigrationInterface {
  public readonly name = "EventTranslations1764000511000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE events ADD COLUMN translations jsonb NOT NULL DEFAULT '{"version": 0, "texts": {}}'`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE events DROP COLUMN translations");
  }
}
