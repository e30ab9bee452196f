import type { MigrationInterface, QueryRunner } from "typeorm";
import { LOCK_FOR_RESERVE } from "./1764000050000-one-heart.js";

/**
 * Many events (docs/decisions/0070): a stall belongs to one event, with a number that is unique there, and a booking refers
 * to its stall by key, so that its event follows from it. The running Mela becomes the first event, with its stalls,
 * bookings, blocks, offers and coupons.
 */
export class ManyEvents1764000080000 implements MigrationInterface {
  public readonly name = "ManyEvents1764000080000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const step of [EVENTS, STALLS, BOOKINGS, OFFERS, COUPONS, FUNCTIONS]) await queryRunner.query(step);
  }

  /** Impossible once stalls of a second event exist: the earlier schema cannot hold them. */
  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(REFUSE_SEVERAL);
    await queryRunner.query(BACK);
    await queryRunner.query(LOCK_FOR_RESERVE);
  }
}

/**
 * An announced edition was a row with `upcoming`; it is a published event without stalls. Older editions than the current
 * one can only be read.
 */
const EVENTS = `
  ALTER TABLE events
    ADD COLUMN slug text,
    ADD COLUMN status text NOT NULL DEFAULT 'draft'
      CONSTRAINT events_status CHECK (status IN ('draft', 'published', 'archived', 'cancelled')),
    -- Of the rent of its stalls; 998596: services of events, exhibitions and trade shows.
    ADD COLUMN gst_rate_percent integer NOT NULL DEFAULT 18
      CONSTRAINT events_gst_rate CHECK (gst_rate_percent BETWEEN 0 AND 28),
    ADD COLUMN sac text NOT NULL DEFAULT '998596' CONSTRAINT events_sac CHECK (sac ~ '^[0-9]{4,6}$');
  UPDATE events SET
    slug = coalesce(nullif(trim(BOTH '-' FROM regexp_replace(lower(
      CASE WHEN position(edition IN name) > 0 THEN name ELSE name || ' ' || edition END), '[^a-z0-9]+', '-', 'g')), ''),
      'event-' || id),
    status = CASE WHEN upcoming OR id = (SELECT max(id) FROM events WHERE NOT upcoming) THEN 'published'
                  ELSE 'archived' END;
  UPDATE events e SET slug = e.slug || '-' || e.id
   WHERE EXISTS (SELECT FROM events o WHERE o.slug = e.slug AND o.id < e.id);
  ALTER TABLE events ALTER COLUMN slug SET NOT NULL,
    -- Not "mela", which is the current event's address, nor "all", which names no single one.
    ADD CONSTRAINT events_slug
      CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80 AND slug NOT IN ('mela', 'all')),
    ADD CONSTRAINT events_one_per_slug UNIQUE (slug),
    -- Melas of different names, in different cities, can be of the same year.
    DROP CONSTRAINT events_edition_key,
    ADD CONSTRAINT events_one_per_name_and_edition UNIQUE (name, edition);

  CREATE TABLE stall_types (
    event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    key text NOT NULL CHECK (key ~ '^[A-Za-z][A-Za-z0-9]*$' AND length(key) <= 40),
    label text NOT NULL CHECK (label = btrim(label) AND label <> ''),
    -- Of new stalls of the type; each stall has its own.
    price_paise bigint NOT NULL CHECK (price_paise >= 100),
    width_feet integer NOT NULL CHECK (width_feet > 0),
    depth_feet integer NOT NULL CHECK (depth_feet > 0),
    -- Colour role and pattern on the plan.
    look text NOT NULL CHECK (look <> ''),
    position integer NOT NULL,
    PRIMARY KEY (event_id, key)
  );
  INSERT INTO stall_types (event_id, key, label, price_paise, width_feet, depth_feet, look, position)
    SELECT e.id, t.key, t.label,
           coalesce((SELECT mode() WITHIN GROUP (ORDER BY s.price_paise) FROM stalls s WHERE s.type = t.key), t.price_paise),
           10, 10, t.look, t.position
      FROM (SELECT max(id) AS id FROM events WHERE NOT upcoming) e,
           (VALUES ('Premium', 'Premium', 3600000, 'premium', 1), ('General', 'Standard', 2700000, 'standard', 2))
             t (key, label, price_paise, look, position)`;

