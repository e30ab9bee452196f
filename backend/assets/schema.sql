-- The schema. Every invariant that PostgreSQL can enforce is a constraint. The first migration runs this file; later
-- migrations change the result. Columns with personal data contain placeholders once erased_at is set. Rows of the audit
-- log and of events with the same transaction_id belong together.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- All bigrams of a text. Their index serves queries that trigrams cannot: two characters, symbols only, emoji. chr(31)
-- occurs in no text; the last piece is the remainder.
CREATE FUNCTION search_bigrams(t text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN trim_array(string_to_array(regexp_replace(t, '(..)', '\1' || chr(31), 'g'), chr(31)), 1)
  || trim_array(string_to_array(regexp_replace(substr(t, 2), '(..)', '\1' || chr(31), 'g'), chr(31)), 1);

-- The words of a text, independent of the locale; vowel signs are part of a word. Words too long for an index are
-- truncated. The cost keeps the planner from calling it for each row of a table. Parallel workers are off for it, because
-- their start takes longer than such a query (docs/decisions/0032).
CREATE FUNCTION search_words(t text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE COST 10000 AS $$
  BEGIN
    IF octet_length(t) > 2000 THEN
      t := regexp_replace(t, '(\S{200})\S+', '\1', 'g');
    END IF;
    RETURN array_to_tsvector(array_remove(regexp_split_to_array(t,
      '[\u0001-\u002f:-@[-\u0060{-\u00bf\u2000-\u200b\u200e-\u206f।॥₹]+'), ''));
  END $$;

-- Platform

-- A single row with this database's mark, sent with every order that it opens.
CREATE TABLE installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Applied seeds. A seed is never applied twice, so that changes and deletions are kept.
CREATE TABLE seeds (
  name text PRIMARY KEY,
  planted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Demonstration data: production does not start while there is any.
  demonstration boolean NOT NULL DEFAULT false
);

-- Shared counters of the rate limiter, which defines the column names and uses its own clock. Unlogged: a crash may lose them.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- Transactional outbox: work to do after a commit, relayed at least once.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL CHECK (topic IN ('workflow', 'queue')),
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  not_before timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  relayed_at timestamptz,
  claimed boolean NOT NULL DEFAULT false
);
CREATE INDEX outbox_waiting ON outbox (topic, not_before, id) WHERE relayed_at IS NULL;

-- Counters of all processes, with the name and labels of the Prometheus series.
CREATE UNLOGGED TABLE metric_totals (
  series text NOT NULL,
  labels jsonb NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (series, labels)
);

-- One row per running or recently stopped process.
CREATE UNLOGGED TABLE process_reports (
  instance uuid PRIMARY KEY,
  process text NOT NULL CHECK (process IN ('api', 'orchestrator', 'jobs')),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resident_bytes bigint NOT NULL,
  cpu_seconds double precision NOT NULL,
  loop_lag_seconds double precision NOT NULL
);

-- Work recovered by each sweep; zero on a healthy system.
CREATE TABLE sweep_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  caught jsonb NOT NULL
);

-- The nightly retention job's runs, one per Indian day, with the number of erased records.
CREATE TABLE retention_runs (
  day date PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  erased jsonb
);

-- Results of the nightly verification.
CREATE TABLE verification_runs (
  day date PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  held integer,
  findings jsonb
);

-- Administrators

-- Sessions store only the digest of their token. The audit log is append-only.
CREATE TABLE administrators (
  id uuid PRIMARY KEY,
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]*$' AND length(username) <= 60),
  role text NOT NULL CHECK (role IN ('viewer', 'operator')),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  password_set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  must_change_password boolean NOT NULL DEFAULT false,
  disabled_at timestamptz,
  last_login_at timestamptz
);
CREATE UNIQUE INDEX administrators_username ON administrators (lower(username));

CREATE TABLE administrator_sessions (
  -- SHA-256 of the cookie's token, so that read access to this table allows no login.
  token_digest bytea PRIMARY KEY CHECK (length(token_digest) = 32),
  administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- For example "Firefox on Windows": derived from the user agent, which is not stored.
  browser text NOT NULL DEFAULT 'Unknown browser' CHECK (length(browser) <= 60)
);
CREATE INDEX administrator_sessions_of ON administrator_sessions (administrator_id);
CREATE INDEX administrator_sessions_old ON administrator_sessions (created_at);

-- The encrypted secret of an authenticator app (platform/secrets/secrets.ts). A new secret is pending until one of its
-- codes is confirmed; the old one stays valid until then.
CREATE TABLE administrator_second_factors (
  administrator_id uuid PRIMARY KEY REFERENCES administrators (id) ON DELETE CASCADE,
  secret text,
  confirmed_at timestamptz,
  -- The last accepted time step: each code is accepted once.
  last_step bigint NOT NULL DEFAULT 0,
  pending_secret text,
  pending_at timestamptz,
  CHECK ((secret IS NULL) = (confirmed_at IS NULL)),
  CHECK ((pending_secret IS NULL) = (pending_at IS NULL))
);

-- SHA-256 of random 119-bit codes, which cannot be guessed from their digest.
CREATE TABLE administrator_recovery_codes (
  administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  used_at timestamptz,
  PRIMARY KEY (administrator_id, digest)
);

-- Failed logins per account and network, under a keyed digest of both.
CREATE TABLE login_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX login_failures_old ON login_failures (last_at);

