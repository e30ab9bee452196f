-- The schema of today, for reading: tables by the feature that owns them, with their indexes and triggers; then views,
-- functions, and the rights of our processes. `npm run generate` writes it from a database that the migrations made: do
-- not edit it. Tables and columns are described by their entity (backend/src/**/*.entities.ts), the rest by COMMENT ON.
-- Not shown: the tables of BullMQ, which a database without Redis has in the schema bullmq.

-- accounts ============================================================================================================

-- An account for the dashboard.
CREATE TABLE administrators (
  id uuid PRIMARY KEY,
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]*$' AND length(username) <= 60),
  -- For the release before, which knows three roles: a trigger derives it from the two columns that follow, or those
  -- from it.
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'gate')),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  password_set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  must_change_password boolean NOT NULL DEFAULT false,
  disabled_at timestamptz,
  last_login_at timestamptz,
  -- As role.
  event_id integer REFERENCES events (id),
  -- What she may do.
  team_role text,
  -- Ids of her events; null for all of them.
  event_ids integer[],
  CONSTRAINT administrators_event_of_gate CHECK (role = 'gate' OR event_id IS NULL),
  CONSTRAINT administrators_team_role CHECK (team_role IN ('owner', 'organiser', 'accountant', 'content', 'gate',
    'viewer') AND (team_role <> 'owner' OR event_ids IS NULL))
);
CREATE UNIQUE INDEX administrators_username ON administrators (lower(username));
CREATE TRIGGER administrators_both_roles BEFORE INSERT OR UPDATE ON administrators FOR EACH ROW
  EXECUTE FUNCTION both_roles();

-- A login session, active or ended.
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

-- An administrator's authenticator app: the confirmed secret and one pending confirmation. Both are encrypted.
CREATE TABLE administrator_second_factors (
  administrator_id uuid PRIMARY KEY REFERENCES administrators (id) ON DELETE CASCADE,
  secret text,
  confirmed_at timestamptz,
  -- Time step of the last code used: a code works only once.
  last_step bigint NOT NULL DEFAULT 0,
  pending_secret text,
  pending_at timestamptz,
  CHECK ((secret IS NULL) = (confirmed_at IS NULL)),
  CHECK ((pending_secret IS NULL) = (pending_at IS NULL))
);

-- A single-use code that replaces the authenticator app: SHA-256 of 119 random bits, which its digest does not give
-- away.
CREATE TABLE administrator_recovery_codes (
  administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  used_at timestamptz,
  PRIMARY KEY (administrator_id, digest)
);

-- A token with which another system reads as its owner.
CREATE TABLE access_tokens (
  id uuid PRIMARY KEY,
  administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  -- The other system, as its owner calls it.
  name text NOT NULL,
  -- SHA-256 of the token, of which 256 bits are random.
  token_digest bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Events that it is limited to; null for whatever its owner may see.
  event_ids integer[],
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- The day in India of its last use.
  last_used_on date,
  revoked_at timestamptz,
  CONSTRAINT access_tokens_a_year CHECK (expires_at <= (created_at + '366 days'::interval))
);
CREATE INDEX access_tokens_of_administrator ON access_tokens (administrator_id);

-- Failed logins per account and per network; the key is a digest.
CREATE TABLE login_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX login_failures_old ON login_failures (last_at);

-- Denied logins by kind and account, or together for unknown names, counted for at most a day: the audit log gets an
-- entry each time their number doubles, so that guessing cannot flood it.
CREATE TABLE access_denials (
  subject text PRIMARY KEY,
  denials integer NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Actions of administrators, with reason and changes. Append-only: the application's database role cannot change rows.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null for the command line.
  administrator_id uuid,
  administrator text NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z_]+$'),
  subject_type text NOT NULL CHECK (subject_type IN ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail',
    'issue', 'administrator', 'queue', 'registrations', 'invoice', 'person', 'event', 'organisation', 'recovery',
    'audit_log', 'brand', 'product', 'home_page', 'past_event')),
  subject_id text NOT NULL,
  reason text,
  -- Ids, amounts and states, never a name, e-mail, phone or GST number; so is `after`.
  before jsonb,
  after jsonb,
  -- The writing transaction: entries of the same action share it.
  transaction_id xid8 DEFAULT pg_current_xact_id()
);
CREATE INDEX audit_log_of_subject ON audit_log (subject_type, subject_id, id);
CREATE TRIGGER audit_log_is_kept BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_kept();
CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT
  EXECUTE FUNCTION audit_log_is_kept();

-- A link with which an administrator chooses a password.
CREATE TABLE administrator_invitations (
  id uuid PRIMARY KEY,
  -- SHA-256 of the link's secret.
  digest bytea NOT NULL,
  username text NOT NULL,
  -- As of the account; so are the three that follow.
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'gate')),
  -- The account that gets a new password; null for a new account.
  administrator_id uuid REFERENCES administrators (id) ON DELETE CASCADE,
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- Used, withdrawn or replaced.
  ended_at timestamptz,
  event_id integer REFERENCES events (id),
  team_role text,
  event_ids integer[],
  CONSTRAINT administrator_invitations_event_of_gate CHECK (role = 'gate' OR event_id IS NULL),
  CONSTRAINT administrator_invitations_team_role CHECK (team_role IN ('owner', 'organiser', 'accountant', 'content',
    'gate', 'viewer') AND (team_role <> 'owner' OR event_ids IS NULL))
);
CREATE UNIQUE INDEX administrator_invitations_one_open ON administrator_invitations (lower(username))
  WHERE ended_at IS NULL;
CREATE TRIGGER administrator_invitations_both_roles BEFORE INSERT OR UPDATE ON administrator_invitations FOR EACH ROW
  EXECUTE FUNCTION both_roles();

-- An operator's action that was done, by the key of its request; deleted after a day.
CREATE TABLE operator_requests (
  administrator_id uuid NOT NULL,
  -- Chosen by the browser: 32 hexadecimal digits.
  key text NOT NULL CHECK (key ~ '^[0-9a-f]{32}$'),
  response jsonb,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (administrator_id, key)
);
CREATE INDEX operator_requests_by_time ON operator_requests (at);

-- backup ==============================================================================================================

-- A backup, a drill, or a copy of the record outside.
CREATE TABLE backup_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('backup', 'drill', 'record', 'archive')),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  -- Null while it runs, and of one that was killed.
  succeeded boolean,
  archive text,
  bytes bigint,
  -- What was wrong, one sentence.
  problem text,
  CHECK ((finished_at IS NULL) = (succeeded IS NULL))
);
CREATE INDEX backup_runs_newest ON backup_runs (kind, finished_at DESC);

-- bookings ============================================================================================================

-- A booking of a stall, from the hold to its end. Money in paise.
CREATE TABLE bookings (
  id uuid PRIMARY KEY,
  visitor_id uuid REFERENCES visitors (id),
  state text NOT NULL CHECK (state IN ('held', 'registered', 'paying', 'sold', 'released', 'blocked')),
  release_reason text CHECK (release_reason IN ('left', 'replaced', 'hold_expired', 'payment_expired', 'payment_failed',
    'operator', 'cancelled')),
  -- Price of the stall when it was reserved.
  price_paise bigint NOT NULL CHECK (price_paise >= 100),
  held_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The hold's deadline; held and registered bookings past it count as released.
  hold_expires_at timestamptz,
  -- End of the payment window, which opening the order starts.
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
  -- Amount to pay, after the coupon.
  final_paise bigint,
  -- The newest order; each registration creates one.
  order_id text,
  listing_offer text NOT NULL DEFAULT 'not_offered'
    CHECK (listing_offer IN ('not_offered', 'offered', 'accepted_free')),
  linked_application_id text,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  block_reason text,
  -- Total extension by operators; the original deadline is `holdExpiresAt` minus this.
  hold_extended_seconds integer NOT NULL DEFAULT 0 CHECK (hold_extended_seconds >= 0 AND hold_extended_seconds <= 1800),
  erased_at timestamptz,
  -- The version of the event policies that was accepted before paying.
  policies_version text,
  policies_accepted_at timestamptz,
  -- The networks it was reserved from, narrowest first: prefix and keyed digest.
  networks text[] NOT NULL DEFAULT '{}' CHECK (cardinality(networks) <= 3),
  stall_key integer NOT NULL REFERENCES stalls (stall_key),
  -- Generated column that the dashboard searches.
  search_text text GENERATED ALWAYS AS (coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone,
    '') || ' ' || coalesce(business_name, '') || ' ' || coalesce(gst_number, '') || ' ' || coalesce(order_id,
    '')) STORED,
  -- The first booking of its order, which it follows until both are sold; null of the first one.
  first_booking_id uuid REFERENCES bookings (id),
  -- Of the page on which she reserved or last registered, or as she chose since: her mails and papers are in it.
  language text NOT NULL DEFAULT 'en',
  CONSTRAINT bookings_cancelled_offers_nothing CHECK (release_reason IS DISTINCT FROM 'cancelled'
    OR listing_offer = 'not_offered'),
  CHECK ((state = 'released') = (release_reason IS NOT NULL)),
  CHECK (state NOT IN ('held', 'registered') OR hold_expires_at IS NOT NULL),
  CHECK (state NOT IN ('registered', 'paying', 'sold') OR full_name IS NOT NULL AND email IS NOT NULL
    AND phone IS NOT NULL AND business_name IS NOT NULL AND pincode IS NOT NULL AND final_paise IS NOT NULL
    AND order_id IS NOT NULL),
  CONSTRAINT bookings_policies CHECK ((policies_version IS NULL) = (policies_accepted_at IS NULL))
);
CREATE INDEX bookings_hold_deadline ON bookings (hold_expires_at) WHERE state IN ('held', 'registered');
CREATE INDEX bookings_networks_to_clear ON bookings (ended_at) WHERE networks <> '{}' AND ended_at IS NOT NULL;
CREATE INDEX bookings_of_first ON bookings (first_booking_id) WHERE first_booking_id IS NOT NULL;
-- No pending list: each reserve searches the index that the one before has written.
CREATE INDEX bookings_of_networks ON bookings USING gin (networks) WITH (fastupdate=off);
CREATE INDEX bookings_of_order ON bookings (order_id);
-- For a stall's history: its bookings, including those that moved to another stall.
CREATE INDEX bookings_of_stall ON bookings (stall_key, held_at);
CREATE INDEX bookings_of_visitor ON bookings (visitor_id, held_at DESC);
CREATE UNIQUE INDEX bookings_one_first_hold_per_visitor ON bookings (visitor_id, event_of_stall(stall_key))
  WHERE (state IN ('held', 'registered')) AND first_booking_id IS NULL;
CREATE UNIQUE INDEX bookings_one_live_per_stall ON bookings (stall_key)
  WHERE state IN ('held', 'registered', 'paying', 'sold', 'blocked');
CREATE INDEX bookings_pay_deadline ON bookings (pay_until) WHERE state = 'paying';
-- The registrations, newest first.
CREATE INDEX bookings_registrations ON bookings (coalesce(registered_at, held_at), id) WHERE final_paise IS NOT NULL;
CREATE INDEX bookings_search ON bookings USING gin (search_text gin_trgm_ops) WHERE final_paise IS NOT NULL;
CREATE INDEX bookings_sold_phone ON bookings (phone) WHERE state = 'sold';
-- For the nightly retention job.
CREATE INDEX bookings_to_erase ON bookings (ended_at) WHERE state = 'released' AND final_paise IS NOT NULL
  AND erased_at IS NULL;
-- For the sweep: recently ended payments.
CREATE INDEX bookings_unpaid ON bookings (ended_at)
  WHERE state = 'released' AND release_reason IN ('payment_expired', 'payment_failed', 'operator');
-- Registering keeps the stall Reserved, with the same deadline.
CREATE TRIGGER bookings_notify_layout_changed AFTER UPDATE OF state, stall_key, hold_expires_at ON bookings FOR EACH ROW
  WHEN (old.state <> new.state AND NOT (old.state = 'held' AND new.state = 'registered')
  OR old.stall_key <> new.stall_key OR old.hold_expires_at IS DISTINCT FROM new.hold_expires_at)
  EXECUTE FUNCTION notify_layout();
CREATE TRIGGER bookings_notify_layout_gone AFTER DELETE ON bookings FOR EACH ROW WHEN (old.state <> 'released')
  EXECUTE FUNCTION notify_layout();
CREATE TRIGGER bookings_notify_layout_made AFTER INSERT ON bookings FOR EACH ROW WHEN (new.state <> 'released')
  EXECUTE FUNCTION notify_layout();

-- How many stalls one order of an event may have; without a row, the usual number.
CREATE TABLE stalls_per_order (
  event_id integer PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  most integer NOT NULL CHECK (most >= 1 AND most <= 6)
);

-- An entry of a booking's history, which is append-only.
CREATE TABLE booking_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id),
  kind text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('visitor', 'system', 'provider', 'operator')),
  -- Never contains a name, e-mail, phone or GST number.
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Id of the writing transaction, which links all entries of one action.
  transaction_id xid8 DEFAULT pg_current_xact_id(),
  -- The booking's stall after the event; a trigger fills it in if it is not given.
  stall_key integer NOT NULL
);
CREATE INDEX booking_events_moves ON booking_events ((detail ->> 'from'), id) WHERE kind IN ('moved', 'offer_accepted');
CREATE INDEX booking_events_of_booking ON booking_events (booking_id, id);
CREATE INDEX booking_events_of_stall ON booking_events (stall_key, id);
CREATE TRIGGER booking_events_are_kept BEFORE DELETE OR UPDATE ON booking_events FOR EACH ROW
  EXECUTE FUNCTION record_is_kept();
