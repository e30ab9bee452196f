import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Reserving, giving up and ending a mere hold as one statement each, so that no lock waits for our process. They decide
 * the plain cases only and answer `slow` for every other, having written nothing: those go on in a transaction of the
 * services, whose rules are the same. Verdicts are those of domain/src/bookings/stall.rules.ts, events and nudges those of
 * BookingEvents; tests compare both.
 */
export class OneStatementHolds1764000022000 implements MigrationInterface {
  public readonly name = "OneStatementHolds1764000022000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(VERDICTS);
    await queryRunner.query(RELEASE_HELD);
    await queryRunner.query(RESERVE);
    await queryRunner.query(RELEASE);
    await queryRunner.query(EXPIRE);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `DROP FUNCTION expire_hold, release_stall, reserve_stall, network_is_near_limit, release_held, booking_nudge,
         release_verdict, reserve_verdict`,
    );
  }
}

/** What a booking on a stall means to who asks; without one, the state is null. */
const VERDICTS = `
  CREATE FUNCTION reserve_verdict(state text, own boolean, expired boolean) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
      WHEN state IS NULL OR state = 'released' THEN 'free'
      WHEN state = 'sold' THEN 'stall_sold'
      WHEN state = 'blocked' THEN 'stall_reserved'
      WHEN state = 'paying' THEN CASE WHEN own THEN 'payment_in_progress' ELSE 'stall_reserved' END
      WHEN expired THEN 'overdue'
      WHEN own THEN 'own'
      ELSE 'stall_reserved'
    END
  $$;

  CREATE FUNCTION release_verdict(state text, own boolean, expired boolean) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
      WHEN state IS NULL OR state = 'released' THEN 'nothing'
      WHEN own IS NOT TRUE THEN CASE WHEN expired THEN 'nothing' ELSE 'not_yours' END
      WHEN state IN ('held', 'registered') THEN CASE WHEN expired THEN 'hold_expired' ELSE 'left' END
      WHEN state = 'paying' THEN 'payment_in_progress'
      ELSE 'nothing'
    END
  $$;

  -- What BookingEvents.signal writes for a booking without an order.
  CREATE FUNCTION booking_nudge(booking uuid, stall text, stage text) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT jsonb_build_object(
      'workflowType', 'stallBooking',
      'workflowId', 'stall-booking/' || booking,
      'args', jsonb_build_array(jsonb_build_object('bookingId', booking)),
      'signal', 'recheck',
      'searchAttributes', jsonb_build_object('StallId', stall, 'Stage', stage),
      'summary', 'Stall ' || stall)
      || CASE stage WHEN 'held' THEN '{"begins": true}'::jsonb WHEN 'released' THEN '{"ends": true}' ELSE '{}' END
  $$;`;

/**
 * held → released, with its event and, unless the workflow itself does it, its nudge. A booking in \`held\` has neither a
 * coupon nor an order, and gets no mail. The caller has locked its row.
 */
const RELEASE_HELD = `
  CREATE FUNCTION release_held(p_booking uuid, p_reason text, p_actor text, p_nudge boolean) RETURNS timestamptz
    LANGUAGE plpgsql AS $$
  DECLARE
    v_stall text;
    v_ended timestamptz;
  BEGIN
    UPDATE bookings SET updated_at = clock_timestamp(), state = 'released', release_reason = p_reason,
                        ended_at = clock_timestamp()
     WHERE id = p_booking AND state = 'held' AND (p_reason <> 'hold_expired' OR hold_expires_at <= clock_timestamp())
     RETURNING stall_id, ended_at INTO v_stall, v_ended;
    IF NOT FOUND THEN RETURN NULL; END IF;
    INSERT INTO booking_events (booking_id, kind, actor, detail)
    VALUES (p_booking, 'hold_released', p_actor, jsonb_build_object('note', p_reason));
    IF p_nudge THEN
      INSERT INTO outbox (topic, payload) VALUES ('workflow', booking_nudge(p_booking, v_stall, 'released'));
      PERFORM pg_notify('outbox', 'workflow');
    END IF;
    RETURN v_ended;
  END
  $$;`;

