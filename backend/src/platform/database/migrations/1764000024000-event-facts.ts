import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { RESERVE } from "./1764000022000-one-statement-holds.js";

/**
 * The Mela and who runs it, one row each: the newest row counts. Stalls are sold from `sales_open_at` until
 * `sales_close_at` by the database's clock, judged in the statement that holds a stall.
 */
export class EventFacts1764000024000 implements MigrationInterface {
  public readonly name = "EventFacts1764000024000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(insertSeed("events", Object.keys(SEED_EVENT)), [seedRow(SEED_EVENT)]);
    await queryRunner.query(insertSeed("organisation", Object.keys(SEED_ORGANISATION)), [
      seedRow(SEED_ORGANISATION),
    ]);
    await queryRunner.query(SALES);
    await queryRunner.query(RESERVE_WHILE_SOLD);
    await queryRunner.query(auditSubjects("'event', 'organisation'"));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(RESERVE.replaceAll("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"));
    await queryRunner.query(`
      DELETE FROM audit_log WHERE subject_type IN ('event', 'organisation');
      DROP FUNCTION reserve_verdict(text, boolean, boolean, text);
      DROP FUNCTION sales_at;
      DROP FUNCTION sales_verdict;
      DROP TABLE events, organisation;
      DROP FUNCTION notify_event_facts;
    `);
    await queryRunner.query(auditSubjects());
  }
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns are named as the properties, in snake_case. */
function seedRow(seed: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(seed).map(([name, value]) => [snakeCase(name), value])),
  );
}