const STALLS = `
  DROP FUNCTION lock_booking, lock_for_reserve;
  DROP TRIGGER booking_events_stall ON booking_events;
  DROP TRIGGER bookings_notify_layout_changed ON bookings;
  ALTER TABLE bookings DROP CONSTRAINT bookings_stall_id_fkey;
  ALTER TABLE stall_offers DROP CONSTRAINT stall_offers_lost_stall_id_fkey,
    DROP CONSTRAINT stall_offers_chosen_stall_id_fkey, DROP CONSTRAINT stall_offers_stall_type_check;
  ALTER TABLE coupons DROP CONSTRAINT coupons_stall_type_check;

  ALTER TABLE stalls DROP CONSTRAINT stalls_pkey, DROP CONSTRAINT stalls_type_check,
    ADD COLUMN stall_key integer GENERATED ALWAYS AS IDENTITY,
    ADD COLUMN event_id integer;
  UPDATE stalls SET event_id = (SELECT max(id) FROM events WHERE NOT upcoming);
  ALTER TABLE stalls ALTER COLUMN event_id SET NOT NULL,
    ADD PRIMARY KEY (stall_key),
    ADD FOREIGN KEY (event_id, type) REFERENCES stall_types (event_id, key),
    ADD CONSTRAINT stalls_number_once UNIQUE (event_id, stall_id),
    ADD CONSTRAINT stalls_stall_id CHECK (stall_id ~ '^[A-Z][0-9]{1,5}$');
  ALTER TABLE events DROP COLUMN upcoming;

  CREATE FUNCTION stall_keeps_its_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a stall belongs to one event';
    END $$;
  CREATE TRIGGER stalls_keep_their_event BEFORE UPDATE OF event_id ON stalls
    FOR EACH ROW WHEN (old.event_id IS DISTINCT FROM new.event_id) EXECUTE FUNCTION stall_keeps_its_event();

  -- The event of a stall, for indexes of bookings. Immutable, because a stall never changes its event and is not deleted
  -- while a booking refers to it.
  CREATE FUNCTION event_of_stall(p_stall integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    BEGIN
      RETURN (SELECT s.event_id FROM public.stalls s WHERE s.stall_key = p_stall);
    END $$`;

