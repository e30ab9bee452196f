import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The administrator's area: who may enter, what they did, and what the other tables need to be looked through by
 * them. Of a session only its token's digest is kept; the audit log can be added to and nothing else.
 */
export class Administration1764000004000 implements MigrationInterface {
  public readonly name = "Administration1764000004000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(ACCOUNTS);
    await queryRunner.query(AUDIT);
    await queryRunner.query(READING);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX bookings_registrations, bookings_search, attention_newest, bookings_of_stall,
        booking_events_moves, refunds_of_order, invoices_of_order,
        mails_of_booking, attention_of_booking;
      ALTER TABLE bookings DROP COLUMN search_text;
      ALTER TABLE enquiries DROP COLUMN answered_at, DROP COLUMN answered_by, DROP COLUMN answer_note;
      ALTER TABLE attention DROP COLUMN IF EXISTS application_id, DROP COLUMN resolution, DROP COLUMN resolved_by,
        DROP COLUMN note;
      ALTER TABLE mails DROP COLUMN copy_of;
      DROP TABLE audit_log, login_failures, administrator_sessions, administrators;
      DROP FUNCTION audit_log_is_kept();
    `);
  }
}

const ACCOUNTS = `
  CREATE TABLE administrators (
    id uuid PRIMARY KEY,
    username text NOT NULL CHECK (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]*$' AND length(username) <= 60),
    role text NOT NULL CHECK (role IN ('viewer', 'operator')),
    password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    password_set_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE UNIQUE INDEX administrators_username ON administrators (lower(username));

  CREATE TABLE administrator_sessions (
    -- SHA-256 of the cookie's token: who reads this table cannot log in with it.
    token_digest bytea PRIMARY KEY CHECK (length(token_digest) = 32),
    administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz
  );
  CREATE INDEX administrator_sessions_of ON administrator_sessions (administrator_id);
  CREATE INDEX administrator_sessions_old ON administrator_sessions (created_at);

  -- Wrong passwords for one account from one address, which both stand in a keyed digest.
  CREATE TABLE login_failures (
    key text PRIMARY KEY,
    failures integer NOT NULL,
    last_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX login_failures_old ON login_failures (last_at);
`;

const AUDIT = `
  -- Which administrator did what, when and why, and what it changed; for ever. before and after hold ids, amounts
  -- and states, never a name, e-mail, phone or GST number.
  CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Absent where somebody with access to the server used the command line.
    administrator_id uuid,
    administrator text NOT NULL,
    action text NOT NULL CHECK (action ~ '^[a-z_]+$'),
    subject_type text NOT NULL CHECK (subject_type IN
      ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'attention', 'administrator')),
    subject_id text NOT NULL,
    reason text,
    before jsonb,
    after jsonb
  );
  CREATE INDEX audit_log_of_subject ON audit_log (subject_type, subject_id, id);

  CREATE FUNCTION audit_log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the audit log can only be added to';
    END
  $$;
  CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION audit_log_is_kept();
`;

const READING = `
  -- What the dashboard's search looks through.
  ALTER TABLE bookings ADD COLUMN search_text text GENERATED ALWAYS AS (
    coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
      || coalesce(business_name, '') || ' ' || coalesce(gst_number, '') || ' ' || coalesce(order_id, '') || ' '
      || stall_id) STORED;
  CREATE INDEX bookings_search ON bookings USING gin (search_text gin_trgm_ops) WHERE final_paise IS NOT NULL;
  -- The registrations, newest first.
  CREATE INDEX bookings_registrations ON bookings ((coalesce(registered_at, held_at)), id)
    WHERE final_paise IS NOT NULL;

  -- A stall's story: its bookings, and those that have moved away from it.
  CREATE INDEX bookings_of_stall ON bookings (stall_id, held_at);
  CREATE INDEX booking_events_moves ON booking_events ((detail->>'from')) WHERE kind = 'moved';
  -- What belongs to a booking or to its order.
  CREATE INDEX refunds_of_order ON refunds (order_id);
  CREATE INDEX invoices_of_order ON invoices (order_id);
  CREATE INDEX attention_of_booking ON attention (booking_id) WHERE booking_id IS NOT NULL;
  CREATE INDEX mails_of_booking ON mails (booking_id) WHERE booking_id IS NOT NULL;

  ALTER TABLE enquiries
    ADD COLUMN answered_at timestamptz,
    ADD COLUMN answered_by text,
    ADD COLUMN answer_note text;

  ALTER TABLE attention
    ADD COLUMN IF NOT EXISTS application_id uuid,
    -- What ended it: the remedy's name, or that the fault went away by itself.
    ADD COLUMN resolution text,
    ADD COLUMN resolved_by text,
    ADD COLUMN note text;
  CREATE INDEX attention_newest ON attention (raised_at);

  -- A mail that was sent again on request is a row of its own, with its own Message-ID.
  ALTER TABLE mails ADD COLUMN copy_of uuid REFERENCES mails (id);
`;