-- Denials by kind and account, or together for unknown names, counted for at most a day from the first. The audit log
-- gets a row each time their number doubles, so that guessing cannot flood it.
CREATE TABLE access_denials (
  subject text PRIMARY KEY,
  denials integer NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Administrators' actions with reason and changes; never deleted. before and after contain ids, amounts and states, never
-- a name, e-mail, phone or GST number.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- NULL for the command line.
  administrator_id uuid,
  administrator text NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z_]+$'),
  subject_type text NOT NULL
    CHECK (subject_type IN ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'issue',
    'administrator', 'queue', 'registrations', 'invoice', 'person', 'event', 'organisation')),
  subject_id text NOT NULL,
  reason text,
  before jsonb,
  after jsonb,
  transaction_id xid8 DEFAULT pg_current_xact_id()
);
CREATE INDEX audit_log_of_subject ON audit_log (subject_type, subject_id, id);

-- The Mela

-- Editions and the organisation. The newest row is current; of editions, the newest that is not upcoming: upcoming ones
-- are announced but sell nothing (docs/decisions/0033). The statement that holds a stall checks sales_open_at and
-- sales_close_at by the database's clock.
CREATE TABLE events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Number of changes in the dashboard; 0 as seeded.
  version integer NOT NULL DEFAULT 0,
  name text NOT NULL CHECK (name <> ''),
  edition text NOT NULL UNIQUE,
  -- [{"date": "2027-01-21", "opens": "10:00", "closes": "20:00"}, ...], Indian time, ascending.
  days jsonb NOT NULL CHECK (jsonb_typeof(days) = 'array' AND jsonb_array_length(days) > 0),
  venue_name text NOT NULL,
  venue_description text NOT NULL,
  street text NOT NULL,
  locality text NOT NULL,
  city text NOT NULL,
  pin text NOT NULL CHECK (pin ~ '^[1-9][0-9]{5}$'),
  state_code text NOT NULL CHECK (state_code ~ '^[0-9]{2}$'),
  map_url text NOT NULL CHECK (map_url LIKE 'https://%'),
  sales_open_at timestamptz,
  sales_close_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  upcoming boolean NOT NULL DEFAULT false,
  CHECK (sales_close_at > sales_open_at)
);

CREATE TABLE organisation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 0,
  name text NOT NULL CHECK (name <> ''),
  legal_name text NOT NULL,
  legal_address text NOT NULL,
  gstin text NOT NULL CHECK (length(gstin) = 15),
  street text NOT NULL,
  locality text NOT NULL,
  city text NOT NULL,
  pin text NOT NULL CHECK (pin ~ '^[1-9][0-9]{5}$'),
  region text NOT NULL,
  support_email text NOT NULL CHECK (support_email LIKE '%@%'),
  phone text,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Stalls and their bookings

CREATE TABLE visitors (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
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
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  origin text NOT NULL DEFAULT 'organiser' CHECK (origin IN ('demonstration', 'organiser'))
);

CREATE TABLE bookings (
  id uuid PRIMARY KEY,
  stall_id text NOT NULL REFERENCES stalls (stall_id),
  visitor_id uuid REFERENCES visitors (id),
  state text NOT NULL CHECK (state IN ('held', 'registered', 'paying', 'sold', 'released', 'blocked')),
  release_reason text
    CHECK (release_reason IN ('left', 'replaced', 'hold_expired', 'payment_expired', 'payment_failed',
    'operator', 'cancelled')),
  price_paise bigint NOT NULL CHECK (price_paise >= 100),
  held_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The hold's deadline; visitors cannot extend it. Retained while paying: it applies again if the order is rejected.
  hold_expires_at timestamptz,
  -- End of the payment window: the provider's expiry plus a grace period.
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
  -- Text for the dashboard's search.
  search_text text GENERATED ALWAYS AS (coalesce(full_name, '') || ' ' || coalesce(email, '') || ' '
    || coalesce(phone, '') || ' ' || coalesce(business_name, '') || ' ' || coalesce(gst_number, '') || ' '
    || coalesce(order_id, '') || ' ' || stall_id) STORED,
  block_reason text,
  -- Total extension by operators; the original deadline is hold_expires_at minus this.
  hold_extended_seconds integer NOT NULL DEFAULT 0
    CHECK (hold_extended_seconds BETWEEN 0 AND 1800),
  -- Keyed digest of the network, deleted a day after the booking ended.
  network text CHECK (length(network) <= 64),
  erased_at timestamptz,
  policies_version text,
  policies_accepted_at timestamptz,
  CONSTRAINT bookings_cancelled_offers_nothing
    CHECK ((release_reason IS DISTINCT FROM 'cancelled') OR listing_offer = 'not_offered'),
  CHECK ((state = 'released') = (release_reason IS NOT NULL)),
  CHECK (state NOT IN ('held', 'registered') OR hold_expires_at IS NOT NULL),
  CHECK (state NOT IN ('registered', 'paying', 'sold') OR (full_name IS NOT NULL AND email IS NOT NULL
    AND phone IS NOT NULL AND business_name IS NOT NULL AND pincode IS NOT NULL AND final_paise IS NOT NULL
    AND order_id IS NOT NULL)),
  CONSTRAINT bookings_policies CHECK ((policies_version IS NULL) = (policies_accepted_at IS NULL))
);
CREATE INDEX bookings_hold_deadline ON bookings (hold_expires_at) WHERE state IN ('held', 'registered');
CREATE INDEX bookings_live_of_network ON bookings (network) WHERE state IN ('held', 'registered', 'paying');
CREATE INDEX bookings_network_to_clear ON bookings (ended_at)
  WHERE network IS NOT NULL AND ended_at IS NOT NULL;
