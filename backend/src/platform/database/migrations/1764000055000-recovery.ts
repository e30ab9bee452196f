import type { MigrationInterface, QueryRunner } from "typeorm";

/** Recoveries of a restored database (docs/decisions/0050). */
export class Recovery1764000055000 implements MigrationInterface {
  public readonly name = "Recovery1764000055000";

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

      ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_type_check;
      ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_type_check
        CHECK (subject_type IN ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'issue', 'administrator',
        'queue', 'registrations', 'invoice', 'person', 'event', 'organisation', 'recovery'));
    `);
    // Where the decision is made in SQL.
    const decides = (await queryRunner.query("SELECT FROM pg_proc WHERE proname = 'sales_at'")) as unknown[];
    if (decides.length > 0) await queryRunner.query(SALES_AT_PAUSED);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_type_check;
      ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_type_check
        CHECK (subject_type IN ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'issue', 'administrator',
        'queue', 'registrations', 'invoice', 'person', 'event', 'organisation'));
      DROP TABLE mails_sent_before, known_numbers, left_out_numbers, recoveries;
    `);
  }
}

/** Same rule as domain/src/events/sales.rules.ts. */
const SALES_AT_PAUSED = `
  CREATE OR REPLACE FUNCTION sales_at(at timestamptz) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM recoveries r WHERE r.ended_at IS NULL) THEN 'sales_paused' ELSE coalesce(
      (SELECT sales_verdict(e.sales_open_at, e.sales_close_at, at) FROM events e
        WHERE NOT e.upcoming ORDER BY e.id DESC LIMIT 1), 'open') END
  $$`;
