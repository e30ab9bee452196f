import type { MigrationInterface, QueryRunner } from "typeorm";

/** When a mail to a possible stranger is due, because the site's hour was full; null for at once (docs/decisions/0091). */
export class MailsDue1764000260000 implements MigrationInterface {
  public readonly name = "MailsDue1764000260000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE mails ADD COLUMN due_at timestamptz");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE mails DROP COLUMN due_at");
  }
}