CREATE INDEX bookings_of_order ON bookings (order_id);
-- For a stall's history: its bookings, including those that moved to another stall.
CREATE INDEX bookings_of_stall ON bookings (stall_id, held_at);
CREATE INDEX bookings_of_visitor ON bookings (visitor_id, held_at DESC);
CREATE UNIQUE INDEX bookings_one_hold_per_visitor ON bookings (visitor_id)
  WHERE state IN ('held', 'registered');
CREATE UNIQUE INDEX bookings_one_live_per_stall ON bookings (stall_id)
  WHERE state IN ('held', 'registered', 'paying', 'sold', 'blocked');
CREATE INDEX bookings_pay_deadline ON bookings (pay_until) WHERE state = 'paying';
-- The registrations, newest first.
CREATE INDEX bookings_registrations ON bookings (coalesce(registered_at, held_at), id)
  WHERE final_paise IS NOT NULL;
CREATE INDEX bookings_search ON bookings USING gin (search_text gin_trgm_ops) WHERE final_paise IS NOT NULL;
CREATE INDEX bookings_sold_phone ON bookings (phone) WHERE state = 'sold';
-- For the nightly retention job.
CREATE INDEX bookings_to_erase ON bookings (ended_at)
  WHERE state = 'released' AND final_paise IS NOT NULL AND erased_at IS NULL;
-- For the sweep: recently ended payments.
CREATE INDEX bookings_unpaid ON bookings (ended_at)
  WHERE state = 'released' AND release_reason IN ('payment_expired', 'payment_failed', 'operator');

-- Append-only history. detail never contains a name, e-mail, phone or GST number.
CREATE TABLE booking_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id),
  kind text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('visitor', 'system', 'provider', 'operator')),
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  transaction_id xid8 DEFAULT pg_current_xact_id(),
  -- The booking's stall at that time, set by a trigger; for a move, the new stall. No foreign key, because it would lock
  -- the stall after the booking and violate the lock order; bookings.stall_id has one.
  stall_id text NOT NULL
);
CREATE INDEX booking_events_moves ON booking_events ((detail ->> 'from'), id)
  WHERE kind IN ('moved', 'offer_accepted');
CREATE INDEX booking_events_of_booking ON booking_events (booking_id, id);
CREATE INDEX booking_events_of_stall ON booking_events (stall_id, id);

CREATE TABLE coupon_claims (
  booking_id uuid PRIMARY KEY REFERENCES bookings (id),
  code text NOT NULL REFERENCES coupons (code),
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_at timestamptz
);
CREATE INDEX coupon_claims_of_coupon ON coupon_claims (code);

-- Networks blocked from reserving.
CREATE TABLE network_blocks (
  network text PRIMARY KEY CHECK (length(network) <= 64),
  blocked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);

-- Used proofs of work: each reserves one stall. A row is needed until its challenge expires.
CREATE TABLE used_proofs (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- Payments

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
  -- Last read at the provider; throttles the return page.
  asked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Paid to the operator directly; unknown to the payment provider.
  offline boolean NOT NULL DEFAULT false,
  -- Who ended the time to pay.
  closing_actor text CHECK (closing_actor IN ('visitor', 'system', 'operator')),
  -- The payment of the sale; NULL if nothing was sold, or without a payment (LISTING_PAYMENTS=mock).
  sold_payment_id text,
  CONSTRAINT orders_offline_are_paid CHECK (NOT offline OR state = 'paid')
);
CREATE INDEX orders_of_subject ON orders (subject_type, subject_id);
CREATE UNIQUE INDEX orders_one_open_per_subject ON orders (subject_type, subject_id)
  WHERE state IN ('unsent', 'open', 'closing');
-- The provider may treat ids that differ only in case as equal.
CREATE UNIQUE INDEX orders_one_per_id_without_case ON orders (lower(order_id));

-- Offers of another stall to payers whose payment arrived after their stall was released and taken.
CREATE TABLE stall_offers (
  id uuid PRIMARY KEY,
  -- At most one offer per order, ever.
  order_id text NOT NULL UNIQUE REFERENCES orders (order_id),
  booking_id uuid NOT NULL REFERENCES bookings (id),
  -- The stall that was taken; the booking moves to the chosen one.
  lost_stall_id text NOT NULL REFERENCES stalls (stall_id),
  stall_type text NOT NULL CHECK (stall_type IN ('Premium', 'General')),
  -- The price at the time of the reservation.
  price_paise bigint NOT NULL CHECK (price_paise >= 100),
  -- SHA-256 of the secret in the mail's link; the secret is not stored.
  token_digest bytea NOT NULL CHECK (octet_length(token_digest) = 32),
  token_version integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  chosen_stall_id text REFERENCES stalls (stall_id),
  offered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'open') = (ended_at IS NULL)),
  CHECK ((state = 'accepted') = (chosen_stall_id IS NOT NULL))
);
CREATE INDEX stall_offers_of_booking ON stall_offers (booking_id);
-- For the sweep: overdue offers.
CREATE INDEX stall_offers_open ON stall_offers (expires_at) WHERE state = 'open';

-- Attempts to create an order at the provider: request, idempotency key and response.
CREATE TABLE payment_attempts (
  id uuid PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders (order_id),
  idempotency_key uuid NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('creating', 'accepted', 'refused', 'unknown')),
  request jsonb NOT NULL,
  response_status integer,
  response jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamptz,
  erased_at timestamptz
);
CREATE INDEX payment_attempts_of_order ON payment_attempts (order_id, created_at);
CREATE UNIQUE INDEX payment_attempts_one_under_way ON payment_attempts (order_id)
  WHERE state IN ('creating', 'unknown');
CREATE INDEX payment_attempts_to_erase ON payment_attempts (created_at) WHERE erased_at IS NULL;