/** `stall_id` is a stall's number; what refers to a stall has its key. */
const BOOKINGS = `
  ALTER TABLE bookings DROP COLUMN search_text, ADD COLUMN stall_key integer;
  UPDATE bookings b SET stall_key = s.stall_key FROM stalls s WHERE s.stall_id = b.stall_id;
  ALTER TABLE bookings ALTER COLUMN stall_key SET NOT NULL, ADD FOREIGN KEY (stall_key) REFERENCES stalls (stall_key),
    DROP COLUMN stall_id,
    -- Text for the dashboard's search, which looks for the stall's number separately.
    ADD COLUMN search_text text GENERATED ALWAYS AS (coalesce(full_name, '') || ' ' || coalesce(email, '') || ' '
      || coalesce(phone, '') || ' ' || coalesce(business_name, '') || ' ' || coalesce(gst_number, '') || ' '
      || coalesce(order_id, '')) STORED;
  CREATE INDEX bookings_search ON bookings USING gin (search_text gin_trgm_ops) WHERE final_paise IS NOT NULL;
  CREATE INDEX bookings_of_stall ON bookings (stall_key, held_at);
  CREATE UNIQUE INDEX bookings_one_live_per_stall ON bookings (stall_key)
    WHERE state IN ('held', 'registered', 'paying', 'sold', 'blocked');
  DROP INDEX bookings_one_hold_per_visitor;
  CREATE UNIQUE INDEX bookings_one_hold_per_visitor ON bookings (visitor_id, event_of_stall(stall_key))
    WHERE state IN ('held', 'registered');
  CREATE TRIGGER bookings_notify_layout_changed AFTER UPDATE OF state, stall_key, hold_expires_at ON bookings
    FOR EACH ROW WHEN ((old.state <> new.state AND NOT (old.state = 'held' AND new.state = 'registered'))
      OR old.stall_key <> new.stall_key OR old.hold_expires_at IS DISTINCT FROM new.hold_expires_at)
    EXECUTE FUNCTION notify_layout();

  ALTER TABLE booking_events ADD COLUMN stall_key integer;
  ALTER TABLE booking_events DISABLE TRIGGER booking_events_are_kept;
  UPDATE booking_events e SET stall_key = s.stall_key FROM stalls s WHERE s.stall_id = e.stall_id;
  ALTER TABLE booking_events ENABLE TRIGGER booking_events_are_kept;
  ALTER TABLE booking_events ALTER COLUMN stall_key SET NOT NULL, DROP COLUMN stall_id;
  CREATE INDEX booking_events_of_stall ON booking_events (stall_key, id);
  CREATE OR REPLACE FUNCTION stall_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT b.stall_key INTO NEW.stall_key FROM bookings b WHERE b.id = NEW.booking_id;
      RETURN NEW;
    END $$;
  CREATE TRIGGER booking_events_stall BEFORE INSERT ON booking_events
    FOR EACH ROW WHEN (NEW.stall_key IS NULL) EXECUTE FUNCTION stall_of_event()`;

const OFFERS = `
  ALTER TABLE stall_offers ADD COLUMN lost_stall_key integer REFERENCES stalls (stall_key),
    ADD COLUMN chosen_stall_key integer REFERENCES stalls (stall_key);
  UPDATE stall_offers o SET lost_stall_key = (SELECT stall_key FROM stalls s WHERE s.stall_id = o.lost_stall_id),
    chosen_stall_key = (SELECT stall_key FROM stalls s WHERE s.stall_id = o.chosen_stall_id);
  ALTER TABLE stall_offers ALTER COLUMN lost_stall_key SET NOT NULL, DROP COLUMN lost_stall_id,
    DROP COLUMN chosen_stall_id,
    ADD CONSTRAINT stall_offers_chosen CHECK ((state = 'accepted') = (chosen_stall_key IS NOT NULL))`;

const COUPONS = `
  -- The only event that a coupon is valid for, or null for all.
  ALTER TABLE coupons ADD COLUMN event_id integer REFERENCES events (id);
  UPDATE coupons SET event_id = (SELECT max(event_id) FROM stalls)`;

