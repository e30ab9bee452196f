import type { MigrationInterface, QueryRunner } from "typeorm";

/** Several stalls in one order: what belongs to the first one, whose share a refund returns, and how many an event allows (docs/decisions/0131). */
export class SeveralStalls1764000480000 implements MigrationInterface {
  public readonly name = "SeveralStalls1764000480000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE bookings ADD COLUMN first_booking_id uuid REFERENCES bookings (id)");
    await queryRunner.query("ALTER TABLE refunds ADD COLUMN booking_id uuid REFERENCES bookings (id)");
    await queryRunner.query(`
      CREATE TABLE stalls_per_order (
        event_id integer PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
        most integer NOT NULL CHECK (most BETWEEN 1 AND 6)
      )`);
    await queryRunner.query(LOCK_BOOKING);
    await queryRunner.query(LOCK_TO_RESERVE);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(LOCK_TO_RESERVE.replace(FIRST_ONES, "ORDER BY b.id FOR UPDATE"));
    await queryRunner.query(LOCK_BOOKING_BEFORE);
    await queryRunner.query("DROP TABLE stalls_per_order");
    await queryRunner.query("ALTER TABLE refunds DROP COLUMN booking_id");
    await queryRunner.query("ALTER TABLE bookings DROP COLUMN first_booking_id");
  }
}

const LOCK_BOOKING = `
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
  END $$`;

const LOCK_BOOKING_BEFORE = `
CREATE OR REPLACE FUNCTION lock_booking(p_booking uuid, p_others text[])
  RETURNS SETOF stalls
  LANGUAGE plpgsql
AS $$
  DECLARE
    v_visitor uuid;
    v_stall integer;
    v_event integer;
  BEGIN
    SELECT b.visitor_id, s.stall_key, s.event_id INTO v_visitor, v_stall, v_event
      FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE b.id = p_booking;
    PERFORM 1 FROM visitors WHERE id = v_visitor FOR UPDATE;
    IF cardinality(p_others) = 0 THEN
      RETURN QUERY SELECT * FROM stalls WHERE stall_key = v_stall FOR UPDATE;
    ELSE
      RETURN QUERY SELECT * FROM stalls
      WHERE stall_key = v_stall OR event_id = v_event AND stall_id = ANY(p_others) AND removed_at IS NULL
      ORDER BY stall_key FOR UPDATE;
    END IF;
    PERFORM 1 FROM bookings WHERE id = p_booking AND stall_key = v_stall FOR UPDATE;
    IF NOT FOUND AND v_stall IS NOT NULL THEN
      RAISE EXCEPTION 'a booking moved before it was locked' USING ERRCODE = 'serialization_failure';
    END IF;
  END $$`;

const FIRST_ONES = "ORDER BY b.first_booking_id IS NOT NULL, b.id FOR UPDATE";

const LOCK_TO_RESERVE = `
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
      ${FIRST_ONES});
    RETURN QUERY SELECT s, e.sales_open_at, e.sales_close_at, e.days, e.status = 'published', b
      FROM stalls s
      JOIN events e ON e.id = s.event_id
      LEFT JOIN bookings b ON b.id = ANY(v_bookings)
      WHERE s.stall_key = v_stall AND s.removed_at IS NULL;
  END $$`;