CREATE TRIGGER booking_events_are_not_emptied BEFORE TRUNCATE ON booking_events FOR EACH STATEMENT
  EXECUTE FUNCTION record_is_kept();
CREATE TRIGGER booking_events_stall BEFORE INSERT ON booking_events FOR EACH ROW WHEN (new.stall_key IS NULL)
  EXECUTE FUNCTION stall_of_event();

-- The offer of another stall to a payer whose money arrived after the stall was taken.
CREATE TABLE stall_offers (
  id uuid PRIMARY KEY,
  -- At most one offer per order, ever.
  order_id text NOT NULL UNIQUE REFERENCES orders (order_id),
  booking_id uuid NOT NULL REFERENCES bookings (id),
  stall_type text NOT NULL,
  -- The price at the time of the reservation.
  price_paise bigint NOT NULL CHECK (price_paise >= 100),
  -- SHA-256 of the secret in the mail's link; the secret is not stored.
  token_digest bytea NOT NULL CHECK (octet_length(token_digest) = 32),
  token_version integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  offered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  lost_stall_key integer NOT NULL REFERENCES stalls (stall_key),
  chosen_stall_key integer REFERENCES stalls (stall_key),
  CHECK ((state = 'open') = (ended_at IS NULL)),
  CONSTRAINT stall_offers_chosen CHECK ((state = 'accepted') = (chosen_stall_key IS NOT NULL))
);
CREATE INDEX stall_offers_of_booking ON stall_offers (booking_id);
-- For the sweep: overdue offers.
CREATE INDEX stall_offers_open ON stall_offers (expires_at) WHERE state = 'open';

-- A temporarily blocked network, stored as a keyed digest.
CREATE TABLE network_blocks (
  network text PRIMARY KEY CHECK (length(network) <= 64),
  blocked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);

-- A browser that visited the booking pages.
CREATE TABLE visitors (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- brands ==============================================================================================================

-- What an owner saves of her brand's page, until it is accepted: the public rows show what was approved.
CREATE TABLE brand_changes (
  id uuid PRIMARY KEY,
  -- Null until the application is approved.
  brand_id uuid REFERENCES brands (id) ON DELETE CASCADE,
  application_id uuid NOT NULL REFERENCES listing_applications (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('draft', 'sent', 'returned', 'accepted', 'discarded')),
  content jsonb NOT NULL,
  -- What was public when the change began.
  base jsonb NOT NULL,
  -- Increases with each save; an optimistic lock between two devices.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- Small corrections that went live without a review.
  is_trusted boolean NOT NULL DEFAULT false,
  -- When an operator has seen such a correction.
  seen_at timestamptz,
  -- Why it was returned.
  reason text CHECK (length(reason) <= 300),
  -- The operator's name.
  decided_by text,
  sent_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (state <> 'sent' OR sent_at IS NOT NULL),
  CHECK (state <> 'returned' OR reason IS NOT NULL),
  CHECK (state NOT IN ('returned', 'accepted') OR decided_at IS NOT NULL AND decided_by IS NOT NULL)
);
CREATE INDEX brand_changes_of_application ON brand_changes (application_id, created_at);
CREATE INDEX brand_changes_of_brand ON brand_changes (brand_id, created_at) WHERE brand_id IS NOT NULL;
-- At most one open change of a brand, or of an application without a brand.
CREATE UNIQUE INDEX brand_changes_one_open ON brand_changes (coalesce(brand_id, application_id))
  WHERE state IN ('draft', 'sent', 'returned');
CREATE INDEX brand_changes_sent ON brand_changes (sent_at) WHERE state = 'sent';

-- Contacts of an application that its brand's page showed until they were withdrawn; kept until the owner answers.
CREATE TABLE withdrawn_contacts (
  brand_id uuid PRIMARY KEY REFERENCES brands (id) ON DELETE CASCADE,
  partner_name text,
  contact_email text,
  contact_phone text,
  whatsapp_url text,
  withdrawn_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- How often a brand's page was opened in a week. Nothing about who opened it.
CREATE TABLE brand_views (
  brand_id uuid NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  -- A Monday in India, YYYY-MM-DD.
  week date NOT NULL CHECK (EXTRACT(isodow FROM week) = 1::numeric),
  views integer NOT NULL CHECK (views > 0),
  PRIMARY KEY (brand_id, week)
);

-- A stall that its holder shows on her brand's page, and her brand on the plan.
CREATE TABLE brand_stalls (
  booking_id uuid PRIMARY KEY REFERENCES bookings (id) ON DELETE CASCADE,
  brand_id uuid NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  -- When she said so.
  shown_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX brand_stalls_brand ON brand_stalls (brand_id);

-- cancellations =======================================================================================================

-- A cancelled event: what is deducted from the refunds, and how far they are.
CREATE TABLE event_cancellations (
  event_id integer PRIMARY KEY REFERENCES events (id),
  -- Hundredths of a percent of what was paid; null if the deduction is an amount.
  deduction_hundredths integer CHECK (deduction_hundredths >= 0 AND deduction_hundredths <= 10000),
  -- Paise of each booking; null if the deduction is a percentage.
  deduction_paise bigint CHECK (deduction_paise >= 0),
  -- The organizer's words in the mail to the holders.
  message text,
  started_by text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  paused_at timestamptz,
  paused_by text,
  -- Every booking of the event has ended.
  completed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT event_cancellations_deduction CHECK (num_nonnulls(deduction_hundredths, deduction_paise) = 1),
  CONSTRAINT event_cancellations_paused CHECK ((paused_at IS NULL) = (paused_by IS NULL)),
  CONSTRAINT event_cancellations_over CHECK (completed_at IS NULL OR paused_at IS NULL)
);

-- The refund of a booking of a cancelled event, at most one.
CREATE TABLE event_refunds (
  booking_id uuid PRIMARY KEY REFERENCES bookings (id),
  event_id integer NOT NULL REFERENCES event_cancellations (event_id),
  order_id text NOT NULL REFERENCES orders (order_id),
  paid_paise bigint NOT NULL,
  -- Not refunded before the cancellation.
  left_paise bigint NOT NULL,
  deducted_paise bigint NOT NULL CHECK (deducted_paise >= 0),
  refund_paise bigint NOT NULL CHECK (refund_paise >= 0),
  -- Null if nothing is returned.
  refund_id text UNIQUE REFERENCES refunds (refund_id),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The same of the orders that paid for its moves: paid, kept and returned.
  moves_paid_paise bigint NOT NULL DEFAULT 0,
  moves_deducted_paise bigint NOT NULL DEFAULT 0,
  moves_refund_paise bigint NOT NULL DEFAULT 0,
  CHECK (left_paise >= 0 AND left_paise <= paid_paise),
  CONSTRAINT event_refunds_add_up CHECK ((deducted_paise + refund_paise) = left_paise),
  CONSTRAINT event_refunds_refund CHECK ((refund_id IS NULL) = (refund_paise = 0))
);
CREATE INDEX event_refunds_of_event ON event_refunds (event_id);
CREATE INDEX event_refunds_of_order ON event_refunds (order_id);

-- A booking of a cancelled event that could not be refunded yet.
CREATE TABLE event_refund_failures (
  booking_id uuid PRIMARY KEY REFERENCES bookings (id),
  event_id integer NOT NULL REFERENCES event_cancellations (event_id),
  attempts integer NOT NULL CHECK (attempts > 0),
  -- In words, without personal data.
  problem text NOT NULL,
  next_try_at timestamptz NOT NULL
);

-- catalogue ===========================================================================================================

-- A category of shops, services or NGOs.
CREATE TABLE categories (
  module text NOT NULL CHECK (module IN ('shops', 'services', 'ngos')),
  name text NOT NULL,
  slug text NOT NULL,
  position integer NOT NULL,
  listed boolean NOT NULL,
  PRIMARY KEY (module, name),
  UNIQUE (module, slug)
);

-- A brand of the catalogue.
CREATE TABLE brands (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
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
  origin text NOT NULL DEFAULT 'organiser' CHECK (origin IN ('demonstration', 'measuring', 'application', 'organiser')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What the name looks like (skeletonOf); null for rows that no process of ours wrote.
  skeleton text,
  -- Pictures of its owner; `logo` is the drawn one.
  logo_picture_id uuid REFERENCES pictures (id) ON DELETE SET NULL,
  cover_picture_id uuid REFERENCES pictures (id) ON DELETE SET NULL,
  -- When an operator has seen a document of the brand, and who.
  verified_at timestamptz,
  verified_by text,
  -- Hidden by an operator, and why.
  hidden_at timestamptz,
  hidden_reason text,
  search_text text GENERATED ALWAYS AS (lower(name || chr(10) || description || chr(10) || coalesce(location,
    ''))) STORED,
  -- The document that an operator has seen, and the day on which.
  verified_document text,
  verified_seen_on date,
  -- When someone last chose the contacts that the page shows.
  contacts_chosen_at timestamptz,
  UNIQUE (id, module, name_key),
  UNIQUE (module, name_key),
  FOREIGN KEY (module, category) REFERENCES categories (module, name) ON UPDATE CASCADE,
  CONSTRAINT brands_verified CHECK ((verified_at IS NULL) = (verified_by IS NULL)),
  CONSTRAINT brands_hidden CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
);
CREATE INDEX brands_name_bigrams ON brands USING gin (search_bigrams(name_key));
CREATE INDEX brands_name_prefix ON brands (name_key text_pattern_ops);
CREATE INDEX brands_name_trigrams ON brands USING gin (name_key gin_trgm_ops);
CREATE INDEX brands_name_words ON brands USING gin (search_words(name_key));
CREATE INDEX brands_of_cover ON brands (cover_picture_id) WHERE cover_picture_id IS NOT NULL;
CREATE INDEX brands_of_logo ON brands (logo_picture_id) WHERE logo_picture_id IS NOT NULL;
CREATE INDEX brands_order ON brands (name_key, module);
CREATE INDEX brands_skeleton ON brands (skeleton, module);
CREATE INDEX brands_text_bigrams ON brands USING gin (search_bigrams(search_text));
CREATE INDEX brands_text_trigrams ON brands USING gin (search_text gin_trgm_ops);
CREATE INDEX brands_text_words ON brands USING gin (search_words(search_text));
CREATE TRIGGER brands_changed AFTER INSERT OR DELETE OR UPDATE ON brands FOR EACH STATEMENT
  EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER brands_hidden AFTER UPDATE OF hidden_at ON brands FOR EACH ROW
  WHEN ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)) EXECUTE FUNCTION hide_listings_of_brand();

-- A product of a brand, or the card of a brand without products: one card of the catalogue.
CREATE TABLE listings (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
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
  -- Generated key that groups listings by event.
  event_key text GENERATED ALWAYS AS (lower(btrim(event_name))) STORED,
  -- `hidden`: it would be live, but its owner or an operator hides it, or its brand is hidden; a trigger sets it.
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'live', 'hidden', 'rejected', 'withdrawn')),
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Order on the brand's page.
  position integer NOT NULL DEFAULT 0 CHECK ("position" >= 0),
  price_kind text NOT NULL DEFAULT 'none' CHECK (price_kind IN ('none', 'fixed', 'range', 'on_request')),
  price_from_paise integer CHECK (price_from_paise > 0),
  price_to_paise integer,
  -- Where the product is sold.
  link text,
  -- Stands for a brand without products: its name and story.
  is_card boolean NOT NULL DEFAULT false,
  -- Fields on separate lines, so that a query cannot match across two of them.
  search_text text GENERATED ALWAYS AS (lower(name || chr(10) || brand_key || chr(10) || category || chr(10) ||
    description || chr(10) || CASE price_kind WHEN 'none' THEN ''
    WHEN 'on_request' THEN 'price on request' ELSE '₹' || ((price_from_paise / 100)::text) || coalesce(' to ₹' ||
    ((price_to_paise / 100)::text), '') END)) STORED,
  -- When and why an operator hid this product; null also while only its brand is hidden.
  hidden_at timestamptz,
  hidden_reason text,
  -- What its owner makes of it, whatever its status.
  owner_state text NOT NULL DEFAULT 'shown' CONSTRAINT listings_owner_state
    CHECK (owner_state IN ('shown', 'paused', 'hidden')),
  FOREIGN KEY (brand_id, module, brand_key) REFERENCES brands (id, module,
    name_key) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (module, category) REFERENCES categories (module, name) ON UPDATE CASCADE,
  CHECK (price_to_paise > price_from_paise),
  CONSTRAINT listings_price CHECK (CASE price_kind WHEN 'fixed' THEN price_from_paise IS NOT NULL
    AND price_to_paise IS NULL WHEN 'range' THEN price_from_paise IS NOT NULL AND price_to_paise IS NOT NULL
    ELSE price_from_paise IS NULL AND price_to_paise IS NULL END),
  CONSTRAINT listings_hidden_check CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
);
CREATE INDEX listings_brand ON listings (brand_id);
CREATE INDEX listings_live ON listings (brand_key, id) WHERE status = 'live';
CREATE INDEX listings_live_category ON listings (module, category, brand_key, id) WHERE status = 'live';
CREATE INDEX listings_live_event ON listings (event_key, brand_key, id) WHERE status = 'live' AND event_key IS NOT NULL;
CREATE INDEX listings_live_expiry ON listings (expires_at) INCLUDE (module, category)
  WHERE status = 'live' AND expires_at IS NOT NULL;
