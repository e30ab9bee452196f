import type { MigrationInterface, QueryRunner } from "typeorm";

/** Whether an address has ever paid is asked before a mail that anybody could have sent to it. */
export class MailsToAddress1764000011000 implements MigrationInterface {
  public readonly name = "MailsToAddress1764000011000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE INDEX mails_to_address ON mails (lower(to_address), template);`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX mails_to_address;`);
  }
}
