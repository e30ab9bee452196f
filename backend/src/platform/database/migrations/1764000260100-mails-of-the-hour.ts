import type { MigrationInterface, QueryRunner } from "typeorm";

/** Mails to possible strangers by the time they are due: each new one counts those of the hour. */
export class MailsOfTheHour1764000260100 implements MigrationInterface {
  public readonly name = "MailsOfTheHour1764000260100";
  public readonly transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY mails_to_strangers ON mails ((coalesce(due_at, created_at))) WHERE proof IS NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP INDEX mails_to_strangers");
  }
}