CREATE INDEX listings_live_module ON listings (module, brand_key, id) WHERE status = 'live';
CREATE INDEX listings_live_name ON listings (module, name_key text_pattern_ops) WHERE status = 'live';
CREATE INDEX listings_live_price ON listings (module, price_from_paise)
  WHERE status = 'live' AND price_from_paise IS NOT NULL;
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
CREATE TRIGGER listings_deleted AFTER DELETE ON listings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION listings_changed();
CREATE TRIGGER listings_hidden BEFORE INSERT OR UPDATE ON listings FOR EACH ROW WHEN (new.status IN ('live', 'hidden'))
  EXECUTE FUNCTION hide_listing();
CREATE TRIGGER listings_inserted AFTER INSERT ON listings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION listings_changed();
CREATE TRIGGER listings_updated AFTER UPDATE ON listings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION listings_changed();

-- A listing's pictures, in order: a drawn one by its address, or one of the owner's.
CREATE TABLE product_images (
  listing_id uuid NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK ("position" >= 0),
  image_url text,
  picture_id uuid REFERENCES pictures (id) ON DELETE CASCADE,
  -- The owner's picture in words.
  alt text NOT NULL DEFAULT '' CHECK (length(alt) <= 300),
  PRIMARY KEY (listing_id, "position"),
  CONSTRAINT product_images_one CHECK (num_nonnulls(image_url, picture_id) = 1)
);
CREATE INDEX product_images_of_picture ON product_images (picture_id) WHERE picture_id IS NOT NULL;
CREATE TRIGGER product_images_changed AFTER INSERT OR DELETE OR UPDATE ON product_images FOR EACH STATEMENT
  EXECUTE FUNCTION catalogue_changed();

-- The home page's selection: featured and bestselling listings, brands in the spotlight.
CREATE TABLE highlights (
  kind text NOT NULL CHECK (kind IN ('featured', 'spotlight', 'bestseller')),
  position integer NOT NULL CHECK ("position" >= 0),
  brand_id uuid REFERENCES brands (id) ON DELETE CASCADE,
  listing_id uuid REFERENCES listings (id) ON DELETE CASCADE,
  PRIMARY KEY (kind, "position"),
  CHECK (CASE kind WHEN 'spotlight' THEN brand_id IS NOT NULL AND listing_id IS NULL ELSE listing_id IS NOT NULL
    AND brand_id IS NULL END)
);
CREATE TRIGGER highlights_changed AFTER INSERT OR DELETE OR UPDATE ON highlights FOR EACH STATEMENT
  EXECUTE FUNCTION catalogue_changed();

-- Awards, fairs and pop-ups that the site shows.
CREATE TABLE showcase_events (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('award', 'sales_fair', 'retail_popup')),
  title text NOT NULL,
  -- Giver of the award, or organisation of the event.
  awarded_by text NOT NULL,
  -- Display text, e.g. "18 to 20 October 2024"; `heldOn` is for sorting.
  date_text text NOT NULL,
  held_on date NOT NULL,
  time_text text,
  venue text,
  description text NOT NULL DEFAULT '',
  image text,
  origin text NOT NULL DEFAULT 'organiser' CHECK (origin IN ('demonstration', 'organiser')),
  -- When an operator took it off the site.
  removed_at timestamptz,
  -- Counts its changes, for the optimistic lock.
  version integer NOT NULL DEFAULT 1
);
CREATE TRIGGER showcase_events_changed AFTER INSERT OR DELETE OR UPDATE ON showcase_events FOR EACH STATEMENT
  EXECUTE FUNCTION catalogue_changed();

-- A name that a brand had before it was renamed or merged: its address leads to the brand's page.
CREATE TABLE former_brand_names (
  module text NOT NULL,
  name_key text NOT NULL,
  name text NOT NULL,
  brand_id uuid NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (module, name_key)
);
CREATE INDEX former_brand_names_of_brand ON former_brand_names (brand_id);

-- Version that triggers increment with each change of the catalogue; caches compare it.
CREATE TABLE catalogue_version (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  version bigint NOT NULL
);

-- Words of the catalogue, for spelling correction, maintained by triggers. Rows are never deleted: an unused word finds
-- nothing.
CREATE TABLE catalogue_words (
  word text PRIMARY KEY
);
CREATE INDEX catalogue_words_trigrams ON catalogue_words USING gin (word gin_trgm_ops);

-- Number of live listings per category, maintained by triggers. Readers subtract the expired ones.
CREATE TABLE listing_counts (
  module text NOT NULL,
  category text NOT NULL,
  live bigint NOT NULL,
  PRIMARY KEY (module, category)
);

-- coupons =============================================================================================================

-- A coupon and its terms.
CREATE TABLE coupons (
  code text PRIMARY KEY CHECK (code = upper(btrim(code)) AND code <> ''),
  percentage integer NOT NULL CHECK (percentage >= 1 AND percentage <= 99),
  active boolean NOT NULL DEFAULT true,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer CHECK (max_uses > 0),
  stall_type text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  origin text NOT NULL DEFAULT 'organiser' CHECK (origin IN ('demonstration', 'organiser')),
  -- Number of changes, for optimistic locking.
  version integer NOT NULL DEFAULT 1,
  -- The only event that it is valid for; null for all.
  event_id integer REFERENCES events (id)
);

-- A booking's use of a coupon: claimed at registration, used when the stall is sold.
CREATE TABLE coupon_claims (
  booking_id uuid PRIMARY KEY REFERENCES bookings (id),
  code text NOT NULL REFERENCES coupons (code),
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_at timestamptz
);
CREATE INDEX coupon_claims_of_coupon ON coupon_claims (code);

-- digest ==============================================================================================================

-- What an administrator is notified of by mail, and how far her digests have come.
CREATE TABLE administrator_mails (
  administrator_id uuid PRIMARY KEY REFERENCES administrators (id) ON DELETE CASCADE,
  -- Where the mails go: an address whose link was opened.
  email text CHECK (char_length(email) <= 254),
  confirmed_at timestamptz,
  -- An address that is not confirmed yet.
  asked_email text CHECK (char_length(asked_email) <= 254),
  -- Names its link, which works once.
  asked_id uuid UNIQUE,
  asked_until timestamptz,
  -- Of DIGEST_KINDS (domain/src/digest); none for no digest.
  kinds text[] NOT NULL DEFAULT '{}',
  -- Of the day in India.
  hour integer NOT NULL DEFAULT 8 CHECK (hour >= 0 AND hour <= 23),
  -- Monday is 1, Sunday 7.
  weekdays integer[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}'::integer[] CHECK (weekdays <@ '{1,2,3,4,5,6,7}'::integer[]),
  -- Of ALERT_KINDS.
  alerts text[] NOT NULL DEFAULT '{}',
  -- When she turned them off by the link in a mail; her choices stay.
  off_at timestamptz,
  -- Until when her digests have said everything.
  covered_until timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Indian day of the last digest, sent or empty.
  last_day text CHECK (last_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- What the last one said is there, by kind and event.
  said jsonb NOT NULL DEFAULT '{}',
  -- What came before is no alert.
  alerts_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_alert_at timestamptz,
  CONSTRAINT administrator_mails_confirmed CHECK ((email IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT administrator_mails_asked CHECK ((asked_email IS NULL) = (asked_id IS NULL)
    AND (asked_id IS NULL) = (asked_until IS NULL))
);

-- What an administrator was alerted to, once each; deleted after a month.
CREATE TABLE administrator_alerts (
  administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  -- `issue/<id>`, or `sales_ending/<event>/<end>`.
  subject text NOT NULL,
  alerted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (administrator_id, subject)
);

-- enquiries ===========================================================================================================

-- A message sent with one of the contact forms, or to a brand from its page. Suspected spam waits for a review, and is
-- never discarded.
CREATE TABLE enquiries (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('corporate_gifting', 'support', 'brand')),
  state text NOT NULL CHECK (state IN ('received', 'quarantined')),
  -- The reason for the quarantine; kept after approval.
  suspicion text CHECK (suspicion IN ('trap_filled', 'filled_too_fast', 'link_in_name', 'sender_stopped',
    'many_today')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  company text,
  is_member boolean,
  subject text,
  -- Requirements of a gifting request, or the message to support or to a brand.
  message text NOT NULL,
  -- Deduplication key of the submitted form.
  digest text NOT NULL,
  -- How many times it was sent, including the first.
  times_sent integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  let_through_at timestamptz,
  answered_at timestamptz,
  answered_by text,
  answer_note text,
  -- The brand that it goes to.
  brand_id uuid REFERENCES brands (id) ON DELETE CASCADE,
  -- When the sender agreed that her details go to the brand.
  consented_at timestamptz,
  -- When an operator stopped it, and who.
  stopped_at timestamptz,
  stopped_by text,
  -- Keyed digest of the network that it came from, with enquiries to brands; forgotten after a day.
  network text,
  -- Of the page with the form: the sender's confirmation is in it.
  language text NOT NULL DEFAULT 'en',
  CHECK (state = 'received' OR suspicion IS NOT NULL),
  CONSTRAINT enquiries_fields CHECK (CASE kind WHEN 'corporate_gifting' THEN phone IS NOT NULL AND company IS NOT NULL
    AND is_member IS NOT NULL WHEN 'brand' THEN consented_at IS NOT NULL ELSE subject IS NOT NULL END),
  CONSTRAINT enquiries_brand CHECK ((kind = 'brand') = (brand_id IS NOT NULL)),
  CONSTRAINT enquiries_stopped CHECK ((stopped_at IS NULL) = (stopped_by IS NULL))
);
CREATE INDEX enquiries_digest ON enquiries (digest, created_at);
CREATE INDEX enquiries_newest ON enquiries (state, created_at);
CREATE INDEX enquiries_of_brand ON enquiries (brand_id, created_at) WHERE brand_id IS NOT NULL;
CREATE INDEX enquiries_stopped_ones ON enquiries (stopped_at) WHERE stopped_at IS NOT NULL;

-- events ==============================================================================================================

-- An event: one edition of the Mela. Which one is current, `currentEvent` decides.
CREATE TABLE events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Number of changes in the dashboard; 0 as seeded.
  version integer NOT NULL DEFAULT 0,
  name text NOT NULL CHECK (name <> ''),
  edition text NOT NULL,
  -- Indian time, ascending.
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
  -- Number of changes that calendars follow; see EventCalendar.
  calendar_sequence integer NOT NULL DEFAULT 0,
  dropped_days jsonb NOT NULL DEFAULT '[]',
  -- What holders of stalls know, while a change waits to be announced.
  known_before jsonb,
  -- The last of the changes that wait.
  unnotified_since timestamptz,
  -- Its address: /paid-events/{slug}.
  slug text NOT NULL CONSTRAINT events_one_per_slug UNIQUE CONSTRAINT events_slug
    CHECK (slug <> '' AND slug !~ '[\x01-\x2c\x2e\x2f\x3a-\x60\x7b-\xa0]' AND slug !~ '^-|--|-$' AND length(slug) <= 80
    AND slug NOT IN ('mela', 'all')),
  status text NOT NULL DEFAULT 'draft' CONSTRAINT events_status
    CHECK (status IN ('draft', 'published', 'archived', 'cancelled')),
  -- Of the rent of its stalls.
  gst_rate_percent integer NOT NULL DEFAULT 18 CONSTRAINT events_gst_rate
    CHECK (gst_rate_percent >= 0 AND gst_rate_percent <= 28),
  -- Services accounting code of the rent on tax invoices.
  sac text NOT NULL DEFAULT '998596' CONSTRAINT events_sac CHECK (sac ~ '^[0-9]{4,6}$'),
  -- ISO 8601 in India's time; see EventCalendar.
  former_start text,
  -- Where holders come in, and when they set up.
  arrival jsonb NOT NULL DEFAULT '{"gate": "", "setup": [], "version": 0}',
  -- Name, venue and city in other languages.
  translations jsonb NOT NULL DEFAULT '{"texts": {}, "version": 0}',
  CONSTRAINT events_one_per_name_and_edition UNIQUE (name, edition),
  CHECK (sales_close_at > sales_open_at),
  CHECK ((known_before IS NULL) = (unnotified_since IS NULL))
);
CREATE TRIGGER events_notify_facts AFTER INSERT OR DELETE OR UPDATE ON events FOR EACH STATEMENT
  EXECUTE FUNCTION notify_event_facts();

-- The organisation of the Mela; the newest row is the current one.
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
CREATE TRIGGER organisation_notify_facts AFTER INSERT OR DELETE OR UPDATE ON organisation FOR EACH STATEMENT
  EXECUTE FUNCTION notify_event_facts();

-- gate ================================================================================================================

-- An arrival that a phone at the gate ticked: of a booking, on a day of its event. Several of one day stay; the first
-- that was not undone counts (domain: gate.rules.ts). The application's only change of a row is that it is undone.
CREATE TABLE gate_ticks (
  -- Made by the phone, so that a tick that is sent again is the same one.
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id),
  -- The day of the event, or the one before its first.
  day date NOT NULL,
  -- When it was ticked, by the database's clock: what the phone's clock is off by is taken out.
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  administrator_id uuid NOT NULL,
  -- The name of the account at the gate.
  administrator text NOT NULL,
  undone_at timestamptz,
  undone_by text,
  CHECK (at <= received_at),
  CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE INDEX gate_ticks_of ON gate_ticks (booking_id, day);

-- A stall that the gate reserved for somebody who stands there and pays by a UPI QR code. The booking is an ordinary
-- one.
CREATE TABLE walk_ins (
  booking_id uuid PRIMARY KEY REFERENCES bookings (id),
  administrator_id uuid NOT NULL,
  -- The name of the account at the gate.
  administrator text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The provider's QR code, a PNG as a data address.
  qr text,
  -- Until when the code can be paid.
  qr_expires_at timestamptz,
  CHECK ((qr IS NULL) = (qr_expires_at IS NULL))
);
CREATE INDEX walk_ins_of_administrator ON walk_ins (administrator_id, started_at);

-- gst =================================================================================================================

-- A month whose GST return was filed. What comes later is reported by the first open month, so months are closed in
-- order (docs/decisions/0119).
CREATE TABLE gst_months (
  -- In India, YYYY-MM.
  month text PRIMARY KEY CHECK (month ~ '^20[0-9][0-9]-(0[1-9]|1[0-2])$'),
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Username.
  closed_by text NOT NULL,
  -- What its return reports of each document: no name, but recipients' GSTINs, which the law keeps as long as invoices.
  reported jsonb NOT NULL
);

-- integrations ========================================================================================================

-- Where another system is notified what happened.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  -- The other system, as operators call it.
  name text NOT NULL,
  url text NOT NULL,
  kinds text[] NOT NULL CHECK (cardinality(kinds) > 0),
  -- Events whose bookings it is notified of; null for all.
  event_ids integer[],
  -- Signs deliveries; sealed.
  secret text NOT NULL,
  -- The one before, which signs too until previousUntil; sealed.
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The operator who added it.
  created_by text NOT NULL,
  -- Its last delivery.
  delivered_at timestamptz,
  -- The first failed attempt since its last delivery.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_by text CHECK (disabled_by IN ('operator', 'failing', 'gone')),
  CONSTRAINT webhook_endpoints_disabled CHECK ((disabled_at IS NULL) = (disabled_by IS NULL)),
  CONSTRAINT webhook_endpoints_previous CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);

-- What happened, as other systems are notified; stored only if one is notified of it.
CREATE TABLE webhook_events (
  -- Derived from kind, subject and turn, so a history that is restored is of the same event.
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- The booking, the application, or of a test the endpoint.
  subject_id uuid NOT NULL,
  -- Ids, amounts and times; never a name, e-mail, phone or GST number.
  data jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX webhook_events_by_age ON webhook_events (at);

-- An event on its way to one endpoint.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
  -- Attempts since it was made or sent again; also distinguishes one claim from the next.
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Not attempted before.
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When its job was queued; null for none yet.
  queued_at timestamptz,
  -- Start of the current claim; an old one is abandoned.
  claimed_at timestamptz,
  ended_at timestamptz,
  -- Of its last attempt, in words of ours.
  problem text,
  CONSTRAINT webhook_deliveries_once UNIQUE (event_id, endpoint_id),
  CONSTRAINT webhook_deliveries_end CHECK (state IN ('delivered', 'failed') = (ended_at IS NOT NULL))
);
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, created_at);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (endpoint_id, due_at) WHERE state IN ('waiting', 'sending');