function insertSeed(table: string, properties: readonly string[]): string {
  const columns = properties.map(snakeCase).join(", ");
  return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`;
}

function auditSubjects(...more: readonly string[]): string {
  const subjects = [SUBJECTS, ...more].join(", ");
  return `
    ALTER TABLE audit_log
      DROP CONSTRAINT audit_log_subject_type_check,
      ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN (${subjects}));`;
}

const SUBJECTS = `'booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'issue', 'administrator', 'queue',
  'registrations', 'invoice', 'person'`;

const TABLES = `
  CREATE TABLE events (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Changes made in the dashboard; 0: it is as it was seeded.
    version integer NOT NULL DEFAULT 0,
    name text NOT NULL CHECK (name <> ''),
    edition text NOT NULL UNIQUE,
    -- [{"date": "2027-01-21", "opens": "10:00", "closes": "20:00"}, ...], by Indian time, ascending.
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

  CREATE FUNCTION notify_event_facts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('event_facts', '');
      RETURN NULL;
    END $$;
  CREATE TRIGGER events_notify_facts AFTER INSERT OR UPDATE OR DELETE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION notify_event_facts();
  CREATE TRIGGER organisation_notify_facts AFTER INSERT OR UPDATE OR DELETE ON organisation
    FOR EACH STATEMENT EXECUTE FUNCTION notify_event_facts();`;

/** The rules of domain/src/events/sales.rules.ts and domain/src/bookings/stall.rules.ts; a test compares them. */
const SALES = `
  CREATE FUNCTION sales_verdict(opens timestamptz, closes timestamptz, at timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN at < opens THEN 'sales_not_open' WHEN at >= closes THEN 'sales_closed' ELSE 'open' END
  $$;

  -- Volatile, so that it sees what was committed while its caller waited for a lock.
  CREATE FUNCTION sales_at(at timestamptz) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(
      (SELECT sales_verdict(e.sales_open_at, e.sales_close_at, at) FROM events e ORDER BY e.id DESC LIMIT 1), 'open')
  $$;

  CREATE FUNCTION reserve_verdict(state text, own boolean, expired boolean, sales text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN sales = 'open' OR v.verdict IN ('own', 'payment_in_progress') THEN v.verdict ELSE sales END
      FROM (SELECT reserve_verdict(state, own, expired) AS verdict) v
  $$;`;

/** As in 1764000022000, and nobody gets a new hold while sales are closed. */
const RESERVE_WHILE_SOLD = `
  CREATE OR REPLACE FUNCTION reserve_stall(
    p_booking uuid, p_stall text, p_visitor uuid, p_new_visitor boolean, p_seconds double precision,
    p_network text, p_lock_space integer, p_network_key integer, p_network_limit integer,
    OUT outcome text, OUT booking_order text, OUT stall_type text, OUT price_paise bigint,
    OUT hold_expires_at timestamptz, OUT read_at timestamptz)
    LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    v_on bookings%ROWTYPE;
    v_other bookings%ROWTYPE;
    v_price bigint;
    v_made boolean := false;
    v_at timestamptz := clock_timestamp();
  BEGIN
    -- Who cannot have it is told so on a read without locks.
    SELECT b.* INTO v_on FROM bookings b
     WHERE b.stall_id = p_stall AND b.state IN ('held', 'registered', 'paying', 'sold', 'blocked');
    outcome := reserve_verdict(v_on.state, v_on.visitor_id = p_visitor, v_on.hold_expires_at <= v_at, sales_at(v_at));
    IF outcome NOT IN ('free', 'overdue', 'own') THEN
      booking_order := v_on.order_id;
      RETURN;
    END IF;
    -- A network near its limit is decided by the services; asked before the locks, so that it waits for none here.
    IF outcome <> 'own' AND p_network_limit IS NOT NULL
       AND network_is_near_limit(p_network, p_visitor, p_network_limit) THEN
      outcome := 'slow';
      RETURN;
    END IF;

    IF p_network_key IS NOT NULL THEN PERFORM pg_advisory_xact_lock(p_lock_space, p_network_key); END IF;
    IF p_new_visitor THEN
      INSERT INTO visitors (id) VALUES (p_visitor);
      v_made := true;
    ELSE
      INSERT INTO visitors AS v (id) VALUES (p_visitor)
      ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp() RETURNING v.xmax = 0 INTO v_made;
      -- At most one, by the unique index; a payment under way is asked to end by the services.
      SELECT b.* INTO v_other FROM bookings b
       WHERE b.visitor_id = p_visitor AND b.state IN ('held', 'registered') AND b.stall_id <> p_stall;
      IF v_other.state = 'registered' OR EXISTS (
        SELECT FROM bookings b
         WHERE b.visitor_id = p_visitor AND b.state = 'paying' AND b.stall_id <> p_stall) THEN
        IF v_made THEN DELETE FROM visitors v WHERE v.id = p_visitor; END IF;
        outcome := 'slow';
        RETURN;
      END IF;
    END IF;
    PERFORM FROM stalls s WHERE s.stall_id IN (p_stall, v_other.stall_id) ORDER BY s.stall_id FOR UPDATE;
    SELECT s.type, s.price_paise INTO stall_type, v_price FROM stalls s WHERE s.stall_id = p_stall;
    IF NOT FOUND THEN
      outcome := 'stall_not_found';
    ELSE
      -- Again, under its lock: its workflow may be releasing it at this moment.
      SELECT b.* INTO v_on FROM bookings b
       WHERE b.stall_id = p_stall AND b.state IN ('held', 'registered', 'paying', 'sold', 'blocked') FOR UPDATE;
      IF v_other.id IS NOT NULL THEN
        SELECT b.* INTO v_other FROM bookings b WHERE b.id = v_other.id FOR UPDATE;
      END IF;
      -- The moment of the hold: it is judged, and kept, by this reading of the clock.
      v_at := clock_timestamp();
      outcome := reserve_verdict(v_on.state, v_on.visitor_id = p_visitor, v_on.hold_expires_at <= v_at, sales_at(v_at));
      booking_order := v_on.order_id;
      IF outcome = 'own' THEN
        price_paise := v_on.price_paise;
        hold_expires_at := v_on.hold_expires_at;
        read_at := clock_timestamp();
        RETURN;
      END IF;
      -- A registration's end has a coupon, an order and a mail to see to.
      IF (outcome = 'overdue' AND v_on.state <> 'held') OR v_other.state NOT IN ('held', 'released') THEN
        outcome := 'slow';
      ELSIF p_network_limit IS NOT NULL AND outcome IN ('free', 'overdue')
        AND network_is_near_limit(p_network, p_visitor, p_network_limit) THEN
        outcome := 'slow';
      END IF;
    END IF;
    IF outcome NOT IN ('free', 'overdue') THEN
      -- Nobody who was refused is remembered.
      IF v_made THEN DELETE FROM visitors v WHERE v.id = p_visitor; END IF;
      RETURN;
    END IF;

    IF outcome = 'overdue' THEN PERFORM release_held(v_on.id, 'hold_expired', 'system', true); END IF;
    -- The visitor's other hold is released only together with the new one.
    IF v_other.state = 'held' THEN
      IF v_other.hold_expires_at <= clock_timestamp() THEN
        PERFORM release_held(v_other.id, 'hold_expired', 'system', true);
      ELSE
        PERFORM release_held(v_other.id, 'replaced', 'visitor', true);
      END IF;
    END IF;
    price_paise := v_price;
    INSERT INTO bookings (id, stall_id, visitor_id, state, price_paise, network, held_at, hold_expires_at)
    VALUES (p_booking, p_stall, p_visitor, 'held', v_price, p_network, v_at, v_at + make_interval(secs => p_seconds))
    RETURNING hold_expires_at INTO hold_expires_at;
    INSERT INTO booking_events (booking_id, kind, actor, detail)
    VALUES (p_booking, 'reserved', 'visitor',
            jsonb_build_object('pricePaise', v_price, 'holdSeconds', p_seconds, 'note', p_stall));
    INSERT INTO outbox (topic, payload) VALUES ('workflow', booking_nudge(p_booking, p_stall, 'held'));
    PERFORM pg_notify('outbox', 'workflow');
    outcome := 'reserved';
    read_at := clock_timestamp();
  END
  $$;`;