/** Both take several locks in one round trip, in the one order, and decide nothing. */
const FUNCTIONS = `
  -- Locks visitor, stalls ascending, booking; returns the booking's stall and those of its event with the other numbers
  -- that exist. Raises serialization_failure if the booking moves to another stall meanwhile; the transaction is retried.
  CREATE FUNCTION lock_booking(p_booking uuid, p_others text[]) RETURNS SETOF stalls LANGUAGE plpgsql AS $$
    DECLARE
      v_visitor uuid;
      v_stall integer;
      v_event integer;
    BEGIN
      SELECT b.visitor_id, s.stall_key, s.event_id INTO v_visitor, v_stall, v_event
        FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE b.id = p_booking;
      PERFORM 1 FROM visitors WHERE id = v_visitor FOR UPDATE;
      RETURN QUERY SELECT * FROM stalls
        WHERE stall_key = v_stall OR event_id = v_event AND stall_id = ANY(p_others) ORDER BY stall_key FOR UPDATE;
      PERFORM 1 FROM bookings WHERE id = p_booking AND stall_key = v_stall FOR UPDATE;
      IF NOT FOUND AND v_stall IS NOT NULL THEN
        RAISE EXCEPTION 'a booking moved before it was locked' USING ERRCODE = 'serialization_failure';
      END IF;
    END $$;

  -- Locks a visitor (inserted if missing), a stall of an event and those of the visitor's other bookings there ascending,
  -- and the live bookings among them. Then reads the stall and its event's sales with each of these bookings, or with none:
  -- no row means that there is no such stall. The states are those of the unique index of live bookings, which finds a
  -- stall's booking.
  CREATE FUNCTION lock_for_reserve(p_visitor uuid, p_event integer, p_stall text)
    RETURNS TABLE (stall stalls, sales_open_at timestamptz, sales_close_at timestamptz, published boolean, booking bookings)
    LANGUAGE plpgsql AS $$
    DECLARE
      v_stall integer;
      v_bookings uuid[];
    BEGIN
      INSERT INTO visitors (id) VALUES (p_visitor) ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp();
      SELECT s.stall_key INTO v_stall FROM stalls s WHERE s.event_id = p_event AND s.stall_id = p_stall;
      PERFORM FROM stalls s
        WHERE s.stall_key = v_stall
           OR s.event_id = p_event AND s.stall_key IN (
                SELECT b.stall_key FROM bookings b WHERE b.visitor_id = p_visitor AND b.state <> 'released')
        ORDER BY s.stall_key FOR UPDATE;
      -- A separate statement each, so that it sees what was committed during the wait for the locks.
      v_bookings := ARRAY(SELECT b.id FROM bookings b
        WHERE b.visitor_id = p_visitor AND b.state <> 'released' AND event_of_stall(b.stall_key) = p_event
           OR b.stall_key = v_stall AND b.state IN ('held', 'registered', 'paying', 'sold', 'blocked')
        ORDER BY b.id FOR UPDATE);
      RETURN QUERY SELECT s, e.sales_open_at, e.sales_close_at, e.status = 'published', b
        FROM stalls s
        JOIN events e ON e.id = s.event_id
        LEFT JOIN bookings b ON b.id = ANY(v_bookings)
        WHERE s.stall_key = v_stall;
    END $$`;

const REFUSE_SEVERAL = `
  DO $$
  BEGIN
    IF (SELECT count(DISTINCT event_id) FROM stalls) > 1 THEN
      RAISE EXCEPTION 'stalls of several events exist: restore the backup that was made before this migration';
    END IF;
  END $$`;