-- One attempt of a delivery.
CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id uuid NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- HTTP status of the answer; null without one.
  status integer,
  -- How long it took.
  ms integer NOT NULL,
  -- Why it failed, in words of ours.
  problem text,
  -- The first bytes of the answer, of characters that can be shown.
  answer text
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (delivery_id, id);

-- invoices ============================================================================================================

-- An invoice, a credit note or a debit note. Its content never changes. Exactly one of an order's invoices replaces
-- none, and each is replaced at most once, so that one is always the newest (docs/decisions/0028).
CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[A-Z]+/[0-9]{2}-[0-9]{2}/[0-9]+$' AND length(number) <= 16),
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'debit_note')),
  order_id text NOT NULL REFERENCES orders (order_id),
  -- The invoice that a note is about: the credited one, or the one that a debit note supplements.
  invoice_of uuid REFERENCES invoices (id),
  issued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Seller, recipient, place of supply, lines and tax at the time of issue.
  content jsonb NOT NULL,
  pdf bytea,
  rendered_at timestamptz,
  -- When the sweep last enqueued it again.
  requeued_at timestamptz,
  -- The replaced invoice or debit note; corrected ones only.
  replaces uuid REFERENCES invoices (id),
  CHECK ((kind = 'invoice') = (invoice_of IS NULL)),
  CONSTRAINT invoices_replaces_check CHECK (replaces IS NULL OR kind <> 'credit_note')
);
CREATE INDEX invoices_credit_notes ON invoices (invoice_of) WHERE invoice_of IS NOT NULL;
CREATE INDEX invoices_of_order ON invoices (order_id);
CREATE UNIQUE INDEX invoices_one_credit_note_per_refund ON invoices (((content -> 'credit') ->> 'refundId'))
  WHERE kind = 'credit_note';
CREATE UNIQUE INDEX invoices_one_first_debit_note_per_order ON invoices (order_id)
  WHERE kind = 'debit_note' AND replaces IS NULL;
CREATE UNIQUE INDEX invoices_one_per_order ON invoices (order_id) WHERE kind = 'invoice' AND replaces IS NULL;
CREATE UNIQUE INDEX invoices_replaced_once ON invoices (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX invoices_unrendered ON invoices (issued_at) WHERE pdf IS NULL;
CREATE TRIGGER invoices_are_kept BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN (new.id IS DISTINCT FROM old.id OR new.number IS DISTINCT FROM old.number OR new.kind IS DISTINCT FROM old.kind
  OR new.order_id IS DISTINCT FROM old.order_id OR new.invoice_of IS DISTINCT FROM old.invoice_of
  OR new.issued_at IS DISTINCT FROM old.issued_at OR new.content IS DISTINCT FROM old.content
  OR new.replaces IS DISTINCT FROM old.replaces OR old.pdf IS NOT NULL AND new.pdf IS DISTINCT FROM old.pdf)
  EXECUTE FUNCTION record_is_kept();
CREATE TRIGGER invoices_are_not_emptied BEFORE TRUNCATE ON invoices FOR EACH STATEMENT
  EXECUTE FUNCTION record_is_kept();
CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION record_is_kept();

-- The last number issued, per series and financial year.
CREATE TABLE invoice_counters (
  series text NOT NULL,
  financial_year text NOT NULL,
  last_number integer NOT NULL DEFAULT 0,
  PRIMARY KEY (series, financial_year)
);

-- The number of a lost document, for the document that is issued again.
CREATE TABLE known_numbers (
  order_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'debit_note')),
  number text NOT NULL UNIQUE,
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, kind, number)
);

-- issues ==============================================================================================================

-- An issue that a person has to resolve; at most one open per kind and subject.
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

-- listings ============================================================================================================

-- An application to be listed, from the form to the end of its listing. Each year has a paid order.
CREATE TABLE listing_applications (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('paid', 'free', 'mela_free')),
  state text NOT NULL CHECK (state IN ('submitted', 'paying', 'lapsed', 'under_review', 'live', 'expired', 'rejected',
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
  -- Either this or `govtDocument`.
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
  -- Deduplication key of the submitted form.
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
  -- Time of the applicant's consent, to the text of `consentVersion`.
  consented_at timestamptz,
  consent_version text,
  erased_at timestamptz,
  -- The browser that submitted it; it opens the owner's page for a day without a mailed link.
  visitor_id uuid,
  -- When its owner was last asked for her page.
  page_asked_at timestamptz,
  -- Of the page with the form, or as its owner chose since: her mails and papers are in it.
  language text NOT NULL DEFAULT 'en',
  CHECK ((kind = 'mela_free') = (booking_id IS NOT NULL)),
  CHECK ((kind = 'free') = (state = 'joined')),
  CHECK ((gst_number IS NULL) <> (govt_document IS NULL)),
  CHECK (state <> 'under_review' OR review_since IS NOT NULL),
  CHECK (state NOT IN ('live', 'expired') OR live_from IS NOT NULL AND live_until IS NOT NULL AND brand_id IS NOT NULL
    AND listing_id IS NOT NULL),
  CONSTRAINT listing_applications_consent CHECK ((consented_at IS NULL) = (consent_version IS NULL))
);
CREATE INDEX listing_applications_digest ON listing_applications (digest, created_at);
CREATE INDEX listing_applications_end ON listing_applications (live_until) WHERE state = 'live';
CREATE INDEX listing_applications_newest ON listing_applications (created_at DESC, id);
CREATE INDEX listing_applications_of_visitor ON listing_applications (visitor_id) WHERE visitor_id IS NOT NULL;
-- A stall's free listing can be claimed once, and again after it was given up.
CREATE UNIQUE INDEX listing_applications_one_per_booking ON listing_applications (booking_id)
  WHERE state NOT IN ('rejected', 'withdrawn');
CREATE INDEX listing_applications_owner ON listing_applications (lower(brand_name), lower(email))
  WHERE state IN ('under_review', 'live');
-- For the sweep: unpaid applications.
CREATE INDEX listing_applications_unpaid ON listing_applications (updated_at) WHERE state = 'submitted';
CREATE INDEX listing_applications_waiting ON listing_applications (state, review_since);

-- One line of an application's history, which is append-only.
CREATE TABLE listing_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id uuid NOT NULL REFERENCES listing_applications (id),
  kind text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('visitor', 'system', 'provider', 'operator')),
  -- Never contains a name, e-mail, phone or GST number.
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX listing_events_of_application ON listing_events (application_id, id);
CREATE TRIGGER listing_events_are_kept BEFORE DELETE OR UPDATE ON listing_events FOR EACH ROW
  EXECUTE FUNCTION record_is_kept();
CREATE TRIGGER listing_events_are_not_emptied BEFORE TRUNCATE ON listing_events FOR EACH STATEMENT
  EXECUTE FUNCTION record_is_kept();

-- The year an order pays for: a listing's first, or a renewal.
CREATE TABLE listing_orders (
  order_id text PRIMARY KEY REFERENCES orders (order_id),
  application_id uuid NOT NULL REFERENCES listing_applications (id),
  purpose text NOT NULL CHECK (purpose IN ('first', 'renewal')),
  year integer NOT NULL CHECK (year > 0),
  -- The provider's expiry plus a grace period; null before it was sent.
  pay_until timestamptz,
  -- When its payment was used for that year; a second payment of the year is refunded.
  paid_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The browser that started it; null for orders of earlier releases.
  visitor_id uuid,
  CHECK ((purpose = 'first') = (year = 1))
);
CREATE INDEX listing_orders_of_application ON listing_orders (application_id, created_at);
CREATE UNIQUE INDEX listing_orders_one_paid_a_year ON listing_orders (application_id, year) WHERE paid_at IS NOT NULL;