-- Payments on our orders as reported by the provider, one row each; never deleted.
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
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- For payments outside the provider: number of the receipt, transfer or cheque.
  offline_reference text,
  CONSTRAINT payments_offline_have_a_reference
    CHECK ((provider_payment_id LIKE 'OFFLINE-%') = (offline_reference IS NOT NULL))
);
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_successes ON payments (order_id) WHERE outcome = 'success';
ALTER TABLE orders ADD FOREIGN KEY (sold_payment_id) REFERENCES payments (provider_payment_id);

CREATE TABLE refunds (
  refund_id text PRIMARY KEY CHECK (refund_id ~ '^[A-Za-z0-9_-]{3,40}$'),
  order_id text NOT NULL REFERENCES orders (order_id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  reason text NOT NULL CHECK (reason IN ('late_payment', 'second_payment', 'operator', 'provider')),
  state text NOT NULL CHECK (state IN ('requested', 'pending', 'succeeded', 'failed')),
  idempotency_key uuid NOT NULL UNIQUE,
  provider_refund_id text,
  provider_status text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- The refunded payment. The provider refunds orders, so this is our own attribution.
  payment_id text REFERENCES payments (provider_payment_id),
  -- Reference for the payer's bank (ARN or RRN).
  bank_reference text
);
-- By booking or its order.
CREATE INDEX refunds_of_order ON refunds (order_id);
CREATE INDEX refunds_of_payment ON refunds (payment_id);
-- At most one automatic refund per payment, so that a repeated decision cannot refund twice.
CREATE UNIQUE INDEX refunds_one_automatic ON refunds (payment_id)
  WHERE reason IN ('late_payment', 'second_payment');
-- The provider's refund id, to recognise refunds made at the provider.
CREATE INDEX refunds_provider_id ON refunds (provider_refund_id) WHERE provider_refund_id IS NOT NULL;

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

-- Invoices

CREATE TABLE invoice_counters (
  series text NOT NULL,
  financial_year text NOT NULL,
  last_number integer NOT NULL DEFAULT 0,
  PRIMARY KEY (series, financial_year)
);

-- Exactly one of an order's invoices replaces none, and each is replaced at most once, so that one is always the newest
-- (docs/decisions/0028).
CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[A-Z]+/[0-9]{2}-[0-9]{2}/[0-9]+$' AND length(number) <= 16),
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  order_id text NOT NULL REFERENCES orders (order_id),
  invoice_of uuid REFERENCES invoices (id),
  issued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Seller, recipient, place of supply, lines and tax at the time of issue; immutable.
  content jsonb NOT NULL,
  pdf bytea,
  rendered_at timestamptz,
  -- When the sweep last enqueued it again.
  requeued_at timestamptz,
  replaces uuid REFERENCES invoices (id),
  CHECK ((kind = 'credit_note') = (invoice_of IS NOT NULL)),
  CONSTRAINT invoices_replaces_check CHECK (replaces IS NULL OR kind = 'invoice')
);
CREATE INDEX invoices_credit_notes ON invoices (invoice_of) WHERE invoice_of IS NOT NULL;
CREATE INDEX invoices_of_order ON invoices (order_id);
CREATE UNIQUE INDEX invoices_one_credit_note_per_refund ON invoices ((content -> 'credit' ->> 'refundId'))
  WHERE kind = 'credit_note';
CREATE UNIQUE INDEX invoices_one_per_order ON invoices (order_id) WHERE kind = 'invoice' AND replaces IS NULL;
CREATE UNIQUE INDEX invoices_replaced_once ON invoices (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX invoices_unrendered ON invoices (issued_at) WHERE pdf IS NULL;

-- The catalogue

CREATE TABLE categories (
  module text NOT NULL CHECK (module IN ('shops', 'services', 'ngos')),
  name text NOT NULL,
  slug text NOT NULL,
  position integer NOT NULL,
  listed boolean NOT NULL,
  PRIMARY KEY (module, name),
  UNIQUE (module, slug)
);

CREATE TABLE brands (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  module text NOT NULL,
  name text NOT NULL CHECK (name = btrim(name) AND name <> ''),
  name_key text GENERATED ALWAYS AS (lower(name)) STORED,
  category text NOT NULL,
  logo text,
  description text NOT NULL DEFAULT '',
  location text,
  website_url text,
  partner_name text,
  contact_email text,
  contact_phone text,
  linkedin_url text,
  facebook_url text,
  instagram_url text,
  whatsapp_url text,
  -- Origin of the row, so that demonstration data can be removed.
  origin text NOT NULL DEFAULT 'organiser'
    CHECK (origin IN ('demonstration', 'measuring', 'application', 'organiser')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (id, module, name_key),
  UNIQUE (module, name_key),
  FOREIGN KEY (module, category) REFERENCES categories (module, name) ON UPDATE CASCADE
);
CREATE INDEX brands_name_bigrams ON brands USING gin (search_bigrams(name_key));
CREATE INDEX brands_name_prefix ON brands (name_key text_pattern_ops);
CREATE INDEX brands_name_trigrams ON brands USING gin (name_key gin_trgm_ops);
CREATE INDEX brands_name_words ON brands USING gin (search_words(name_key));
CREATE INDEX brands_order ON brands (name_key, module);

-- Designed for 100,000 live listings: each list has an index in its order, counts and categories come from a small table
-- maintained by triggers, and substring search has indexes for all query lengths (docs/performance.md), separate for each
-- module so that a frequent word in one does not slow down the others.
CREATE TABLE listings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  brand_id uuid NOT NULL,
  module text NOT NULL,
  -- The brand's name in lower case: lists are sorted by it.
  brand_key text NOT NULL,
  category text NOT NULL,
  name text NOT NULL CHECK (name = btrim(name) AND name <> ''),
  name_key text GENERATED ALWAYS AS (lower(name)) STORED,
  description text NOT NULL DEFAULT '',
  image text,
  event_name text,
  event_key text GENERATED ALWAYS AS (lower(btrim(event_name))) STORED,
  -- Only live listings that have not expired are public.
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'live', 'rejected', 'withdrawn')),
  expires_at timestamptz,
  -- Fields on separate lines, so that a query cannot match across two of them.
  search_text text GENERATED ALWAYS AS
    (lower(name || chr(10) || brand_key || chr(10) || category || chr(10) || description)) STORED,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (brand_id, module, brand_key) REFERENCES brands (id, module, name_key)
    ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (module, category) REFERENCES categories (module, name) ON UPDATE CASCADE
);
CREATE INDEX listings_brand ON listings (brand_id);
CREATE INDEX listings_live ON listings (brand_key, id) WHERE status = 'live';
CREATE INDEX listings_live_category ON listings (module, category, brand_key, id) WHERE status = 'live';
CREATE INDEX listings_live_event ON listings (event_key, brand_key, id)
  WHERE status = 'live' AND event_key IS NOT NULL;
