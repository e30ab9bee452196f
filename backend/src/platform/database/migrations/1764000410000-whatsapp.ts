import type { MigrationInterface, QueryRunner } from "typeorm";

/** Consents to messages by WhatsApp, the messages, and numbers that asked for no more (docs/decisions/0122). */
export class Whatsapp1764000410000 implements MigrationInterface {
  public readonly name = "Whatsapp1764000410000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE whatsapp_consents (
        id uuid PRIMARY KEY,
        subject_type text NOT NULL CHECK (subject_type IN ('booking', 'application')),
        subject_id uuid NOT NULL,
        phone text NOT NULL CHECK (phone ~ '^[0-9]{10}$'),
        wording text NOT NULL,
        version text NOT NULL,
        given_by text NOT NULL CHECK (given_by IN ('registration', 'application', 'my_booking', 'my_brand')),
        given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        withdrawn_by text CHECK (withdrawn_by IN ('page', 'form', 'number', 'stop_word', 'erased')),
        withdrawn_at timestamptz,
        erased_at timestamptz,
        CONSTRAINT whatsapp_consents_end CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)),
        CONSTRAINT whatsapp_consents_erased CHECK (erased_at IS NULL OR withdrawn_at IS NOT NULL)
      );
      CREATE UNIQUE INDEX whatsapp_consents_one_open ON whatsapp_consents (subject_type, subject_id)
        WHERE withdrawn_at IS NULL;
      COMMENT ON INDEX whatsapp_consents_one_open IS 'A booking or an application has one consent at a time.';
      CREATE INDEX whatsapp_consents_of_subject ON whatsapp_consents (subject_type, subject_id);
      CREATE INDEX whatsapp_consents_of_phone ON whatsapp_consents (phone) WHERE erased_at IS NULL;
      CREATE TABLE whatsapp_messages (
        id uuid PRIMARY KEY,
        dedupe_key text NOT NULL UNIQUE,
        template text NOT NULL CHECK (template IN ('booking_confirmed', 'hold_ending', 'payment_failed', 'papers_missing',
                                                   'evening_before', 'page_live', 'brand_question')),
        consent_id uuid NOT NULL REFERENCES whatsapp_consents (id),
        booking_id uuid,
        application_id uuid,
        mail_id uuid,
        state text NOT NULL DEFAULT 'queued'
          CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'skipped')),
        attempts integer NOT NULL DEFAULT 0,
        problem text,
        problem_code integer,
        provider_id text UNIQUE,
        category text,
        cost_hundredths integer NOT NULL DEFAULT 0 CHECK (cost_hundredths >= 0),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        due_at timestamptz,
        claimed_at timestamptz,
        counted_on date,
        sent_at timestamptz,
        delivered_at timestamptz,
        read_at timestamptz,
        ended_at timestamptz,
        CONSTRAINT whatsapp_messages_subject CHECK ((booking_id IS NULL) <> (application_id IS NULL)),
        CONSTRAINT whatsapp_messages_end CHECK ((state IN ('failed', 'skipped')) = (ended_at IS NOT NULL)),
        CONSTRAINT whatsapp_messages_why CHECK (state NOT IN ('failed', 'skipped') OR problem IS NOT NULL),
        CONSTRAINT whatsapp_messages_sent CHECK (state NOT IN ('sent', 'delivered', 'read') OR sent_at IS NOT NULL)
      );
      CREATE INDEX whatsapp_messages_of_booking ON whatsapp_messages (booking_id, created_at) WHERE booking_id IS NOT NULL;
      CREATE INDEX whatsapp_messages_of_application ON whatsapp_messages (application_id, created_at)
        WHERE application_id IS NOT NULL;
      CREATE INDEX whatsapp_messages_of_consent ON whatsapp_messages (consent_id, claimed_at);
      CREATE INDEX whatsapp_messages_counted ON whatsapp_messages (counted_on) WHERE counted_on IS NOT NULL;
      COMMENT ON INDEX whatsapp_messages_counted IS 'The day''s limit: how many were sent today.';
      CREATE INDEX whatsapp_messages_unsent ON whatsapp_messages (created_at) WHERE state IN ('queued', 'sending');
      CREATE INDEX whatsapp_messages_made ON whatsapp_messages (created_at);
      CREATE TABLE whatsapp_stops (
        number_digest text PRIMARY KEY,
        stopped_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE whatsapp_stops; DROP TABLE whatsapp_messages; DROP TABLE whatsapp_consents");
  }
}