-- A claim of a stall's free listing that waits for the booked address.
CREATE TABLE listing_claims (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  -- The application as sent; personal data.
  form jsonb NOT NULL,
  -- Deduplication key of the form.
  digest text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX listing_claims_of_booking ON listing_claims (booking_id, digest);
CREATE INDEX listing_claims_to_delete ON listing_claims (created_at);

-- mail ================================================================================================================

-- A mail to one address, sent once.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  -- A second mail with this key is not stored.
  dedupe_key text NOT NULL UNIQUE,
  template text NOT NULL,
  to_address text NOT NULL,
  data jsonb NOT NULL,
  invoice_id uuid REFERENCES invoices (id),
  booking_id uuid REFERENCES bookings (id),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
  -- Attempts so far; also distinguishes one claim of the mail from the next.
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  -- Start of the current claim; an old one is abandoned.
  claimed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz,
  application_id uuid REFERENCES listing_applications (id),
  -- The mail that an operator resent as this copy.
  copy_of uuid REFERENCES mails (id),
  erased_at timestamptz,
  -- Attached in addition to the invoice.
  credit_note_id uuid REFERENCES invoices (id),
  -- Keyed digest of the recipient's mailbox key (domain/src/fields/mailbox-key.ts); null once erased.
  mailbox text,
  -- Null: possibly a stranger, so `data` has no words that anyone typed.
  proof text CHECK (proof IN ('organisation', 'paid', 'link_opened', 'operator')),
  -- A copy to an address that is not the booker's or applicant's: no link, no attachment.
  other_address boolean NOT NULL DEFAULT false,
  -- Not sent before; null for at once.
  due_at timestamptz,
  -- As its recipient's booking, application or form had it when it was queued; a copy has its mail's.
  language text NOT NULL DEFAULT 'en'
);
CREATE INDEX mails_of_application ON mails (application_id) WHERE application_id IS NOT NULL;
CREATE INDEX mails_of_booking ON mails (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX mails_to_address ON mails (lower(to_address), template);
CREATE INDEX mails_to_erase ON mails (created_at) WHERE erased_at IS NULL;
CREATE INDEX mails_to_mailbox ON mails (mailbox, created_at);
-- Mails to possible strangers by the time they are due: each new one counts those of the hour.
CREATE INDEX mails_to_strangers ON mails (coalesce(due_at, created_at)) WHERE proof IS NULL;
CREATE INDEX mails_unsent ON mails (created_at) WHERE state <> 'sent';

-- A link in a mail that leads a person back to what is theirs.
CREATE TABLE mailed_links (
  -- The dedupe key of the mail with the link.
  id uuid PRIMARY KEY,
  -- The booking, or the application.
  subject_id uuid NOT NULL,
  -- SHA-256 of the secret.
  token_digest bytea NOT NULL CHECK (octet_length(token_digest) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  purpose text NOT NULL CHECK (purpose IN ('booking', 'brand')),
  -- The mail with the link.
  mail_id uuid REFERENCES mails (id) ON DELETE SET NULL,
  -- First opened from the mail; null for links of a payer's own browser.
  opened_at timestamptz,
  -- Last exchanged for a browser's session.
  last_used_at timestamptz
);
CREATE INDEX mailed_links_of_mail ON mailed_links (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX mailed_links_of_subject ON mailed_links (subject_id, purpose);

-- A browser that opened a link, or that did the thing itself and needs none.
CREATE TABLE link_sessions (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('booking', 'brand')),
  subject_id uuid NOT NULL,
  -- NULL for the browser that did the thing itself.
  link_id uuid REFERENCES mailed_links (id) ON DELETE CASCADE,
  -- SHA-256 of the cookie's secret.
  token_digest bytea NOT NULL CHECK (octet_length(token_digest) = 32),
  -- The browser's visitor, who holds the subject while the session lasts. NULL without a link.
  visitor_id uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX link_sessions_of_link ON link_sessions (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX link_sessions_of_subject ON link_sessions (subject_id, purpose);
CREATE INDEX link_sessions_of_visitor ON link_sessions (visitor_id) WHERE visitor_id IS NOT NULL;
CREATE INDEX link_sessions_to_delete ON link_sessions (expires_at);

-- messages ============================================================================================================

-- A message to holders of an event's sold stalls.
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- What the text began with; null if it was written from nothing.
  template text CHECK (template IN ('setting_up', 'papers_missing', 'evening_before', 'thank_you')),
  -- With placeholders.
  subject text NOT NULL,
  text text NOT NULL,
  audience text NOT NULL CHECK (audience IN ('all', 'stall_types', 'lacks_papers', 'not_arrived', 'arrived',
    'chosen')) NOT VALID,
  -- With the audience `stall_types`.
  stall_types text[] NOT NULL DEFAULT '{}',
  -- With the audience `chosen`.
  booking_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  timing text NOT NULL CHECK (timing IN ('now', 'at', 'days_before', 'evening_before', 'days_after')),
  -- Before or after the event, with the timings that count them.
  days integer CHECK (days >= 1 AND days <= 60),
  -- With the timing `at`.
  send_at timestamptz,
  state text NOT NULL CHECK (state IN ('draft', 'waiting', 'sending', 'paused', 'done', 'stopped', 'missed')),
  -- A reminder of missing papers that the product made for the event.
  automatic boolean NOT NULL DEFAULT false,
  -- Number of changes made in the dashboard, from 1.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it was last scheduled: what was due before is not sent.
  scheduled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When its recipients were written down.
  started_at timestamptz,
  ended_at timestamptz,
  -- It was for one person, who was erased: her words are gone.
  erased_at timestamptz,
  -- The event's files that it brings.
  file_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  CONSTRAINT messages_days CHECK (timing IN ('days_before', 'days_after') = (days IS NOT NULL)),
  CONSTRAINT messages_moment CHECK (timing <> 'at' OR send_at IS NOT NULL OR state = 'draft'),
  CONSTRAINT messages_begin CHECK (state NOT IN ('sending', 'done') OR started_at IS NOT NULL),
  CONSTRAINT messages_end CHECK (state IN ('done', 'stopped', 'missed') = (ended_at IS NOT NULL))
);
CREATE INDEX messages_of_event ON messages (event_id, created_at);
CREATE INDEX messages_open ON messages (state) WHERE ended_at IS NULL;

-- A message for one holder, written before its mail is queued: she gets it at most once.
CREATE TABLE message_recipients (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  booking_id uuid NOT NULL REFERENCES bookings (id),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'mailed', 'skipped', 'refused')),
  -- When her turn came.
  decided_at timestamptz,
  PRIMARY KEY (message_id, booking_id),
  CHECK ((state = 'waiting') = (decided_at IS NULL))
);
-- The pace: how many were mailed within the last minute.
CREATE INDEX message_recipients_mailed ON message_recipients (decided_at) WHERE state = 'mailed';
CREATE INDEX message_recipients_of_booking ON message_recipients (booking_id);
CREATE INDEX message_recipients_waiting ON message_recipients (message_id) WHERE state = 'waiting';

-- A file of an event that its messages can bring, e.g. the map of its site; as the decoder wrote it.
CREATE TABLE event_files (
  id uuid PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- As mails name it.
  name text NOT NULL,
  -- Found by its content.
  type text NOT NULL CHECK (type IN ('image/jpeg', 'application/pdf')),
  bytes integer NOT NULL CHECK (bytes > 0),
  content bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE event_files ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX event_files_of ON event_files (event_id, created_at);

-- An upload of such a file. A day after its last change it is forgotten.
CREATE TABLE event_file_uploads (
  id uuid PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('uploading', 'checking', 'ready', 'refused', 'deleted')),
  -- Why it was refused.
  problem text,
  -- What the sender calls the file.
  name text NOT NULL,
  -- Length of the whole file.
  bytes integer NOT NULL CHECK (bytes > 0),
  -- How much of it has arrived, in bytes.
  received integer NOT NULL DEFAULT 0,
  -- Claims so far; also distinguishes one claim from the next.
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it became ready, refused or deleted.
  ended_at timestamptz,
  CHECK (received >= 0 AND received <= bytes),
  CHECK ((state = 'refused') = (problem IS NOT NULL)),
  CHECK (state IN ('ready', 'refused', 'deleted') = (ended_at IS NOT NULL))
);
CREATE INDEX event_file_uploads_of ON event_file_uploads (event_id);

-- A piece of such an upload; deleted once it is checked.
CREATE TABLE event_file_chunks (
  upload_id uuid NOT NULL REFERENCES event_file_uploads (id) ON DELETE CASCADE,
  -- Where its first byte is in the upload.
  starts_at integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (upload_id, starts_at)
);
ALTER TABLE event_file_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- moves ===============================================================================================================

-- A move of a sold booking to another stall, and what it costs (docs/decisions/0118).
CREATE TABLE stall_moves (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id),
  from_stall_key integer NOT NULL REFERENCES stalls (stall_key),
  to_stall_key integer NOT NULL REFERENCES stalls (stall_key),
  -- What the other stall cost more when the move was asked for; negative if it cost less.
  difference_paise bigint NOT NULL,
  -- What is paid for it; 0 if nothing is.
  to_pay_paise bigint NOT NULL CHECK (to_pay_paise >= 0),
  -- What was returned with it; 0 if nothing was.
  refund_paise bigint NOT NULL CHECK (refund_paise >= 0),
  asked_by text NOT NULL CHECK (asked_by IN ('operator', 'holder')),
  state text NOT NULL CHECK (state IN ('asked', 'moved', 'lapsed', 'withdrawn')),
  -- What keeps the other stall until it is paid for; null of a move that happened at once.
  block_id uuid REFERENCES bookings (id),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Until when it can be paid for.
  until timestamptz,
  -- When the payment window of its newest order ends.
  pay_until timestamptz,
  ended_at timestamptz,
  CONSTRAINT stall_moves_asked CHECK (state = 'moved' OR block_id IS NOT NULL AND until IS NOT NULL
    AND to_pay_paise > 0),
  CONSTRAINT stall_moves_end CHECK ((state = 'asked') = (ended_at IS NULL)),
  CONSTRAINT stall_moves_elsewhere CHECK (from_stall_key <> to_stall_key)
);
CREATE INDEX stall_moves_of_booking ON stall_moves (booking_id, asked_at);
CREATE UNIQUE INDEX stall_moves_one_open_per_booking ON stall_moves (booking_id) WHERE state = 'asked';
CREATE UNIQUE INDEX stall_moves_one_open_per_stall ON stall_moves (to_stall_key) WHERE state = 'asked';

-- How holders of an event move; without a row only operators move them.
CREATE TABLE stall_move_settings (
  event_id integer PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  -- Holders may move on their own while stalls are sold.
  by_holder boolean NOT NULL,
  -- How long an operator's link to pay works.
  link_hours integer NOT NULL CHECK (link_hours >= 1 AND link_hours <= 168)
);

-- my-booking ==========================================================================================================

-- A request submitted on a booking's page.
CREATE TABLE booking_requests (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('correction', 'substitute', 'cancellation')),
  -- The payer's message; personal data.
  text text NOT NULL CHECK (char_length(text) <= 1000),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'declined', 'closed')),
  -- The operator's reply.
  answer text CHECK (char_length(answer) <= 1000),
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamptz,
  -- The complete requested details, if filled in; personal data.
  details jsonb,
  CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE INDEX booking_requests_of_booking ON booking_requests (booking_id);
-- At most one open request per kind; also used by the page's query.
CREATE UNIQUE INDEX booking_requests_one_open ON booking_requests (booking_id, kind) WHERE state = 'open';

-- ops =================================================================================================================

-- Result of a run of the sweep: the work it recovered, none on a healthy system.
CREATE TABLE sweep_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  caught jsonb NOT NULL
);

-- A part outside PostgreSQL, as last checked by jobs; `disk`: the last successful write check of an api; `certificate`:
-- the public address' one.
CREATE TABLE part_checks (
  part text PRIMARY KEY,
  up boolean NOT NULL,
  -- The cause in words, with its code: no address and no text of a server.
  problem text,
  checked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Of the certificate: when it ends, as last read.
  ends_at timestamptz
);

-- papers ==============================================================================================================

-- A question of an event, asked of those who book a stall.
CREATE TABLE event_questions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- In calls, unique in its event; it never changes.
  key text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text NOT NULL,
  -- Empty for none.
  help text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('text', 'number', 'choice', 'fssai_number', 'file')),
  choices text[] NOT NULL DEFAULT '{}',
  required boolean NOT NULL,
  asked text NOT NULL CHECK (asked IN ('form', 'form_or_later', 'later')),
  audience text NOT NULL CHECK (audience IN ('every_stall', 'food_stalls', 'stall_types')),
  -- With the audience `stall_types`.
  stall_types text[] NOT NULL DEFAULT '{}',
  -- From 1.
  position integer NOT NULL,
  CONSTRAINT event_questions_key UNIQUE (event_id, key),
  CONSTRAINT event_questions_choices CHECK ((kind = 'choice') = (choices <> '{}')),
  CONSTRAINT event_questions_files CHECK (kind <> 'file' OR asked = 'later'),
  CONSTRAINT event_questions_types CHECK ((audience = 'stall_types') = (stall_types <> '{}'))
);

-- A booking's answer to a question; personal data.
CREATE TABLE paper_answers (
  booking_id uuid NOT NULL REFERENCES bookings (id),
  question_id integer NOT NULL REFERENCES event_questions (id) ON DELETE CASCADE,
  -- Of a file: its name.
  value text NOT NULL CHECK (value <> ''),
  answered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (booking_id, question_id)
);
CREATE INDEX paper_answers_of_question ON paper_answers (question_id);

-- The file that answers a question; personal data.
CREATE TABLE paper_files (
  booking_id uuid NOT NULL,
  question_id integer NOT NULL,
  -- Found by its content.
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer NOT NULL CHECK (bytes > 0),
  content bytea NOT NULL,
  PRIMARY KEY (booking_id, question_id),
  FOREIGN KEY (booking_id, question_id) REFERENCES paper_answers (booking_id, question_id) ON DELETE CASCADE
);
ALTER TABLE paper_files ALTER COLUMN content SET STORAGE EXTERNAL;

-- An upload of a file that answers a question; personal data. A day after its last change it is forgotten.
CREATE TABLE paper_uploads (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings (id),
  question_id integer NOT NULL REFERENCES event_questions (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('uploading', 'checking', 'ready', 'refused', 'deleted')),
  -- Why it was refused.
  problem text,
  -- What the sender calls the file.
  name text NOT NULL CHECK (length(name) <= 300),
  -- Length of the whole file.
  bytes integer NOT NULL CHECK (bytes >= 1 AND bytes <= 20971520),
  -- How much of it has arrived, in bytes.
  received integer NOT NULL DEFAULT 0,
  -- Claims so far; also distinguishes one claim from the next.
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it became ready, refused or deleted.
  ended_at timestamptz,
  CHECK (received >= 0 AND received <= bytes),
  CHECK ((state = 'refused') = (problem IS NOT NULL)),
  CHECK (state NOT IN ('checking', 'ready') OR received = bytes),
  CHECK (state IN ('uploading', 'checking') = (ended_at IS NULL))
);
CREATE INDEX paper_uploads_by_age ON paper_uploads (updated_at);
CREATE INDEX paper_uploads_of_answer ON paper_uploads (booking_id, question_id);
CREATE INDEX paper_uploads_of_question ON paper_uploads (question_id);

-- A piece of such an upload; deleted once it is checked.
CREATE TABLE paper_chunks (
  upload_id uuid NOT NULL REFERENCES paper_uploads (id) ON DELETE CASCADE,
  -- Where its first byte is in the upload.
  starts_at integer NOT NULL CHECK (starts_at >= 0),
  bytes bytea NOT NULL CHECK (octet_length(bytes) > 0),
  PRIMARY KEY (upload_id, starts_at)
);
ALTER TABLE paper_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- payments ============================================================================================================