CREATE INDEX listings_live_expiry ON listings (expires_at) INCLUDE (module, category)
  WHERE status = 'live' AND expires_at IS NOT NULL;
CREATE INDEX listings_live_module ON listings (module, brand_key, id) WHERE status = 'live';
CREATE INDEX listings_live_name ON listings (module, name_key text_pattern_ops) WHERE status = 'live';
CREATE INDEX listings_ngos_bigrams ON listings USING gin (search_bigrams(search_text))
  WHERE status = 'live' AND module = 'ngos';
CREATE INDEX listings_ngos_trigrams ON listings USING gin (search_text gin_trgm_ops)
  WHERE status = 'live' AND module = 'ngos';
CREATE INDEX listings_ngos_words ON listings USING gin (search_words(search_text))
  WHERE status = 'live' AND module = 'ngos';
CREATE INDEX listings_services_bigrams ON listings USING gin (search_bigrams(search_text))
  WHERE status = 'live' AND module = 'services';
CREATE INDEX listings_services_trigrams ON listings USING gin (search_text gin_trgm_ops)
  WHERE status = 'live' AND module = 'services';
CREATE INDEX listings_services_words ON listings USING gin (search_words(search_text))
  WHERE status = 'live' AND module = 'services';
CREATE INDEX listings_shops_bigrams ON listings USING gin (search_bigrams(search_text))
  WHERE status = 'live' AND module = 'shops';
CREATE INDEX listings_shops_trigrams ON listings USING gin (search_text gin_trgm_ops)
  WHERE status = 'live' AND module = 'shops';
CREATE INDEX listings_shops_words ON listings USING gin (search_words(search_text))
  WHERE status = 'live' AND module = 'shops';

CREATE TABLE product_images (
  listing_id uuid NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position >= 0),
  image_url text NOT NULL,
  PRIMARY KEY (listing_id, position)
);

-- Awards and past events, for the search and the home page.
CREATE TABLE showcase_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('award', 'sales_fair', 'retail_popup')),
  title text NOT NULL,
  -- Giver of the award, or organisation of the event.
  awarded_by text NOT NULL,
  -- Display text, e.g. "18 to 20 October 2024"; held_on is for sorting.
  date_text text NOT NULL,
  held_on date NOT NULL,
  time_text text,
  venue text,
  description text NOT NULL DEFAULT '',
  image text,
  origin text NOT NULL DEFAULT 'organiser' CHECK (origin IN ('demonstration', 'organiser'))
);

-- Home page content: products of the first carousel, spotlight brands, bestsellers.
CREATE TABLE highlights (
  kind text NOT NULL CHECK (kind IN ('featured', 'spotlight', 'bestseller')),
  position integer NOT NULL CHECK (position >= 0),
  brand_id uuid REFERENCES brands (id) ON DELETE CASCADE,
  listing_id uuid REFERENCES listings (id) ON DELETE CASCADE,
  PRIMARY KEY (kind, position),
  CHECK (CASE kind
    WHEN 'spotlight' THEN brand_id IS NOT NULL AND listing_id IS NULL
    ELSE listing_id IS NOT NULL AND brand_id IS NULL
  END)
);

-- Number of listings with status live per category, maintained by triggers. Readers subtract the expired ones.
CREATE TABLE listing_counts (
  module text NOT NULL,
  category text NOT NULL,
  live bigint NOT NULL,
  PRIMARY KEY (module, category)
);

-- Words of names, brands and categories, for spelling correction. Rows are never deleted; a word without listings finds none.
CREATE TABLE catalogue_words (
  word text PRIMARY KEY
);
CREATE INDEX catalogue_words_trigrams ON catalogue_words USING gin (word gin_trgm_ops);

-- Incremented with every change of the catalogue; cached responses are valid for one version.
CREATE TABLE catalogue_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version bigint NOT NULL
);

-- Listing applications

