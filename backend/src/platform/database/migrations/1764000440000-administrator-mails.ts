import type { MigrationInterface, QueryRunner } from "typeorm";

/** What administrators get by mail, and what they were alerted to (docs/decisions/0125). */
export class AdministratorMails1764000440000 implements MigrationInterface {
  public readonly name = "AdministratorMails1764000440000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE administrator_mails (
        administrator_id uuid PRIMARY KEY REFERENCES administrators (id) ON DELETE CASCADE,
        email text CHECK (char_length(email) <= 254),
        confirmed_at timestamptz,
        asked_email text CHECK (char_length(asked_email) <= 254),
        asked_id uuid UNIQUE,
        asked_until timestamptz,
        kinds text[] NOT NULL DEFAULT '{}',
        hour integer NOT NULL DEFAULT 8 CHECK (hour >= 0 AND hour <= 23),
        weekdays integer[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}' CHECK (weekdays <@ '{1,2,3,4,5,6,7}'::integer[]),
        alerts text[] NOT NULL DEFAULT '{}',
        off_at timestamptz,
        covered_until timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_day text CHECK (last_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        said jsonb NOT NULL DEFAULT '{}',
        alerts_since timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_alert_at timestamptz,
        CONSTRAINT administrator_mails_confirmed CHECK ((email IS NULL) = (confirmed_at IS NULL)),
        CONSTRAINT administrator_mails_asked
          CHECK ((asked_email IS NULL) = (asked_id IS NULL) AND (asked_id IS NULL) = (asked_until IS NULL))
      );
      CREATE TABLE administrator_alerts (
        administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
        subject text NOT NULL,
        alerted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (administrator_id, subject)
      )`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE administrator_alerts; DROP TABLE administrator_mails");
  }
}