-- A payment order. The amount is in paise.
CREATE TABLE orders (
  order_id text PRIMARY KEY,
  subject_type text NOT NULL CHECK (subject_type IN ('booking', 'application')),
  subject_id uuid NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise >= 100),
  currency text NOT NULL DEFAULT 'INR',
  state text NOT NULL CHECK (state IN ('unsent', 'open', 'closing', 'paid', 'closed', 'void')),
  environment text CHECK (environment IN ('production', 'sandbox')),
  payment_session_id text,
  -- When the provider ends the order.
  provider_expires_at timestamptz,
  -- When closing started; no payment is started after it.
  closing_since timestamptz,
  -- Last read at the provider; throttles the return page.
  asked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Paid to the operator directly; unknown to the payment provider.
  offline boolean NOT NULL DEFAULT false,
  -- Who ended the time to pay.
  closing_actor text CHECK (closing_actor IN ('visitor', 'system', 'operator')),
  -- The payment that the sale was made with; any other is refunded.
  sold_payment_id text REFERENCES payments (provider_payment_id),
  -- The move of its booking that it pays for; null of an order that pays for its subject itself.
  move_id uuid REFERENCES stall_moves (id),
  CONSTRAINT orders_offline_are_paid CHECK (NOT offline OR state = 'paid')
);
CREATE INDEX orders_of_move ON orders (move_id) WHERE move_id IS NOT NULL;
CREATE INDEX orders_of_subject ON orders (subject_type, subject_id);
CREATE UNIQUE INDEX orders_one_open_per_subject ON orders (subject_type, subject_id)
  WHERE state IN ('unsent', 'open', 'closing');
-- No two order numbers that people read as the same.
CREATE UNIQUE INDEX orders_one_per_key ON orders (order_key(order_id));

-- A payment of an order, as the provider reports it, or one received offline. Never deleted.
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
  -- Receipt number of money that an operator took without the provider.
  offline_reference text,
  CONSTRAINT payments_offline_have_a_reference CHECK ((provider_payment_id LIKE 'OFFLINE-%') = (offline_reference
    IS NOT NULL))
);
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_successes ON payments (order_id) WHERE outcome = 'success';
CREATE TRIGGER payments_are_kept BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (old.outcome <> 'pending' AND (new.provider_payment_id IS DISTINCT FROM old.provider_payment_id
  OR new.order_id IS DISTINCT FROM old.order_id OR new.amount_paise IS DISTINCT FROM old.amount_paise
  OR new.currency IS DISTINCT FROM old.currency OR new.offline_reference IS DISTINCT FROM old.offline_reference)
  OR old.outcome = 'success' AND new.outcome <> 'success' AND NOT (new.outcome = 'failed'
  AND (new.provider_status IN ('CANCELLED', 'VOID')))) EXECUTE FUNCTION record_is_kept();
CREATE TRIGGER payments_are_not_emptied BEFORE TRUNCATE ON payments FOR EACH STATEMENT
  EXECUTE FUNCTION record_is_kept();
CREATE TRIGGER payments_stay BEFORE DELETE ON payments FOR EACH ROW WHEN (old.outcome <> 'pending')
  EXECUTE FUNCTION record_is_kept();

-- A request to the provider to open an order.
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

-- A refund of an order.
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
  -- Reference for the payer's bank (ARN or RRN), or of what an operator paid back by hand.
  bank_reference text,
  -- Paid back by an operator: pending until confirmed; the provider does not know it.
  by_hand boolean NOT NULL DEFAULT false,
  -- The stall of the order whose share it returns; null: of what the order pays for, its first stall.
  booking_id uuid REFERENCES bookings (id)
);
CREATE INDEX refunds_of_booking ON refunds (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX refunds_of_order ON refunds (order_id);
CREATE INDEX refunds_of_payment ON refunds (payment_id);
-- At most one automatic refund per payment, so that a repeated decision cannot refund twice.
CREATE UNIQUE INDEX refunds_one_automatic ON refunds (payment_id) WHERE reason IN ('late_payment', 'second_payment');
-- The provider's refund id, to recognise refunds made at the provider.
CREATE INDEX refunds_provider_id ON refunds (provider_refund_id) WHERE provider_refund_id IS NOT NULL;

-- A dispute (chargeback) of a payment, as the provider last reported it.
CREATE TABLE disputes (
  dispute_id text PRIMARY KEY,
  -- Null if the order is not recorded here.
  order_id text,
  -- The provider's id; null if it named none.
  payment_id text,
  amount_paise bigint NOT NULL CHECK (amount_paise >= 0),
  -- The provider's.
  status text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('open', 'won', 'lost')),
  -- Until when the provider takes evidence.
  respond_by timestamptz,
  reason_code text,
  provider_updated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Follows from the provider's status and what we sent (domain: dispute.stages.ts).
  stage text NOT NULL DEFAULT 'opened' CONSTRAINT disputes_stage
    CHECK (stage IN ('opened', 'evidence_asked', 'evidence_sent', 'won', 'lost')),
  -- When an operator said that the evidence was sent.
  evidence_sent_at timestamptz,
  -- Username.
  evidence_sent_by text,
  -- What was sent, in the operator's words.
  evidence_note text
);
CREATE INDEX disputes_order ON disputes (order_id);

-- A webhook of the provider, stored before it is handled.
CREATE TABLE webhook_inbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Digest of the signed body; deduplicates deliveries.
  event_key text NOT NULL UNIQUE,
  type text NOT NULL,
  order_id text,
  refund_id text,
  body jsonb NOT NULL,
  sent_at timestamptz,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deliveries integer NOT NULL DEFAULT 1,
  -- When it is due; a handler moves it ahead as its lease.
  not_before timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  handled_at timestamptz,
  -- What it reports.
  concerns text NOT NULL DEFAULT 'payment'
);
CREATE INDEX webhook_inbox_waiting ON webhook_inbox (id) WHERE handled_at IS NULL;

-- The one row that identifies this database; its mark is sent with every order that it opens.
CREATE TABLE installation (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- payouts =============================================================================================================

-- A transfer of the payment provider to our bank (its settlement). No personal data.
CREATE TABLE payouts (
  -- The provider's id.
  payout_id text PRIMARY KEY,
  -- The bank's number of the transfer.
  utr text,
  -- The provider's.
  status text,
  state text NOT NULL CHECK (state IN ('under_way', 'paid', 'failed')),
  -- What arrives; null if only its lines were read, as from a file.
  amount_paise bigint,
  -- The charge for the payout itself.
  fee_paise bigint NOT NULL DEFAULT 0,
  fee_tax_paise bigint NOT NULL DEFAULT 0,
  paid_at timestamptz,
  -- What a bank statement says; null before its line was read.
  bank_paise bigint,
  -- Of the bank's line, in India.
  bank_day date,
  -- Username of who gave us the statement.
  bank_by text,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((bank_paise IS NULL) = (bank_by IS NULL))
);
CREATE INDEX payouts_by_day ON payouts (paid_at);

-- What a payout is made of. Amounts are negative if they are taken from it. The report's names and addresses are not
-- kept.
CREATE TABLE payout_lines (
  -- Payout, type and id of the event: the same when it is read again.
  line_key text PRIMARY KEY,
  payout_id text NOT NULL REFERENCES payouts (payout_id),
  kind text NOT NULL CHECK (kind IN ('payment', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'other')),
  -- The provider's name of the kind.
  event_type text NOT NULL,
  event_id text NOT NULL,
  order_id text,
  -- The provider's id; it need not be in our records.
  payment_id text,
  refund_id text,
  gross_paise bigint NOT NULL,
  -- The provider's fee, without the GST on it.
  fee_paise bigint NOT NULL,
  fee_tax_paise bigint NOT NULL,
  net_paise bigint NOT NULL,
  at timestamptz,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX payout_lines_of_order ON payout_lines (order_id);
CREATE INDEX payout_lines_of_payment ON payout_lines (payment_id);
CREATE INDEX payout_lines_of_payout ON payout_lines (payout_id);

-- A reading of the provider's reports of payouts.
CREATE TABLE payout_readings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The night in India that it is of; null if an operator started it.
  day date UNIQUE,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null while it runs, and if it was interrupted.
  finished_at timestamptz,
  source text NOT NULL DEFAULT 'night' CHECK (source IN ('night', 'operator', 'file')),
  -- Username; null of the night's.
  started_by text,
  -- Of which payouts.
  from_at timestamptz,
  to_at timestamptz,
  lines integer NOT NULL DEFAULT 0,
  -- Lines and payouts that were new or different.
  changed integer NOT NULL DEFAULT 0,
  -- Why it is not complete.
  problem text
);

-- pictures ============================================================================================================

-- A picture that a brand's owner uploads or has uploaded.
CREATE TABLE pictures (
  id uuid PRIMARY KEY,
  subject_type text NOT NULL CHECK (subject_type IN ('brand', 'application')),
  -- Id of the brand or the application.
  subject_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('uploading', 'checking', 'ready', 'refused', 'deleted')),
  -- Why it was refused.
  problem text,
  -- Length of the upload, in bytes.
  bytes integer NOT NULL CHECK (bytes >= 1 AND bytes <= 20971520),
  -- How much of it has arrived, in bytes.
  received integer NOT NULL DEFAULT 0,
  -- SHA-256 of the upload, in hexadecimal.
  content_hash text CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  -- Of the widest file, in pixels.
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  -- A data: address of a tiny picture, to be blurred until the real one is there.
  placeholder text CHECK (placeholder LIKE 'data:image/webp;base64,%' AND length(placeholder) <= 2000),
  -- The picture in words.
  alt text NOT NULL DEFAULT '' CHECK (length(alt) <= 300),
  -- Claims so far; also distinguishes one claim from the next.
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it became ready, refused or deleted.
  ended_at timestamptz,
  -- What every frame keeps in view, in percent of the width from the left.
  focus_x smallint NOT NULL DEFAULT 50,
  -- The same, in percent of the height from the top.
  focus_y smallint NOT NULL DEFAULT 50,
  CHECK (received >= 0 AND received <= bytes),
  CHECK ((state = 'refused') = (problem IS NOT NULL)),
  CHECK (state NOT IN ('checking', 'ready') OR received = bytes),
  CHECK (state <> 'ready' OR width IS NOT NULL AND height IS NOT NULL AND placeholder IS NOT NULL),
  CHECK (state IN ('uploading', 'checking') = (ended_at IS NULL)),
  CONSTRAINT pictures_focus CHECK (focus_x >= 0 AND focus_x <= 100 AND focus_y >= 0 AND focus_y <= 100)
);
CREATE INDEX pictures_ended ON pictures (ended_at) WHERE state IN ('refused', 'deleted');
CREATE INDEX pictures_of_subject ON pictures (subject_id, subject_type, created_at) WHERE state <> 'deleted';
CREATE INDEX pictures_unfinished ON pictures (updated_at) WHERE state IN ('uploading', 'checking');
-- Only a picture that is shown changes what visitors see.
CREATE TRIGGER pictures_changed AFTER UPDATE OF state, alt ON pictures FOR EACH ROW
  WHEN (old.state = 'ready' AND (new.state <> 'ready' OR new.alt <> old.alt)) EXECUTE FUNCTION catalogue_changed();

-- A piece of an upload; deleted once the picture is ready, refused or deleted.
CREATE TABLE picture_chunks (
  picture_id uuid NOT NULL REFERENCES pictures (id) ON DELETE CASCADE,
  -- Where its first byte is in the upload.
  starts_at integer NOT NULL CHECK (starts_at >= 0),
  bytes bytea NOT NULL CHECK (octet_length(bytes) > 0),
  PRIMARY KEY (picture_id, starts_at)
);
ALTER TABLE picture_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- A file of a picture; several pictures with the same pixels share a stored file. Written before the file is stored,
-- deleted after it is removed: no file is unknown.
CREATE TABLE picture_files (
  picture_id uuid NOT NULL REFERENCES pictures (id),
  -- Name in the store and in the address.
  name text NOT NULL CHECK (name ~ '^[0-9a-f]{40}-[1-9][0-9]{0,3}[.](avif|webp)$'),
  format text NOT NULL CHECK (format IN ('avif', 'webp')),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  bytes integer NOT NULL CHECK (bytes > 0),
  PRIMARY KEY (picture_id, name)
);
CREATE INDEX picture_files_by_name ON picture_files (name);

-- platform ============================================================================================================

-- Transactional outbox: an action to run after a commit, a workflow to signal or a job to enqueue. Relayed at least
-- once.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL CHECK (topic IN ('workflow', 'queue')),
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Due time; a relay moves it ahead while it processes the row.
  not_before timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  relayed_at timestamptz,
  -- True once a relay has claimed the row.
  claimed boolean NOT NULL DEFAULT false
);
CREATE INDEX outbox_waiting ON outbox (topic, not_before, id) WHERE relayed_at IS NULL;

-- A seed that has run, so that it does not run again.
CREATE TABLE seeds (
  name text PRIMARY KEY,
  planted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Demonstration data: production does not start while there is any.
  demonstration boolean NOT NULL DEFAULT false
);

-- Counters of processes that have ended.
CREATE UNLOGGED TABLE metric_totals (
  series text NOT NULL,
  labels jsonb NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (series, labels)
);

-- Events of an objective in an hour (UTC), of all processes.
CREATE TABLE objective_hours (
  hour timestamptz NOT NULL,
  objective text NOT NULL,
  good bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (hour, objective),
  CHECK (total >= good)
);

-- The last report of a running process.
CREATE UNLOGGED TABLE process_reports (
  instance uuid PRIMARY KEY,
  process text NOT NULL CHECK (process IN ('api', 'orchestrator', 'jobs')),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resident_bytes bigint NOT NULL,
  cpu_seconds double precision NOT NULL,
  loop_lag_seconds double precision NOT NULL
);

