import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Administrators' accounts made safer: a second factor with recovery codes, accounts that can be disabled, sessions
 * that can be told apart, first passwords that must be changed; and an audit log that cannot be emptied either.
 */
export class AccountSecurity1764000017000 implements MigrationInterface {
  public readonly name = "AccountSecurity1764000017000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE administrators
        ADD COLUMN must_change_password boolean NOT NULL DEFAULT false,
        ADD COLUMN disabled_at timestamptz,
        ADD COLUMN last_login_at timestamptz;

      ALTER TABLE administrator_sessions
        ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
        -- "Firefox on Windows": coarse, made by us, never what the browser sent.
        ADD COLUMN browser text NOT NULL DEFAULT 'Unknown browser' CHECK (length(browser) <= 60);

      -- The shared secret of an authenticator app, encrypted (platform/crypto/sealed-text.ts). A new one is pending
      -- until a code of it was given; until then the old one counts.
      CREATE TABLE administrator_second_factors (
        administrator_id uuid PRIMARY KEY REFERENCES administrators (id) ON DELETE CASCADE,
        secret text,
        confirmed_at timestamptz,
        -- Number of the last time step whose code was accepted: a code is accepted once.
        last_step bigint NOT NULL DEFAULT 0,
        pending_secret text,
        pending_at timestamptz,
        CHECK ((secret IS NULL) = (confirmed_at IS NULL)),
        CHECK ((pending_secret IS NULL) = (pending_at IS NULL))
      );

      -- SHA-256 of random codes of 79 bits: who reads this table cannot log in with it, and cannot guess them.
      CREATE TABLE administrator_recovery_codes (
        administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
        digest bytea NOT NULL CHECK (length(digest) = 32),
        used_at timestamptz,
        PRIMARY KEY (administrator_id, digest)
      );

      CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_kept();
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TRIGGER audit_log_is_not_emptied ON audit_log;
      DROP TABLE administrator_recovery_codes, administrator_second_factors;
      ALTER TABLE administrator_sessions DROP COLUMN id, DROP COLUMN browser;
      ALTER TABLE administrators
        DROP COLUMN must_change_password, DROP COLUMN disabled_at, DROP COLUMN last_login_at;
    `);
  }
}