-- Applications, including a stall's free listing. Each year has a paid order; live applications have a listing and an end.
CREATE TABLE listing_applications (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('paid', 'free', 'mela_free')),
  state text NOT NULL
    CHECK (state IN ('submitted', 'paying', 'lapsed', 'under_review', 'live', 'expired', 'rejected',
    'withdrawn', 'joined')),
  full_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL CHECK (phone ~ '^[0-9]{10}$'),
  whatsapp_number text NOT NULL CHECK (whatsapp_number ~ '^[0-9]{10}$'),
  brand_name text NOT NULL,
  company_type text NOT NULL CHECK (company_type IN ('product', 'service', 'ngo')),
  -- The wizard's category, which maps to the catalogue's.
  business_category text NOT NULL,
  business_stage text NOT NULL,
  business_type text NOT NULL,
  story text NOT NULL,
  -- One of the two, depending on hasGSTIN.
  gst_number text,
  govt_document text,
  business_address text NOT NULL,
  pan_number text,
  whatsapp_business_contact text NOT NULL CHECK (whatsapp_business_contact ~ '^[0-9]{10}$'),
  whatsapp_group_link text,
  website_url text,
  linkedin_url text,
  facebook_url text,
  instagram_url text,
  is_startup boolean NOT NULL,
  interested_in_popups boolean NOT NULL,
  previous_participation text[] NOT NULL,
  hear_about_us text NOT NULL,
  -- Digest of the fields above: an identical application is the same one.
  digest text NOT NULL,
  -- How many times it was sent, including the first.
  times_sent integer NOT NULL DEFAULT 1,
  -- The stall that includes this free listing.
  booking_id uuid REFERENCES bookings (id),
  -- Current year, from 1; each renewal adds one.
  year integer NOT NULL DEFAULT 1 CHECK (year > 0),
  review_since timestamptz,
  reviewer_reminded_at timestamptz,
  live_from timestamptz,
  live_until timestamptz,
  -- The end that the owner was reminded of; changes with a renewal.
  first_reminded_for timestamptz,
  last_reminded_for timestamptz,
  brand_id uuid REFERENCES brands (id),
  listing_id uuid UNIQUE REFERENCES listings (id),
  -- The administrator's reason for the last decision.
  decision_reason text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Time of the applicant's consent, and the version of the text.
  consented_at timestamptz,
  consent_version text,
  erased_at timestamptz,
  CHECK ((kind = 'mela_free') = (booking_id IS NOT NULL)),
  CHECK ((kind = 'free') = (state = 'joined')),
  CHECK ((gst_number IS NULL) <> (govt_document IS NULL)),
  CHECK (state <> 'under_review' OR review_since IS NOT NULL),
  CHECK (state NOT IN ('live', 'expired') OR (live_from IS NOT NULL AND live_until IS NOT NULL
    AND brand_id IS NOT NULL AND listing_id IS NOT NULL)),
  CONSTRAINT listing_applications_consent CHECK ((consented_at IS NULL) = (consent_version IS NULL))
);
CREATE INDEX listing_applications_digest ON listing_applications (digest, created_at);
CREATE INDEX listing_applications_end ON listing_applications (live_until) WHERE state = 'live';
CREATE INDEX listing_applications_newest ON listing_applications (created_at DESC, id);
-- A stall's free listing can be claimed once, and again after it was given up.
CREATE UNIQUE INDEX listing_applications_one_per_booking ON listing_applications (booking_id)
  WHERE state NOT IN ('rejected', 'withdrawn');
CREATE INDEX listing_applications_owner ON listing_applications (lower(brand_name), lower(email))
  WHERE state IN ('under_review', 'live');
-- For the sweep: unpaid applications.
CREATE INDEX listing_applications_unpaid ON listing_applications (updated_at) WHERE state = 'submitted';
CREATE INDEX listing_applications_waiting ON listing_applications (state, review_since);

-- Payment orders of applications: the year that each pays for, and its deadline.
CREATE TABLE listing_orders (
  order_id text PRIMARY KEY REFERENCES orders (order_id),
  application_id uuid NOT NULL REFERENCES listing_applications (id),
  purpose text NOT NULL CHECK (purpose IN ('first', 'renewal')),
  year integer NOT NULL CHECK (year > 0),
  -- The provider's expiry plus a grace period; NULL before it was sent.
  pay_until timestamptz,
  -- When its payment was used for that year; a second payment of the year is refunded.
  paid_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((purpose = 'first') = (year = 1))
);
CREATE INDEX listing_orders_of_application ON listing_orders (application_id, created_at);
CREATE UNIQUE INDEX listing_orders_one_paid_a_year ON listing_orders (application_id, year)
  WHERE paid_at IS NOT NULL;

-- Append-only history. detail never contains a name, e-mail, phone or GST number.
CREATE TABLE listing_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id uuid NOT NULL REFERENCES listing_applications (id),
  kind text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('visitor', 'system', 'provider', 'operator')),
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX listing_events_of_application ON listing_events (application_id, id);

-- Enquiries, issues and mails

-- Suspected spam is quarantined for an administrator's review, never discarded.
CREATE TABLE enquiries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('corporate_gifting', 'support')),
  state text NOT NULL CHECK (state IN ('received', 'quarantined')),
  -- The reason for the quarantine; kept after approval.
  suspicion text CHECK (suspicion IN ('trap_filled', 'filled_too_fast', 'link_in_name')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  company text,
  is_member boolean,
  subject text,
  -- Requirements of a gifting request, or the message to support.
  message text NOT NULL,
  -- Digest of the typed fields: an identical enquiry is the same one.
  digest text NOT NULL,
  -- How many times it was sent, including the first.
  times_sent integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  let_through_at timestamptz,
  answered_at timestamptz,
  answered_by text,
  answer_note text,
  CHECK (state = 'received' OR suspicion IS NOT NULL),
  CHECK (CASE kind
    WHEN 'corporate_gifting' THEN phone IS NOT NULL AND company IS NOT NULL AND is_member IS NOT NULL
    ELSE subject IS NOT NULL
  END)
);
CREATE INDEX enquiries_digest ON enquiries (digest, created_at);
CREATE INDEX enquiries_newest ON enquiries (state, created_at);