/** Locks: network → visitor → stalls ascending → bookings. */
export const RESERVE = `
  CREATE FUNCTION reserve_stall(
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
  BEGIN
    -- Who cannot have it is told so on a read without locks.
    SELECT b.* INTO v_on FROM bookings b
     WHERE b.stall_id = p_stall AND b.state IN ('held', 'registered', 'paying', 'sold', 'blocked');
    outcome := reserve_verdict(v_on.state, v_on.visitor_id = p_visitor, v_on.hold_expires_at <= clock_timestamp());
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
      outcome := reserve_verdict(v_on.state, v_on.visitor_id = p_visitor, v_on.hold_expires_at <= clock_timestamp());
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
    SELECT p_booking, p_stall, p_visitor, 'held', v_price, p_network, t.at, t.at + make_interval(secs => p_seconds)
      FROM (SELECT clock_timestamp() AS at) t
    RETURNING hold_expires_at INTO hold_expires_at;
    INSERT INTO booking_events (booking_id, kind, actor, detail)
    VALUES (p_booking, 'reserved', 'visitor',
            jsonb_build_object('pricePaise', v_price, 'holdSeconds', p_seconds, 'note', p_stall));
    INSERT INTO outbox (topic, payload) VALUES ('workflow', booking_nudge(p_booking, p_stall, 'held'));
    PERFORM pg_notify('outbox', 'workflow');
    outcome := 'reserved';
    read_at := clock_timestamp();
  END
  $$;

  -- Whether a network needs more than a look: it is blocked, or its next hold may need a proof or an operator's eye.
  -- Volatile, so that it sees what was committed while its caller waited for a lock.
  CREATE FUNCTION network_is_near_limit(p_network text, p_visitor uuid, p_limit integer) RETURNS boolean
    LANGUAGE sql VOLATILE AS $$
    SELECT EXISTS (SELECT FROM network_blocks n WHERE n.network = p_network AND n.expires_at > clock_timestamp())
        OR p_limit <= (
          SELECT count(*) FROM bookings b
           WHERE b.network = p_network AND b.state IN ('held', 'registered', 'paying')
             AND (b.state = 'paying' OR b.hold_expires_at > clock_timestamp())
             AND NOT (b.state <> 'paying' AND b.visitor_id IS NOT DISTINCT FROM p_visitor))
  $$;`;

/** Locks: visitor → booking. */
const RELEASE = `
  CREATE FUNCTION release_stall(p_stall text, p_visitor uuid, OUT outcome text, OUT booking_order text)
    LANGUAGE plpgsql AS $$
  DECLARE
    v_on bookings%ROWTYPE;
  BEGIN
    IF NOT EXISTS (SELECT FROM stalls s WHERE s.stall_id = p_stall) THEN
      outcome := 'stall_not_found';
      RETURN;
    END IF;
    IF p_visitor IS NOT NULL THEN PERFORM FROM visitors v WHERE v.id = p_visitor FOR UPDATE; END IF;
    SELECT b.* INTO v_on FROM bookings b
     WHERE b.stall_id = p_stall AND b.state IN ('held', 'registered', 'paying', 'sold', 'blocked');
    IF v_on.visitor_id = p_visitor THEN
      SELECT b.* INTO v_on FROM bookings b WHERE b.id = v_on.id FOR UPDATE;
    END IF;
    outcome := release_verdict(v_on.state, v_on.visitor_id = p_visitor,
      v_on.state IN ('held', 'registered') AND v_on.hold_expires_at <= clock_timestamp());
    booking_order := v_on.order_id;
    IF outcome NOT IN ('left', 'hold_expired') THEN RETURN; END IF;
    IF v_on.state <> 'held' THEN
      outcome := 'slow';
      RETURN;
    END IF;
    PERFORM release_held(v_on.id, outcome, CASE outcome WHEN 'left' THEN 'visitor' ELSE 'system' END, true);
    outcome := 'released';
  END
  $$;`;

/** Ends a mere hold whose time is over; null where there is more to it: anything else than held, or too early. */
const EXPIRE = `
  CREATE FUNCTION expire_hold(p_booking uuid, p_nudge boolean) RETURNS timestamptz LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM bookings b WHERE b.id = p_booking AND b.state = 'held' FOR UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    RETURN release_held(p_booking, 'hold_expired', 'system', p_nudge);
  END
  $$;`;