const BACK = `
  DROP FUNCTION lock_booking, lock_for_reserve;
  DROP TRIGGER booking_events_stall ON booking_events;
  DROP TRIGGER bookings_notify_layout_changed ON bookings;
  DROP INDEX bookings_one_hold_per_visitor;
  ALTER TABLE bookings DROP COLUMN search_text, ADD COLUMN stall_id text;
  UPDATE bookings b SET stall_id = s.stall_id FROM stalls s WHERE s.stall_key = b.stall_key;
  ALTER TABLE booking_events ADD COLUMN stall_id text;
  ALTER TABLE booking_events DISABLE TRIGGER booking_events_are_kept;
  UPDATE booking_events e SET stall_id = s.stall_id FROM stalls s WHERE s.stall_key = e.stall_key;
  ALTER TABLE booking_events ENABLE TRIGGER booking_events_are_kept;
  ALTER TABLE booking_events ALTER COLUMN stall_id SET NOT NULL, DROP COLUMN stall_key;
  ALTER TABLE stall_offers ADD COLUMN lost_stall_id text, ADD COLUMN chosen_stall_id text;
  UPDATE stall_offers o SET lost_stall_id = (SELECT stall_id FROM stalls s WHERE s.stall_key = o.lost_stall_key),
    chosen_stall_id = (SELECT stall_id FROM stalls s WHERE s.stall_key = o.chosen_stall_key);
  ALTER TABLE stall_offers ALTER COLUMN lost_stall_id SET NOT NULL, DROP COLUMN lost_stall_key,
    DROP COLUMN chosen_stall_key, ADD CHECK (stall_type IN ('Premium', 'General')),
    ADD CHECK ((state = 'accepted') = (chosen_stall_id IS NOT NULL));
  ALTER TABLE bookings ALTER COLUMN stall_id SET NOT NULL, DROP COLUMN stall_key,
    ADD COLUMN search_text text GENERATED ALWAYS AS (coalesce(full_name, '') || ' ' || coalesce(email, '') || ' '
      || coalesce(phone, '') || ' ' || coalesce(business_name, '') || ' ' || coalesce(gst_number, '') || ' '
      || coalesce(order_id, '') || ' ' || stall_id) STORED;
  ALTER TABLE coupons DROP COLUMN event_id, ADD CHECK (stall_type IN ('Premium', 'General'));
  DROP FUNCTION event_of_stall;
  DROP TRIGGER stalls_keep_their_event ON stalls;
  DROP FUNCTION stall_keeps_its_event;
  ALTER TABLE stalls DROP CONSTRAINT stalls_stall_id, DROP CONSTRAINT stalls_number_once, DROP COLUMN stall_key,
    DROP COLUMN event_id, ADD PRIMARY KEY (stall_id), ADD CHECK (type IN ('Premium', 'General'));
  DROP TABLE stall_types;
  ALTER TABLE stall_offers ADD FOREIGN KEY (lost_stall_id) REFERENCES stalls (stall_id),
    ADD FOREIGN KEY (chosen_stall_id) REFERENCES stalls (stall_id);
  ALTER TABLE bookings ADD FOREIGN KEY (stall_id) REFERENCES stalls (stall_id);
  ALTER TABLE events ADD COLUMN upcoming boolean NOT NULL DEFAULT false;
  UPDATE events SET upcoming = status = 'published' AND id <> (SELECT min(id) FROM events WHERE status = 'published');
  ALTER TABLE events DROP CONSTRAINT events_one_per_name_and_edition, ADD UNIQUE (edition);
  ALTER TABLE events DROP COLUMN slug, DROP COLUMN status, DROP COLUMN gst_rate_percent, DROP COLUMN sac;

  CREATE INDEX bookings_search ON bookings USING gin (search_text gin_trgm_ops) WHERE final_paise IS NOT NULL;
  CREATE INDEX bookings_of_stall ON bookings (stall_id, held_at);
  CREATE UNIQUE INDEX bookings_one_live_per_stall ON bookings (stall_id)
    WHERE state IN ('held', 'registered', 'paying', 'sold', 'blocked');
  CREATE UNIQUE INDEX bookings_one_hold_per_visitor ON bookings (visitor_id) WHERE state IN ('held', 'registered');
  CREATE INDEX booking_events_of_stall ON booking_events (stall_id, id);
  CREATE TRIGGER bookings_notify_layout_changed AFTER UPDATE OF state, stall_id, hold_expires_at ON bookings
    FOR EACH ROW WHEN ((old.state <> new.state AND NOT (old.state = 'held' AND new.state = 'registered'))
      OR old.stall_id <> new.stall_id OR old.hold_expires_at IS DISTINCT FROM new.hold_expires_at)
    EXECUTE FUNCTION notify_layout();
  CREATE OR REPLACE FUNCTION stall_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT b.stall_id INTO NEW.stall_id FROM bookings b WHERE b.id = NEW.booking_id;
      RETURN NEW;
    END $$;
  CREATE TRIGGER booking_events_stall BEFORE INSERT ON booking_events
    FOR EACH ROW WHEN (NEW.stall_id IS NULL) EXECUTE FUNCTION stall_of_event();
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
    END $$`;
