import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Starting a stall's payment and recording that the provider has its order, in one statement each (decision 39). Both
 * answer a null attempt or order where something is not as it was seen, having written nothing.
 */
export class PaymentsAtOnce1764000039000 implements MigrationInterface {
  public readonly name = "PaymentsAtOnce1764000039000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Registered → paying before the hold's deadline, its unsent order open, an attempt to open it at the provider with
      -- the exact request, the event and the nudge. p_seen: columns of the booking as they were read without locks.
      -- Locks visitor → stall → booking → order. Notifies nothing: its process does, after the commit.
      CREATE FUNCTION start_payment(p_booking uuid, p_seen jsonb, p_environment text, p_window double precision,
        p_grace double precision, p_request jsonb, p_nudge jsonb, OUT opened orders, OUT attempt_id uuid,
        OUT attempt_key uuid, OUT attempt_request jsonb, OUT attempt_at timestamptz)
        RETURNS record LANGUAGE plpgsql AS $$
        DECLARE
          v_booking bookings%ROWTYPE;
        BEGIN
          PERFORM lock_booking(p_booking, '{}');
          -- By a statement of its own, after the locks were won.
          SELECT b.* INTO v_booking FROM bookings b WHERE b.id = p_booking;
          IF v_booking.state IS DISTINCT FROM 'registered' OR NOT to_jsonb(v_booking) @> p_seen THEN RETURN; END IF;
          PERFORM FROM orders o WHERE o.order_id = v_booking.order_id AND o.state = 'unsent' FOR UPDATE;
          IF NOT FOUND THEN RETURN; END IF;
          PERFORM set_config('sakhi.notify', 'off', true);
          UPDATE bookings b SET updated_at = clock_timestamp(), state = 'paying',
                                pay_until = clock_timestamp() + make_interval(secs => p_window + p_grace)
           WHERE b.id = p_booking AND b.hold_expires_at > clock_timestamp();
          IF NOT FOUND THEN RETURN; END IF;
          UPDATE orders o SET state = 'open', environment = p_environment, payment_session_id = NULL,
                 provider_expires_at = date_trunc('second', clock_timestamp()) + make_interval(secs => p_window)
           WHERE o.order_id = v_booking.order_id RETURNING o.* INTO opened;
          -- What is asked is what is kept.
          INSERT INTO payment_attempts AS a (id, order_id, idempotency_key, state, request)
          VALUES (gen_random_uuid(), opened.order_id, gen_random_uuid(), 'creating', p_request || jsonb_build_object(
            'expiresAt', to_char(opened.provider_expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            'installation', (SELECT i.id FROM installation i)))
          RETURNING a.id, a.idempotency_key, a.request INTO attempt_id, attempt_key, attempt_request;
          SELECT min(a.created_at) INTO attempt_at FROM payment_attempts a WHERE a.order_id = opened.order_id;
          INSERT INTO booking_events (booking_id, kind, actor, detail)
          VALUES (p_booking, 'payment_started', 'visitor', jsonb_build_object('note', opened.order_id));
          INSERT INTO outbox (topic, payload) VALUES ('workflow', p_nudge);
        END $$;

      -- The provider has the order of an attempt: recorded once, with the session and the time to pay, while the order is
      -- open and its booking being paid. The same locks.
      CREATE FUNCTION accept_payment(p_booking uuid, p_seen jsonb, p_attempt uuid, p_session text, p_expires timestamptz,
        p_pay_until timestamptz, p_nudge jsonb, OUT opened orders) RETURNS orders LANGUAGE plpgsql AS $$
        DECLARE
          v_booking bookings%ROWTYPE;
        BEGIN
          PERFORM lock_booking(p_booking, '{}');
          SELECT b.* INTO v_booking FROM bookings b WHERE b.id = p_booking;
          IF v_booking.state IS DISTINCT FROM 'paying' OR NOT to_jsonb(v_booking) @> p_seen THEN RETURN; END IF;
          PERFORM FROM orders o WHERE o.order_id = v_booking.order_id AND o.state = 'open' FOR UPDATE;
          IF NOT FOUND THEN RETURN; END IF;
          UPDATE payment_attempts a SET state = 'accepted', response_status = 200, response = NULL,
                 answered_at = clock_timestamp()
           WHERE a.id = p_attempt AND a.order_id = v_booking.order_id AND a.state IN ('creating', 'unknown');
          IF NOT FOUND THEN RETURN; END IF;
          UPDATE orders o SET payment_session_id = coalesce(p_session, o.payment_session_id),
                 provider_expires_at = coalesce(p_expires, o.provider_expires_at)
           WHERE o.order_id = v_booking.order_id RETURNING o.* INTO opened;
          UPDATE bookings b SET updated_at = clock_timestamp(), pay_until = p_pay_until WHERE b.id = p_booking;
          INSERT INTO booking_events (booking_id, kind, actor, detail)
          VALUES (p_booking, 'payment_opened', 'provider', jsonb_build_object('note', opened.order_id));
          INSERT INTO outbox (topic, payload) VALUES ('workflow', p_nudge);
        END $$;`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP FUNCTION accept_payment; DROP FUNCTION start_payment");
  }
}
