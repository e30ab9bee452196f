import type { MigrationInterface, QueryRunner } from "typeorm";

/** Recoveries of a restored database (docs/decisions/0050). */
export class Recovery1764000059000 implements MigrationInterface {
  public readonly name = "Recovery1764000059000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The database was found to be older than what is known outside. While one is open, nothing is sold.
      CREATE TABLE recoveries (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- Time of the newest entry that the restored database has.
        known_until timestamptz,
        -- What is known outside, and what of it is missing here. No personal data.
        found jsonb NOT NULL,
        -- When everything outside was read last, and what came of it.
        read_at timestamptz,
        report jsonb,
        ended_at timestamptz,
        ended_by text,
        reason text,
        CHECK ((ended_at IS NULL) = (ended_by IS NULL))
      );
      CREATE UNIQUE INDEX recoveries_one_open ON recoveries ((true)) WHERE ended_at IS NULL;

      -- Numbers that no document of this database will have: a recovery left them out, because a lost document may have
      -- them. A lost document whose number is known keeps it.
      CREATE TABLE left_out_numbers (
        series text NOT NULL,
        financial_year text NOT NULL,
        first_number integer NOT NULL,
        last_number integer NOT NULL,
        recovery_id uuid NOT NULL REFERENCES recoveries (id),
        PRIMARY KEY (series, financial_year, first_number),
        CHECK (first_number <= last_number)
      );

      -- Numbers known from outside, for the documents of sales that are created again.
      CREATE TABLE known_numbers (
        order_id text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
        number text NOT NULL UNIQUE,
        issued_at timestamptz NOT NULL,
        PRIMARY KEY (order_id, kind, number)
      );

      -- Dedupe keys of mails that were sent according to the log outside, and are not in mails.
      CREATE TABLE mails_sent_before (
        dedupe_key text PRIMARY KEY,
        sent_at timestamptz
      );

      -- What this database knows of its position outside: one row.
      CREATE TABLE outside_records (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        -- The mark under which the position was published; a copy with another mark has published nothing.
        installation uuid,
        -- When a part outside last had this database's position.
        published_at timestamptz,
        -- When every part had it.
        complete_at timestamptz,
        -- Since when sales are paused because nobody could say whether the database is current.
        unverified_since timestamptz
      );
      INSERT INTO outside_records DEFAULT VALUES;

      ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_type_check;
      ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_type_check
        CHECK (subject_type IN ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'issue', 'administrator',
        'queue', 'registrations', 'invoice', 'person', 'event', 'organisation', 'recovery'));
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_type_check;
      ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_type_check
        CHECK (subject_type IN ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'issue', 'administrator',
        'queue', 'registrations', 'invoice', 'person', 'event', 'organisation'));
      DROP TABLE outside_records, mails_sent_before, known_numbers, left_out_numbers, recoveries;
    `);
  }
}
