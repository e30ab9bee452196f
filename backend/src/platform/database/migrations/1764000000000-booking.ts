import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Everything a stall's booking needs, from the visitor to the invoice. The rules that must hold whatever the code
 * does are constraints here: one live booking per stall, one unpaid hold per visitor, one open payment per phone
 * and per e-mail, one open order per subject, one row per provider payment, gapless invoice numbers
 *.
 */
export class Booking1764000000000 implements MigrationInterface {
  public readonly name = "Booking1764000000000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE visitors (
        id uuid PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- What was planted at the first start; never planted again, so that changes and deletions stay.
      CREATE TABLE seeds (
        name text PRIMARY KEY,
        planted_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- Shared counters of the rate limiter (its own column names and clock). Losing them in a crash is harmless.
      CREATE UNLOGGED TABLE rate_limits (
        key varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      );

      CREATE TABLE stalls (
        stall_id text PRIMARY KEY,
        type text NOT NULL CHECK (type IN ('Premium', 'General')),
        price_paise bigint NOT NULL CHECK (price_paise >= 100),
        x integer NOT NULL,
        y integer NOT NULL,
        layout_version integer NOT NULL DEFAULT 1,
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE coupons (
        code text PRIMARY KEY CHECK (code = upper(btrim(code)) AND code <> ''),
        percentage integer NOT NULL CHECK (percentage BETWEEN 1 AND 99),
        active boolean NOT NULL DEFAULT true,
        starts_at timestamptz,
        ends_at timestamptz,
        max_uses integer CHECK (max_uses > 0),
        stall_type text CHECK (stall_type IN ('Premium', 'General')),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE bookings (
        id uuid PRIMARY KEY,
        stall_id text NOT NULL REFERENCES stalls (stall_id),
        visitor_id uuid REFERENCES visitors (id),
        state text NOT NULL
          CHECK (state IN ('held', 'registered', 'paying', 'sold', 'released', 'blocked')),
        release_reason text CHECK (release_reason IN
          ('left', 'replaced', 'hold_expired', 'payment_expired', 'payment_failed', 'operator')),
        price_paise bigint NOT NULL CHECK (price_paise >= 100),
        held_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- The hold's deadline; never moved by the visitor. Kept while paying: a refused order goes back to it.
        hold_expires_at timestamptz,
        -- End of the payment window: the provider's expiry plus the grace.
        pay_until timestamptz,
        registered_at timestamptz,
        ended_at timestamptz,
        full_name text,
        email text,
        phone text CHECK (phone ~ '^[0-9]{10}$'),
        business_name text,
        gst_number text,
        gst_address text,
        pincode text,
        coupon_code text REFERENCES coupons (code),
        discount_percentage integer NOT NULL DEFAULT 0,
        discount_paise bigint NOT NULL DEFAULT 0,
        final_paise bigint,
        order_id text,
        listing_offer text NOT NULL DEFAULT 'not_offered'
          CHECK (listing_offer IN ('not_offered', 'offered', 'accepted_free')),
        linked_application_id text,
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CHECK ((state = 'released') = (release_reason IS NOT NULL)),
        CHECK (state NOT IN ('held', 'registered') OR hold_expires_at IS NOT NULL),
        CHECK (state NOT IN ('registered', 'paying', 'sold')
          OR (full_name IS NOT NULL AND email IS NOT NULL AND phone IS NOT NULL
              AND business_name IS NOT NULL AND pincode IS NOT NULL
              AND final_paise IS NOT NULL AND order_id IS NOT NULL))
      );
      CREATE UNIQUE INDEX bookings_one_live_per_stall ON bookings (stall_id)
        WHERE state IN ('held', 'registered', 'paying', 'sold', 'blocked');
      CREATE UNIQUE INDEX bookings_one_hold_per_visitor ON bookings (visitor_id)
        WHERE state IN ('held', 'registered');
      CREATE UNIQUE INDEX bookings_one_open_payment_per_phone ON bookings (phone) WHERE state = 'paying';
      CREATE UNIQUE INDEX bookings_one_open_payment_per_email ON bookings (lower(email)) WHERE state = 'paying';
      CREATE INDEX bookings_of_visitor ON bookings (visitor_id, held_at DESC);
      CREATE INDEX bookings_hold_deadline ON bookings (hold_expires_at) WHERE state IN ('held', 'registered');
      CREATE INDEX bookings_pay_deadline ON bookings (pay_until) WHERE state = 'paying';
      CREATE INDEX bookings_sold_phone ON bookings (phone) WHERE state = 'sold';

      -- Who did what, when and why; for ever. detail never holds a name, e-mail, phone or GST number.
      CREATE TABLE booking_events (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        booking_id uuid NOT NULL REFERENCES bookings (id),
        kind text NOT NULL,
        actor text NOT NULL CHECK (actor IN ('visitor', 'system', 'provider', 'operator')),
        detail jsonb NOT NULL DEFAULT '{}',
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX booking_events_of_booking ON booking_events (booking_id, id);

      CREATE TABLE coupon_claims (
        booking_id uuid PRIMARY KEY REFERENCES bookings (id),
        code text NOT NULL REFERENCES coupons (code),
        claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        used_at timestamptz
      );
      CREATE INDEX coupon_claims_of_coupon ON coupon_claims (code);

      CREATE TABLE orders (
        order_id text PRIMARY KEY,
        subject_type text NOT NULL CHECK (subject_type IN ('booking', 'application')),
        subject_id uuid NOT NULL,
        amount_paise bigint NOT NULL CHECK (amount_paise >= 100),
        currency text NOT NULL DEFAULT 'INR',
        state text NOT NULL CHECK (state IN ('unsent', 'open', 'closing', 'paid', 'closed', 'void')),
        environment text CHECK (environment IN ('production', 'sandbox')),
        payment_session_id text,
        provider_expires_at timestamptz,
        closing_since timestamptz,
        -- Last time the provider was asked: throttles the return page.
        asked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        ended_at timestamptz
      );
      CREATE UNIQUE INDEX orders_one_open_per_subject ON orders (subject_type, subject_id)
        WHERE state IN ('unsent', 'open', 'closing');
      CREATE INDEX orders_of_subject ON orders (subject_type, subject_id);

      -- Each attempt to create an order at the provider: the request sent, its key, the answer.
      CREATE TABLE payment_attempts (
        id uuid PRIMARY KEY,
        order_id text NOT NULL REFERENCES orders (order_id),
        idempotency_key uuid NOT NULL UNIQUE,
        state text NOT NULL CHECK (state IN ('creating', 'accepted', 'refused', 'unknown')),
        request jsonb NOT NULL,
        response_status integer,
        response jsonb,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        answered_at timestamptz
      );
      CREATE UNIQUE INDEX payment_attempts_one_under_way ON payment_attempts (order_id)
        WHERE state IN ('creating', 'unknown');

      -- What the provider tells of payments on our orders; one row per provider payment, for ever.
      CREATE TABLE payments (
        provider_payment_id text PRIMARY KEY,
        order_id text NOT NULL REFERENCES orders (order_id),
        provider_status text NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('success', 'failed', 'pending')),
        amount_paise bigint NOT NULL,
        currency text NOT NULL,
        payment_mode text,
        started_at timestamptz,
        completed_at timestamptz,
        seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX payments_of_order ON payments (order_id);

      CREATE TABLE refunds (
        refund_id text PRIMARY KEY CHECK (refund_id ~ '^[A-Za-z0-9_-]{3,40}$'),
        order_id text NOT NULL REFERENCES orders (order_id),
        amount_paise bigint NOT NULL CHECK (amount_paise > 0),
        reason text NOT NULL CHECK (reason IN ('late_payment', 'second_payment', 'operator')),
        state text NOT NULL CHECK (state IN ('requested', 'pending', 'succeeded', 'failed')),
        idempotency_key uuid NOT NULL UNIQUE,
        provider_refund_id text,
        provider_status text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        ended_at timestamptz
      );
      -- At most one automatic refund per order and reason: asking twice cannot pay back twice.
      CREATE UNIQUE INDEX refunds_one_automatic ON refunds (order_id) WHERE reason <> 'operator';

      CREATE TABLE invoice_counters (
        series text NOT NULL,
        financial_year text NOT NULL,
        last_number integer NOT NULL DEFAULT 0,
        PRIMARY KEY (series, financial_year)
      );

      CREATE TABLE invoices (
        id uuid PRIMARY KEY,
        number text NOT NULL UNIQUE CHECK (number ~ '^[A-Z]+/[0-9]{2}-[0-9]{2}/[0-9]+$' AND length(number) <= 16),
        kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
        order_id text NOT NULL REFERENCES orders (order_id),
        invoice_of uuid REFERENCES invoices (id),
        issued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- Seller, recipient, place of supply, lines and tax as they were at issue; never changed.
        content jsonb NOT NULL,
        pdf bytea,
        rendered_at timestamptz,
        -- When the sweep last gave it another job.
        requeued_at timestamptz,
        CHECK ((kind = 'credit_note') = (invoice_of IS NOT NULL))
      );
      CREATE UNIQUE INDEX invoices_one_per_order ON invoices (order_id) WHERE kind = 'invoice';
      CREATE UNIQUE INDEX invoices_one_credit_note_per_refund ON invoices ((content -> 'credit' ->> 'refundId'))
        WHERE kind = 'credit_note';
      CREATE INDEX invoices_unrendered ON invoices (issued_at) WHERE pdf IS NULL;

      -- Every mail is a row; the conditional update on its state is the guard against sending twice.
      CREATE TABLE mails (
        id uuid PRIMARY KEY,
        dedupe_key text NOT NULL UNIQUE,
        template text NOT NULL,
        to_address text NOT NULL,
        data jsonb NOT NULL,
        invoice_id uuid REFERENCES invoices (id),
        booking_id uuid REFERENCES bookings (id),
        state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        last_error text,
        claimed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        sent_at timestamptz
      );
      CREATE INDEX mails_unsent ON mails (created_at) WHERE state <> 'sent';

      -- What must happen after a commit, written with the fact and relayed at least once.
      CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        topic text NOT NULL CHECK (topic IN ('workflow', 'queue')),
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        not_before timestamptz NOT NULL DEFAULT clock_timestamp(),
        attempts integer NOT NULL DEFAULT 0,
        last_error text,
        relayed_at timestamptz
      );
      CREATE INDEX outbox_waiting ON outbox (topic, id) WHERE relayed_at IS NULL;

      CREATE TABLE webhook_inbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_key text NOT NULL UNIQUE,
        type text NOT NULL,
        order_id text,
        refund_id text,
        body jsonb NOT NULL,
        sent_at timestamptz,
        received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        deliveries integer NOT NULL DEFAULT 1,
        not_before timestamptz NOT NULL DEFAULT clock_timestamp(),
        attempts integer NOT NULL DEFAULT 0,
        last_error text,
        handled_at timestamptz
      );
      CREATE INDEX webhook_inbox_waiting ON webhook_inbox (id) WHERE handled_at IS NULL;

      -- What a person must decide or know; one open entry per kind and subject.
      CREATE TABLE attention (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        subject text NOT NULL,
        booking_id uuid REFERENCES bookings (id),
        facts jsonb NOT NULL DEFAULT '{}',
        raised_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        resolved_at timestamptz
      );
      CREATE UNIQUE INDEX attention_one_open ON attention (kind, subject) WHERE resolved_at IS NULL;

      -- What the sweep caught: a healthy system shows zero.
      CREATE TABLE sweep_runs (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        caught jsonb NOT NULL
      );
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE sweep_runs, attention, webhook_inbox, outbox, mails, invoices, invoice_counters, refunds, payments,
        payment_attempts, orders, coupon_claims, booking_events, bookings, coupons, stalls, rate_limits, seeds, visitors;
    `);
  }
}
