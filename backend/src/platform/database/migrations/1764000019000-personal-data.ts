import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What the Digital Personal Data Protection Act 2023 asks for: proof of consent, and a trace of every erasure. An erased
 * row stays, for money, stalls and history refer to it; its personal columns hold placeholders.
 */
export class PersonalData1764000019000 implements MigrationInterface {
  public readonly name = "PersonalData1764000019000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE listing_applications
        -- When the applicant agreed, and to which version of the text; absent before it was recorded.
        ADD COLUMN consented_at timestamptz,
        ADD COLUMN consent_version text,
        ADD COLUMN erased_at timestamptz,
        ADD CONSTRAINT listing_applications_consent CHECK ((consented_at IS NULL) = (consent_version IS NULL));
      ALTER TABLE bookings ADD COLUMN erased_at timestamptz;
      ALTER TABLE mails ADD COLUMN erased_at timestamptz;
      ALTER TABLE payment_attempts ADD COLUMN erased_at timestamptz;

      -- What the nightly job looks for.
      CREATE INDEX bookings_to_erase ON bookings (ended_at)
        WHERE state = 'released' AND final_paise IS NOT NULL AND erased_at IS NULL;
      CREATE INDEX mails_to_erase ON mails (created_at) WHERE erased_at IS NULL;
      CREATE INDEX payment_attempts_to_erase ON payment_attempts (created_at) WHERE erased_at IS NULL;

      -- One run of the nightly retention job a day, by Indian date: what it erased.
      CREATE TABLE retention_runs (
        day date PRIMARY KEY,
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        finished_at timestamptz,
        erased jsonb
      );

      ALTER TABLE audit_log
        DROP CONSTRAINT audit_log_subject_type_check,
        ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN
          ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'attention', 'administrator', 'queue',
           'registrations', 'invoice', 'person'));
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_log
        DROP CONSTRAINT audit_log_subject_type_check,
        ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN
          ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'attention', 'administrator', 'queue',
           'registrations', 'invoice')) NOT VALID;
      DROP TABLE retention_runs;
      DROP INDEX bookings_to_erase, mails_to_erase, payment_attempts_to_erase;
      ALTER TABLE payment_attempts DROP COLUMN erased_at;
      ALTER TABLE mails DROP COLUMN erased_at;
      ALTER TABLE bookings DROP COLUMN erased_at;
      ALTER TABLE listing_applications
        DROP CONSTRAINT listing_applications_consent,
        DROP COLUMN erased_at, DROP COLUMN consent_version, DROP COLUMN consented_at;
    `);
  }
}
