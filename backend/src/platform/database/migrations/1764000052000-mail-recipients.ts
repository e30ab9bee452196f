import type { MigrationInterface, QueryRunner } from "typeorm";

/** What is proven about each mail's recipient, and which mailbox it is (decision 46). */
export class MailRecipients1764000052000 implements MigrationInterface {
  public readonly name = "MailRecipients1764000052000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE mails
        -- Keyed digest of the recipient's mailbox key; NULL once erased.
        ADD COLUMN mailbox text,
        -- NULL: possibly a stranger, so the data has no words that anyone typed.
        ADD COLUMN proof text CHECK (proof IN ('organisation', 'paid', 'link_opened')),
        -- A copy to an address that is not the booker's or applicant's: no link, no attachment.
        ADD COLUMN other_address boolean NOT NULL DEFAULT false;
      CREATE INDEX mails_to_mailbox ON mails (mailbox, created_at);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX mails_to_mailbox;
      ALTER TABLE mails DROP COLUMN mailbox, DROP COLUMN proof, DROP COLUMN other_address;
    `);
  }
}
