import type { MigrationInterface, QueryRunner } from "typeorm";

/** Links with which an administrator chooses a password: for a new account, or instead of a forgotten one. */
export class Invitations1764000057200 implements MigrationInterface {
  public readonly name = "Invitations1764000057200";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE administrator_invitations (
        id uuid PRIMARY KEY,
        -- SHA-256 of the secret; the secret is in the mail only.
        digest bytea NOT NULL,
        username text NOT NULL,
        role text NOT NULL CHECK (role IN ('viewer', 'operator')),
        -- The account that gets a new password; NULL for a new account.
        administrator_id uuid REFERENCES administrators (id) ON DELETE CASCADE,
        invited_by text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        -- Used, withdrawn or replaced by a newer link.
        ended_at timestamptz
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX administrator_invitations_one_open ON administrator_invitations (lower(username))
        WHERE ended_at IS NULL`);
    await queryRunner.query(`
      ALTER TABLE mails DROP CONSTRAINT mails_proof_check,
        ADD CONSTRAINT mails_proof_check CHECK (proof IN ('organisation', 'paid', 'link_opened', 'operator'))`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("UPDATE mails SET proof = NULL WHERE proof = 'operator'");
    await queryRunner.query(`
      ALTER TABLE mails DROP CONSTRAINT mails_proof_check,
        ADD CONSTRAINT mails_proof_check CHECK (proof IN ('organisation', 'paid', 'link_opened'))`);
    await queryRunner.query("DROP TABLE administrator_invitations");
  }
}