-- Issues for operators; at most one open per kind and subject.
CREATE TABLE issues (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  booking_id uuid REFERENCES bookings (id),
  facts jsonb NOT NULL DEFAULT '{}',
  raised_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resolved_at timestamptz,
  application_id uuid REFERENCES listing_applications (id),
  -- The resolution, or that the problem resolved itself.
  resolution text,
  resolved_by text,
  note text
);
CREATE INDEX issues_newest ON issues (raised_at);
CREATE INDEX issues_of_booking ON issues (booking_id) WHERE booking_id IS NOT NULL;
CREATE UNIQUE INDEX issues_one_open ON issues (kind, subject) WHERE resolved_at IS NULL;

-- One row per mail. A conditional update of its state prevents sending twice.
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
  sent_at timestamptz,
  application_id uuid REFERENCES listing_applications (id),
  -- A copy sent again on request is a separate row with its own Message-ID.
  copy_of uuid REFERENCES mails (id),
  erased_at timestamptz,
  -- The mail about a replaced invoice also has the credit note attached.
  credit_note_id uuid REFERENCES invoices (id)
);
CREATE INDEX mails_of_application ON mails (application_id) WHERE application_id IS NOT NULL;
CREATE INDEX mails_of_booking ON mails (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX mails_to_address ON mails (lower(to_address), template);
CREATE INDEX mails_to_erase ON mails (created_at) WHERE erased_at IS NULL;
CREATE INDEX mails_unsent ON mails (created_at) WHERE state <> 'sent';

-- Links to the payer's booking page.
CREATE TABLE booking_links (
  -- The dedupe key of the mail with the link.
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  -- SHA-256 of the secret; the secret is not stored.
  token_digest bytea NOT NULL CHECK (octet_length(token_digest) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX booking_links_of_booking ON booking_links (booking_id);

-- Payers' requests on their booking page.
CREATE TABLE booking_requests (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('correction', 'substitute', 'cancellation')),
  -- The payer's text: personal data.
  text text NOT NULL CHECK (char_length(text) <= 1000),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'declined', 'closed')),
  -- The operator's reply.
  answer text CHECK (char_length(answer) <= 1000),
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamptz,
  -- The requested details: personal data.
  details jsonb,
  CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE INDEX booking_requests_of_booking ON booking_requests (booking_id);
-- At most one open request per kind; also used by the page's query.
CREATE UNIQUE INDEX booking_requests_one_open ON booking_requests (booking_id, kind) WHERE state = 'open';

-- The public catalogue: live listings that have not expired, and brands with at least one. All public queries of the
-- catalogue and the search use these views; the partial indexes serve them.
CREATE VIEW live_listings AS
  SELECT * FROM listings WHERE status = 'live' AND (expires_at IS NULL OR expires_at > now());

CREATE VIEW live_brands AS
  SELECT * FROM brands b WHERE EXISTS (SELECT 1 FROM live_listings l WHERE l.brand_id = b.id);

-- Functions and triggers

CREATE FUNCTION audit_log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the audit log can only be added to';
    END
  $$;

CREATE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE catalogue_version SET version = version + 1;
    RETURN NULL;
  END $$;

-- Statement triggers, so that a bulk load counts once. Rows are locked in a fixed order.
CREATE FUNCTION listings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      INSERT INTO listing_counts AS c (module, category, live)
        SELECT module, category, -count(*) FROM old_rows WHERE status = 'live' GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (module, category) DO UPDATE SET live = c.live + excluded.live;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      INSERT INTO listing_counts AS c (module, category, live)
        SELECT module, category, count(*) FROM new_rows WHERE status = 'live' GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (module, category) DO UPDATE SET live = c.live + excluded.live;
      INSERT INTO catalogue_words (word)
        SELECT DISTINCT word
          FROM new_rows,
               regexp_split_to_table(lower(name || ' ' || brand_key || ' ' || category), '[\s[:punct:]]+') AS word
         WHERE status = 'live' AND char_length(word) >= 3
         ORDER BY word
        ON CONFLICT DO NOTHING;
    END IF;
    UPDATE catalogue_version SET version = version + 1;
    RETURN NULL;
  END $$;

CREATE FUNCTION notify_event_facts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('event_facts', '');
      RETURN NULL;
    END $$;

-- Notifies the api processes that the public floor plan may have changed, unless the connection's process does so after
-- its commit (sakhi.notify = off, docs/decisions/0036). The payload is constant, so that PostgreSQL
-- sends one notification per transaction. Each process also rereads the plan at the end of a hold, which changes no row,
-- and every 100 ms, so that a lost notification causes only a delay.
CREATE FUNCTION notify_layout() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('sakhi.notify', true) IS DISTINCT FROM 'off' THEN PERFORM pg_notify('layout', ''); END IF;
      RETURN NULL;
    END $$;

-- Locks decide nothing: see also lock_for_reserve (migration 1764000050000). Rules are in domain/.

-- Locks visitor, stalls ascending, booking; returns the booking's stall and the other existing ones. Raises
-- serialization_failure if the booking moves to another stall meanwhile; the transaction is retried.
CREATE FUNCTION lock_booking(p_booking uuid, p_others text[]) RETURNS SETOF stalls LANGUAGE plpgsql AS $$
  DECLARE
    v_visitor uuid;
    v_stall text;
  BEGIN
    SELECT visitor_id, stall_id INTO v_visitor, v_stall FROM bookings WHERE id = p_booking;
    PERFORM 1 FROM visitors WHERE id = v_visitor FOR UPDATE;
    RETURN QUERY SELECT * FROM stalls WHERE stall_id = ANY(p_others || v_stall) ORDER BY stall_id FOR UPDATE;
    PERFORM 1 FROM bookings WHERE id = p_booking AND stall_id = v_stall FOR UPDATE;
    IF NOT FOUND AND v_stall IS NOT NULL THEN
      RAISE EXCEPTION 'a booking moved before it was locked' USING ERRCODE = 'serialization_failure';
    END IF;
  END $$;

CREATE FUNCTION stall_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT b.stall_id INTO NEW.stall_id FROM bookings b WHERE b.id = NEW.booking_id;
      RETURN NEW;
    END $$;

CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_log_is_kept();
CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_kept();
CREATE TRIGGER booking_events_stall BEFORE INSERT ON booking_events
  FOR EACH ROW WHEN (NEW.stall_id IS NULL) EXECUTE FUNCTION stall_of_event();
-- Registering keeps the stall Reserved, with the same deadline.
CREATE TRIGGER bookings_notify_layout_changed AFTER UPDATE OF state, stall_id, hold_expires_at ON bookings
  FOR EACH ROW WHEN ((old.state <> new.state AND NOT (old.state = 'held' AND new.state = 'registered'))
    OR old.stall_id <> new.stall_id OR old.hold_expires_at IS DISTINCT FROM new.hold_expires_at)
  EXECUTE FUNCTION notify_layout();
CREATE TRIGGER bookings_notify_layout_gone AFTER DELETE ON bookings FOR EACH ROW
  WHEN (old.state <> 'released') EXECUTE FUNCTION notify_layout();
CREATE TRIGGER bookings_notify_layout_made AFTER INSERT ON bookings FOR EACH ROW
  WHEN (new.state <> 'released') EXECUTE FUNCTION notify_layout();
CREATE TRIGGER brands_changed AFTER INSERT OR DELETE OR UPDATE ON brands
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER events_notify_facts AFTER INSERT OR DELETE OR UPDATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION notify_event_facts();
CREATE TRIGGER highlights_changed AFTER INSERT OR DELETE OR UPDATE ON highlights
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER listings_deleted AFTER DELETE ON listings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION listings_changed();
CREATE TRIGGER listings_inserted AFTER INSERT ON listings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION listings_changed();
CREATE TRIGGER listings_updated AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION listings_changed();
CREATE TRIGGER organisation_notify_facts AFTER INSERT OR DELETE OR UPDATE ON organisation
  FOR EACH STATEMENT EXECUTE FUNCTION notify_event_facts();
CREATE TRIGGER product_images_changed AFTER INSERT OR DELETE OR UPDATE ON product_images
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER showcase_events_changed AFTER INSERT OR DELETE OR UPDATE ON showcase_events
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER stalls_notify_layout AFTER INSERT OR DELETE OR UPDATE ON stalls
  FOR EACH STATEMENT EXECUTE FUNCTION notify_layout();

-- Required rows

INSERT INTO installation DEFAULT VALUES;
INSERT INTO catalogue_version (version) VALUES (1);
-- Same as domain/src/catalogue; a test compares them.
INSERT INTO categories (module, name, slug, position, listed) VALUES
  ('shops', 'Apparel', 'apparel', 1, true),
  ('shops', 'Food & Food Products', 'food-products', 2, true),
  ('shops', 'Kitchen & Home Decor', 'kitchen-home-decor', 3, true),
  ('shops', 'Wellness', 'wellness', 4, true),
  ('shops', 'Arts & Crafts', 'arts-crafts', 5, true),
  ('shops', 'Beauty & Cosmetics', 'beauty-cosmetics', 6, true),
  ('shops', 'Gifts', 'gifts', 7, true),
  ('shops', 'Jewellery & Accessories', 'jewellery-accessories', 8, true),
  ('shops', 'Kids', 'kids', 9, true),
  ('shops', 'Crafts & Crochet', 'crafts-crochet', 10, true),
  ('shops', 'Business Supplies', 'business-supplies', 11, true),
  ('shops', 'Handloom Textiles', 'handloom-textiles', 12, true),
  ('shops', 'Bags', 'bags', 13, true),
  ('shops', 'Eco Friendly', 'eco-friendly', 14, true),
  ('shops', 'Artisanal', 'artisanal', 15, true),
  ('shops', 'Ayurveda', 'ayurveda', 16, true),
  ('shops', 'Footwear & Leather Products', 'footwear-leather', 17, true),
  ('shops', 'Stationery', 'stationery', 18, true),
  ('shops', 'Sports & Dancewear', 'sports-dancewear', 19, true),
  ('shops', 'Others', 'others', 20, false),
  ('services', 'Training', 'training', 1, true),
  ('services', 'Legal Consultancy', 'legal-consultancy', 2, true),
  ('services', 'Hospitality', 'hospitality', 3, true),
  ('services', 'Veterinary', 'veterinary', 4, true),
  ('services', 'Wellness', 'wellness', 5, true),
  ('services', 'Editorial Service', 'editorial-service', 6, true),
  ('services', 'Food', 'food', 7, true),
  ('services', 'Creative Services', 'creative-services', 8, true),
  ('services', 'Financial Solutions', 'financial-solutions', 9, true),
  ('services', 'Web Solutions', 'web-solutions', 10, true),
  ('services', 'Transport and Delivery', 'transport-delivery', 11, true),
  ('ngos', 'Handloom Textiles', 'handloom-textiles', 1, true),
  ('ngos', 'Handicrafts', 'handicrafts', 2, true),
  ('ngos', 'Skilling', 'skilling', 3, true);