-- Free space of a disk that our processes write to, as last measured.
CREATE TABLE disk_space (
  place text PRIMARY KEY,
  free_bytes bigint NOT NULL,
  total_bytes bigint NOT NULL CHECK (total_bytes > 0),
  measured_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A used proof of work; prevents reuse.
CREATE TABLE used_proofs (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- TypeORM's list of the migrations that ran.
CREATE TABLE migrations (
  id integer DEFAULT nextval('migrations_id_seq'::regclass) CONSTRAINT PK_8c82d7f526340ab734260ea46be PRIMARY KEY,
  timestamp bigint NOT NULL,
  name character varying NOT NULL
);

-- Shared counters of rate-limiter-flexible, which names the columns and uses its own clock.
CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- privacy =============================================================================================================

-- One nightly run of the retention job, with the number of erased records; one per Indian day.
CREATE TABLE retention_runs (
  day date PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  erased jsonb
);

-- recovery ============================================================================================================

-- A recovery of a restored database; while one is open, nothing is sold.
CREATE TABLE recoveries (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Time of the newest entry of the restored database.
  known_until timestamptz,
  -- What is known outside, and what of it is missing here. No personal data.
  found jsonb NOT NULL,
  -- When everything outside was read last.
  read_at timestamptz,
  report jsonb,
  ended_at timestamptz,
  ended_by text,
  reason text,
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX recoveries_one_open ON recoveries ((true)) WHERE ended_at IS NULL;

-- Numbers that a recovery left out, because a lost document may have them. A lost document whose number is known keeps
-- it.
CREATE TABLE left_out_numbers (
  series text NOT NULL,
  financial_year text NOT NULL,
  first_number integer NOT NULL,
  last_number integer NOT NULL,
  recovery_id uuid NOT NULL REFERENCES recoveries (id),
  PRIMARY KEY (series, financial_year, first_number),
  CHECK (first_number <= last_number)
);

-- A mail that was sent according to the log outside, and is not in `mails`.
CREATE TABLE mails_sent_before (
  dedupe_key text PRIMARY KEY,
  sent_at timestamptz
);

-- What the database knows of its position outside: one row.
CREATE TABLE outside_records (
  one boolean DEFAULT true PRIMARY KEY CHECK (one),
  -- The mark under which the position was published.
  installation uuid,
  -- When a part outside last had the position.
  published_at timestamptz,
  -- When every part had it.
  complete_at timestamptz,
  -- Since when sales are paused because nobody could say whether the database is current.
  unverified_since timestamptz
);

-- stalls ==============================================================================================================

-- A type of stalls of an event.
CREATE TABLE stall_types (
  event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- The type in the API.
  key text NOT NULL CHECK (key ~ '^[A-Za-z][A-Za-z0-9]*$' AND length(key) <= 40),
  label text NOT NULL CHECK (label = btrim(label) AND label <> ''),
  -- Of new stalls of the type, in paise; each stall has its own.
  price_paise bigint NOT NULL CHECK (price_paise >= 100),
  width_feet integer NOT NULL CHECK (width_feet > 0),
  depth_feet integer NOT NULL CHECK (depth_feet > 0),
  -- Colour role and pattern on the plan.
  look text NOT NULL CHECK (look <> ''),
  position integer NOT NULL,
  -- Not used since holders say themselves whether they sell food; the next release drops it.
  food boolean NOT NULL DEFAULT false,
  -- What its stalls cost from later days on, ascending, if their price is the type's
  -- (domain/src/operator/dated-prices.ts).
  price_changes jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (event_id, key)
);

-- A stall on the floor plan of its event, with its price in paise before the dates of its type.
CREATE TABLE stalls (
  -- Its number, e.g. B12: what people see, unique among the stalls of the event that are on its plan.
  stall_id text NOT NULL CONSTRAINT stalls_stall_id CHECK (stall_id ~ '^[A-Z][0-9]{1,5}$'),
  type text NOT NULL,
  price_paise bigint NOT NULL CHECK (price_paise >= 100),
  x integer NOT NULL,
  y integer NOT NULL,
  -- Number of the plan's publication.
  layout_version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What refers to a stall has its key.
  stall_key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL,
  width integer NOT NULL DEFAULT 10,
  height integer NOT NULL DEFAULT 10,
  -- Degrees, clockwise around its middle.
  turn integer NOT NULL DEFAULT 0,
  -- When a publication removed it from the plan; kept for its former bookings, and never sold again.
  removed_at timestamptz,
  FOREIGN KEY (event_id, type) REFERENCES stall_types (event_id, key)
);
-- Numbers are unique among the stalls that are on a plan; those of removed stalls can be given again.
CREATE UNIQUE INDEX stalls_one_per_number ON stalls (event_id, stall_id) WHERE removed_at IS NULL;
CREATE TRIGGER stalls_keep_their_event BEFORE UPDATE OF event_id ON stalls FOR EACH ROW
  WHEN (old.event_id IS DISTINCT FROM new.event_id) EXECUTE FUNCTION stall_keeps_its_event();
CREATE TRIGGER stalls_notify_layout AFTER INSERT OR DELETE OR UPDATE ON stalls FOR EACH STATEMENT
  EXECUTE FUNCTION notify_layout();

-- The draft of an event's plan. It stays after its publication, so that its version never repeats.
CREATE TABLE plan_drafts (
  event_id integer PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  version integer NOT NULL,
  content jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Username.
  changed_by text NOT NULL
);

-- A publication of an event's plan. The stalls of the newest are rows of `stalls`; area and fixtures are drawn from
-- here.
CREATE TABLE plan_publications (
  event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- From 1.
  number integer NOT NULL CHECK (number > 0),
  content jsonb NOT NULL,
  -- Whether area and fixtures are those of the standard hall.
  standard_ground boolean NOT NULL,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Username; null if it was seeded, migrated or copied from another event.
  published_by text,
  PRIMARY KEY (event_id, number)
);

-- verify ==============================================================================================================

-- One night's verification.
CREATE TABLE verification_runs (
  -- The day in India.
  day date PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  -- Number of rules that held.
  held integer,
  -- Rules that were broken or could not be checked; ids and amounts only.
  findings jsonb
);

-- waiting =============================================================================================================

-- A person's place in the queue for stalls of one type of an event.
CREATE TABLE waiting_places (
  id uuid PRIMARY KEY,
  -- In the order of joining.
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  event_id integer NOT NULL REFERENCES events (id),
  stall_type text NOT NULL,
  full_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  -- What the address counts as: one mailbox in all its notations.
  mailbox text NOT NULL,
  -- The networks it was taken from, narrowest first: prefix and keyed digest.
  networks text[] NOT NULL DEFAULT '{}',
  -- Round in which it is offered a stall, 0 for the first; later ones are further places from one address.
  turn integer NOT NULL CHECK (turn >= 0),
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'offered', 'taken', 'bought', 'left', 'lapsed', 'removed', 'closed')),
  joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the link in her mail was opened: only then a stall is offered there.
  confirmed_at timestamptz,
  -- Since when it stands in the queue; later than its joining if an offer was taken back.
  waiting_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The stall of its last offer.
  stall_key integer REFERENCES stalls (stall_key),
  -- What keeps the offered stall: a block while it is offered, then the hold that she took.
  booking_id uuid REFERENCES bookings (id),
  offered_at timestamptz,
  offer_until timestamptz,
  ended_at timestamptz,
  -- Of the page on which she joined: her mails are in it.
  language text NOT NULL DEFAULT 'en',
  CONSTRAINT waiting_places_offer CHECK (state NOT IN ('offered', 'taken') OR stall_key IS NOT NULL
    AND booking_id IS NOT NULL AND offered_at IS NOT NULL AND offer_until IS NOT NULL AND confirmed_at IS NOT NULL),
  CONSTRAINT waiting_places_end CHECK (state IN ('waiting', 'offered', 'taken') = (ended_at IS NULL))
);
CREATE INDEX waiting_places_of_event ON waiting_places (event_id, number);
CREATE UNIQUE INDEX waiting_places_one_per_mailbox ON waiting_places (event_id, stall_type, mailbox)
  WHERE state IN ('waiting', 'offered', 'taken');
CREATE UNIQUE INDEX waiting_places_one_per_phone ON waiting_places (event_id, stall_type, phone)
  WHERE state IN ('waiting', 'offered', 'taken');
CREATE UNIQUE INDEX waiting_places_one_per_stall ON waiting_places (stall_key) WHERE state = 'offered';
-- In the order in which stalls are offered, and for the question whether anyone waits, which each reserve asks.
CREATE INDEX waiting_places_queue ON waiting_places (event_id, stall_type, turn, number)
  WHERE state IN ('waiting', 'offered', 'taken');

-- How an event offers freed stalls; without a row as usual.
CREATE TABLE waiting_settings (
  event_id integer PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  -- How long an offer stands at most.
  offer_hours integer NOT NULL CHECK (offer_hours >= 1 AND offer_hours <= 72)
);

-- whatsapp ============================================================================================================

-- A consent to messages by WhatsApp about one booking or application, for one number.
CREATE TABLE whatsapp_consents (
  id uuid PRIMARY KEY,
  subject_type text NOT NULL CHECK (subject_type IN ('booking', 'application')),
  subject_id uuid NOT NULL,
  -- Ten digits, in India; a placeholder once erased.
  phone text NOT NULL CHECK (phone ~ '^[0-9]{10}$'),
  -- The sentence that was ticked.
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
CREATE INDEX whatsapp_consents_of_phone ON whatsapp_consents (phone) WHERE erased_at IS NULL;
CREATE INDEX whatsapp_consents_of_subject ON whatsapp_consents (subject_type, subject_id);
-- A booking or an application has one consent at a time.
CREATE UNIQUE INDEX whatsapp_consents_one_open ON whatsapp_consents (subject_type, subject_id)
  WHERE withdrawn_at IS NULL;

-- A message by WhatsApp, sent once. Its number is the consent's; what it says is read when it is sent.
CREATE TABLE whatsapp_messages (
  id uuid PRIMARY KEY,
  -- Template and subject: a second message with this key is not stored.
  dedupe_key text NOT NULL UNIQUE,
  template text NOT NULL CHECK (template IN ('booking_confirmed', 'hold_ending', 'payment_failed', 'papers_missing',
    'evening_before', 'page_live', 'brand_question')),
  consent_id uuid NOT NULL REFERENCES whatsapp_consents (id),
  booking_id uuid,
  application_id uuid,
  -- The mail beside which it goes; null if there is none.
  mail_id uuid,
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'skipped')),
  -- Attempts so far; also distinguishes one claim of the message from the next.
  attempts integer NOT NULL DEFAULT 0,
  -- Why it failed, was skipped, or is tried again, in words of ours.
  problem text,
  -- Meta's code of the error.
  problem_code integer,
  -- Meta's id, which contains the number: null once erased.
  provider_id text UNIQUE,
  -- Meta's category, which its price follows.
  category text,
  -- What it costs, in hundredths of a paisa.
  cost_hundredths integer NOT NULL DEFAULT 0 CHECK (cost_hundredths >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Not sent before; null for at once.
  due_at timestamptz,
  -- Start of the current claim; an old one is abandoned.
  claimed_at timestamptz,
  -- The day in India against whose limit it counts: that of its first attempt.
  counted_on date,
  -- When Meta accepted it.
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  -- When it failed or was skipped.
  ended_at timestamptz,
  CONSTRAINT whatsapp_messages_subject CHECK ((booking_id IS NULL) <> (application_id IS NULL)),
  CONSTRAINT whatsapp_messages_end CHECK (state IN ('failed', 'skipped') = (ended_at IS NOT NULL)),
  CONSTRAINT whatsapp_messages_why CHECK (state NOT IN ('failed', 'skipped') OR problem IS NOT NULL),
  CONSTRAINT whatsapp_messages_sent CHECK (state NOT IN ('sent', 'delivered', 'read') OR sent_at IS NOT NULL)
);
-- The day's limit: how many were sent today.
CREATE INDEX whatsapp_messages_counted ON whatsapp_messages (counted_on) WHERE counted_on IS NOT NULL;
CREATE INDEX whatsapp_messages_made ON whatsapp_messages (created_at);
CREATE INDEX whatsapp_messages_of_application ON whatsapp_messages (application_id, created_at)
  WHERE application_id IS NOT NULL;
CREATE INDEX whatsapp_messages_of_booking ON whatsapp_messages (booking_id, created_at) WHERE booking_id IS NOT NULL;
CREATE INDEX whatsapp_messages_of_consent ON whatsapp_messages (consent_id, claimed_at);
CREATE INDEX whatsapp_messages_unsent ON whatsapp_messages (created_at) WHERE state IN ('queued', 'sending');

-- A number that asked for no more messages, as a keyed digest.
CREATE TABLE whatsapp_stops (
  number_digest text PRIMARY KEY,
  stopped_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- views ===============================================================================================================

-- Brands of the public catalogue: not hidden, with at least one live listing.
CREATE VIEW live_brands AS SELECT id, module, name, name_key, category, logo, description, location, website_url,
  partner_name, contact_email, contact_phone, linkedin_url, facebook_url, instagram_url, whatsapp_url, origin,
  created_at, updated_at, skeleton, logo_picture_id, cover_picture_id, verified_at, verified_by, hidden_at,
  hidden_reason, search_text FROM brands b WHERE hidden_at IS NULL AND (EXISTS ( SELECT 1 FROM live_listings l
  WHERE l.brand_id = b.id));

-- The public catalogue: live listings that have not expired. All public queries of the catalogue and the search use
-- these views; the partial indexes serve them.
CREATE VIEW live_listings AS SELECT id, brand_id, module, brand_key, category, name, name_key, description, image,
  event_name, event_key, status, expires_at, created_at, updated_at, "position", price_kind, price_from_paise,
  price_to_paise, link, is_card, search_text, owner_state FROM listings
  WHERE status = 'live' AND (expires_at IS NULL OR expires_at > now());

-- Past events and awards that the site shows.
CREATE VIEW shown_events AS SELECT id, kind, title, awarded_by, date_text, held_on, time_text, venue, description,
  image, origin, removed_at, version FROM showcase_events WHERE removed_at IS NULL;

-- functions ===========================================================================================================

-- The audit log can only be added to, by every role.
CREATE OR REPLACE FUNCTION audit_log_is_kept()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    RAISE EXCEPTION 'the audit log can only be added to';
  END $$;

-- Keeps the role that the release before knows in step with the team's; goes with it.
CREATE OR REPLACE FUNCTION both_roles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
      BEGIN
        IF NEW.team_role IS NULL OR (TG_OP = 'UPDATE' AND NEW.team_role = OLD.team_role
             AND NEW.event_ids IS NOT DISTINCT FROM OLD.event_ids
             AND (NEW.role <> OLD.role OR NEW.event_id IS DISTINCT FROM OLD.event_id)) THEN
          NEW.team_role := CASE NEW.role WHEN 'operator' THEN 'owner' ELSE NEW.role END;
          NEW.event_ids := CASE WHEN NEW.role = 'gate' THEN ARRAY[NEW.event_id] END;
        ELSE
          NEW.role := CASE WHEN NEW.event_ids IS NULL AND NEW.team_role = 'owner' THEN 'operator'
                           WHEN NEW.event_ids IS NULL AND NEW.team_role = 'viewer' THEN 'viewer' ELSE 'gate' END;
          NEW.event_id := CASE WHEN NEW.team_role = 'gate' AND cardinality(NEW.event_ids) = 1 THEN NEW.event_ids[1] END;
        END IF;
        RETURN NEW;
      END $$;

-- Cached responses of the catalogue are valid for one version.
CREATE OR REPLACE FUNCTION catalogue_changed()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    UPDATE catalogue_version SET version = version + 1;
    RETURN NULL;
  END $$;

-- Writes to the disk. On a full one a small row may still fit into its page, so the sort also needs a file: it exceeds
-- its memory.
CREATE OR REPLACE FUNCTION check_database_writes()
  RETURNS void
  LANGUAGE plpgsql
  SET work_mem TO '64kB'
AS $$
  BEGIN
    PERFORM count(*) FROM (SELECT md5(n::text) AS text FROM generate_series(1, 3000) AS n ORDER BY text) AS sorted;
    INSERT INTO part_checks (part, up) VALUES ('disk', true)
      ON CONFLICT (part) DO UPDATE SET checked_at = clock_timestamp();
  END $$;

-- The event of a stall, for indexes of bookings. Immutable, because a stall never changes its event and is not deleted
-- while a booking refers to it.
CREATE OR REPLACE FUNCTION event_of_stall(p_stall integer)
  RETURNS integer
  LANGUAGE plpgsql
  IMMUTABLE STRICT
AS $$
  BEGIN
    RETURN (SELECT s.event_id FROM public.stalls s WHERE s.stall_key = p_stall);
  END $$;

-- A product that would be live is hidden while its owner or an operator hides it, or its brand is hidden: also if a
-- renewal or its owner writes it. Everything that is public reads live listings, so nothing else has to know.
CREATE OR REPLACE FUNCTION hide_listing()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    -- The lock: a brand that is being hidden hides a product that is being added.
    PERFORM FROM brands WHERE id = NEW.brand_id FOR SHARE;
    NEW.status := CASE
      WHEN NEW.hidden_at IS NOT NULL OR NEW.owner_state = 'hidden'
        OR EXISTS (SELECT FROM brands WHERE id = NEW.brand_id AND hidden_at IS NOT NULL) THEN 'hidden'
      ELSE 'live' END;
    RETURN NEW;
  END $$;

-- A brand that is hidden, or shown again, hides or shows its products.
CREATE OR REPLACE FUNCTION hide_listings_of_brand()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    UPDATE listings SET updated_at = clock_timestamp() WHERE brand_id = NEW.id AND status IN ('live', 'hidden');
    RETURN NULL;
  END $$;

-- Counts live listings and collects their words. For statement triggers, so that a bulk load counts once. Rows are
-- locked in a fixed order.
CREATE OR REPLACE FUNCTION listings_changed()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
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

-- Locks visitor, stalls ascending, booking; decides nothing. Returns the booking's stall and those of its event with
-- the other numbers that exist; removed stalls only if they are the booking's own. Locks by key when no other stall is
-- named, as nearly always: half the time, and no longer with many events. Raises serialization_failure if the booking
-- moves to another stall meanwhile; the transaction is retried.
CREATE OR REPLACE FUNCTION lock_booking(p_booking uuid, p_others text[])
  RETURNS SETOF stalls
  LANGUAGE plpgsql
AS $$
  DECLARE
    v_visitor uuid;
    v_stall integer;
    v_event integer;
    v_first uuid;
    v_stalls integer[];
  BEGIN
    SELECT b.visitor_id, s.stall_key, s.event_id, coalesce(b.first_booking_id, b.id) INTO v_visitor, v_stall, v_event, v_first
      FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE b.id = p_booking;
    PERFORM 1 FROM visitors WHERE id = v_visitor FOR UPDATE;
    -- After the visitor's lock, under which her order gets no further stalls.
    v_stalls := v_stall || ARRAY(SELECT m.stall_key FROM bookings m WHERE m.id = v_first OR m.first_booking_id = v_first);
    IF cardinality(p_others) = 0 THEN
      RETURN QUERY SELECT * FROM stalls WHERE stall_key = ANY(v_stalls) ORDER BY stall_key FOR UPDATE;
    ELSE
      RETURN QUERY SELECT * FROM stalls
      WHERE stall_key = ANY(v_stalls) OR event_id = v_event AND stall_id = ANY(p_others) AND removed_at IS NULL
      ORDER BY stall_key FOR UPDATE;
    END IF;
    -- The first one before the further ones, as lock_to_reserve.
    PERFORM 1 FROM bookings m WHERE m.id = v_first OR m.first_booking_id = v_first
      ORDER BY m.first_booking_id IS NOT NULL, m.id FOR UPDATE;
    PERFORM 1 FROM bookings WHERE id = p_booking AND stall_key = v_stall FOR UPDATE;
    IF NOT FOUND AND v_stall IS NOT NULL THEN
      RAISE EXCEPTION 'a booking moved before it was locked' USING ERRCODE = 'serialization_failure';
    END IF;
  END $$;

-- Locks a visitor (inserted if missing), a stall of an event and those of the visitor's other bookings there ascending,
-- and the live bookings among them; decides nothing. Then reads the stall and its event's sales with each of these
-- bookings, or with none: no row means that there is no such stall. The states are those of the unique index of live
-- bookings, which finds a stall's booking. The visitor's locked row keeps her stalls as they are, so that they are
-- locked by key. ROWS 2: the statements that join the rows then find each booking by its key.
CREATE OR REPLACE FUNCTION lock_to_reserve(p_visitor uuid, p_event integer, p_stall text)
  RETURNS TABLE(stall stalls, sales_open_at timestamptz, sales_close_at timestamptz, days jsonb, published boolean,
    booking bookings)
  LANGUAGE plpgsql
  ROWS 2
AS $$
  DECLARE
    v_stall integer;
    v_stalls integer[];
    v_bookings uuid[];
  BEGIN
    INSERT INTO visitors (id) VALUES (p_visitor) ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp();
    SELECT s.stall_key INTO v_stall FROM stalls s
      WHERE s.event_id = p_event AND s.stall_id = p_stall AND s.removed_at IS NULL;
    v_stalls := v_stall || ARRAY(SELECT b.stall_key FROM bookings b
      WHERE b.visitor_id = p_visitor AND b.state <> 'released' AND event_of_stall(b.stall_key) = p_event);
    PERFORM FROM stalls s WHERE s.stall_key = ANY(v_stalls) ORDER BY s.stall_key FOR UPDATE;
    -- A separate statement each, so that it sees what was committed during the wait for the locks.
    v_bookings := ARRAY(SELECT b.id FROM bookings b
      WHERE b.visitor_id = p_visitor AND b.state <> 'released' AND event_of_stall(b.stall_key) = p_event
         OR b.stall_key = v_stall AND b.state IN ('held', 'registered', 'paying', 'sold', 'blocked')
      ORDER BY b.first_booking_id IS NOT NULL, b.id FOR UPDATE);
    RETURN QUERY SELECT s, e.sales_open_at, e.sales_close_at, e.days, e.status = 'published', b
      FROM stalls s
      JOIN events e ON e.id = s.event_id
      LEFT JOIN bookings b ON b.id = ANY(v_bookings)
      WHERE s.stall_key = v_stall AND s.removed_at IS NULL;
  END $$;

-- Notifies the api processes that an event or the organisation was changed.
CREATE OR REPLACE FUNCTION notify_event_facts()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    PERFORM pg_notify('event_facts', '');
    RETURN NULL;
  END $$;

-- Notifies the api processes that the public floor plan may have changed, unless the connection's process does so after
-- its commit (sakhi.notify = off, docs/decisions/0036). The payload is constant, so that PostgreSQL sends one
-- notification per transaction. Each process also rereads the plan at the end of a hold, which changes no row, and
-- every 100 ms, so that a lost notification causes only a delay.
CREATE OR REPLACE FUNCTION notify_layout()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    IF current_setting('sakhi.notify', true) IS DISTINCT FROM 'off' THEN PERFORM pg_notify('layout', ''); END IF;
    RETURN NULL;
  END $$;

-- An order number as people read it (orderKey in domain/src/fields/identifiers.ts).
CREATE OR REPLACE FUNCTION order_key(order_id text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT translate(upper(order_id), 'OIL-_', '011') $$;

-- The prices of a type (TypePrices in domain/src/operator/dated-prices.ts). Volatile, so that it sees what was
-- committed while its statement waited for a stall's lock.
CREATE OR REPLACE FUNCTION prices_of_type(p_event integer, p_type text)
  RETURNS jsonb
  LANGUAGE plpgsql
AS $$
      BEGIN
        RETURN (SELECT jsonb_build_object('paise', t.price_paise, 'changes', t.price_changes)
          FROM stall_types t WHERE t.event_id = p_event AND t.key = p_type);
      END $$;

-- Histories, ended payments and invoices are kept as they were written, by every role: a mistake or an intruder with
-- the processes' role can add to them and not rewrite them. A correction is a new row: a credit note, a refund, a
-- further event.
CREATE OR REPLACE FUNCTION record_is_kept()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    RAISE EXCEPTION 'rows of % are kept as they were written', TG_TABLE_NAME;
  END $$;

-- All bigrams of a text. Their index serves queries that trigrams cannot: two characters, symbols only, emoji. chr(31)
-- occurs in no text; the last piece is the remainder.
CREATE OR REPLACE FUNCTION search_bigrams(t text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
RETURN (trim_array(string_to_array(regexp_replace(t, '(..)', ('\1' || chr(31)), 'g'), chr(31)),
  1) || trim_array(string_to_array(regexp_replace(substr(t, 2), '(..)', ('\1' || chr(31)), 'g'), chr(31)), 1));

-- The words of a text, independent of the locale; vowel signs are part of a word. Words too long for an index are
-- truncated. The cost keeps the planner from calling it for each row of a table. Parallel workers are off for it,
-- because their start takes longer than such a query (docs/decisions/0032).
CREATE OR REPLACE FUNCTION search_words(t text)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE STRICT COST 10000
AS $$
  BEGIN
    IF octet_length(t) > 2000 THEN
      t := regexp_replace(t, '(\S{200})\S+', '\1', 'g');
    END IF;
    RETURN array_to_tsvector(array_remove(regexp_split_to_array(t,
      '[\u0001-\u002f:-@[-\u0060{-\u00bf\u2000-\u200b\u200e-\u206f।॥₹]+'), ''));
  END $$;

-- Whether a stall that is free goes to the waiting list first (docs/decisions/0117). Volatile, so that it sees what was
-- committed while its statement waited for the stall's lock.
CREATE OR REPLACE FUNCTION stall_is_kept(p_event integer, p_type text, p_stall integer)
  RETURNS boolean
  LANGUAGE plpgsql
AS $$
      BEGIN
        RETURN EXISTS (SELECT FROM waiting_places w
          WHERE w.event_id = p_event AND w.stall_type = p_type AND w.state IN ('waiting', 'offered', 'taken')
            AND (w.state = 'waiting' AND w.confirmed_at IS NOT NULL
                 OR w.state = 'taken' AND w.stall_key = p_stall AND w.offer_until > clock_timestamp()
                    AND EXISTS (SELECT FROM bookings b WHERE b.id = w.booking_id AND b.stall_key = p_stall)));
      END $$;

-- A stall belongs to one event.
CREATE OR REPLACE FUNCTION stall_keeps_its_event()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    RAISE EXCEPTION 'a stall belongs to one event';
  END $$;

-- A booking's event is noted at the booking's stall of that time; of a move, the new stall.
CREATE OR REPLACE FUNCTION stall_of_event()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
  BEGIN
    SELECT b.stall_key INTO NEW.stall_key FROM bookings b WHERE b.id = NEW.booking_id;
    RETURN NEW;
  END $$;

-- rights of the processes' role =======================================================================================

-- It owns nothing. On every table and view it has SELECT, INSERT, UPDATE, DELETE, except for those below; it takes from
-- every sequence and runs every function. Granted after each migration (grantApplicationRole in preparation.ts).
-- audit_log: SELECT, INSERT
-- migrations: SELECT
