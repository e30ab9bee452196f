import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Plans (docs/decisions/0072): each event has a draft beside what is published, and every publication is kept with its number.
 * Stalls have a size and a turn; a stall that a publication removes keeps its row, because former bookings refer to it.
 */
export class Plans1764000094000 implements MigrationInterface {
  public readonly name = "Plans1764000094000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const step of [STALLS, PLANS, FIRST_PUBLICATIONS, FUNCTIONS]) await queryRunner.query(step);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(BACK);
  }
}

const STALLS = `
  ALTER TABLE stalls
    ADD COLUMN width integer NOT NULL DEFAULT 10,
    ADD COLUMN height integer NOT NULL DEFAULT 10,
    -- Degrees, clockwise around the middle.
    ADD COLUMN turn integer NOT NULL DEFAULT 0,
    -- When a publication removed it from the plan. A removed stall is never sold again; its number can be given to another.
    ADD COLUMN removed_at timestamptz`;

const PLANS = `
  -- What an operator is drawing. Kept from the first save on, so that its version never repeats.
  CREATE TABLE plan_drafts (
    event_id integer PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
    version integer NOT NULL,
    content jsonb NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    changed_by text NOT NULL
  );
  -- The stalls of the newest are rows of the table stalls; area and fixtures are drawn from here.
  CREATE TABLE plan_publications (
    event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    number integer NOT NULL CHECK (number > 0),
    content jsonb NOT NULL,
    -- Whether area and fixtures are those of the standard hall, which pages draw without asking.
    standard_ground boolean NOT NULL,
    published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Null: seeded, migrated or copied from another event.
    published_by text,
    PRIMARY KEY (event_id, number)
  )`;

/** The plans of today are drawn in the hall of the specification. */
const FIRST_PUBLICATIONS = `
  INSERT INTO plan_publications (event_id, number, content, standard_ground)
  SELECT event_id, 1, jsonb_build_object('width', 140, 'height', 170,
           'fixtures', '[{"kind": "entrance", "text": "Entrance", "x": 60, "y": 0, "width": 20, "height": 10, "turn": 0},
                         {"kind": "stage", "text": "Stage", "x": 55, "y": 70, "width": 30, "height": 30, "turn": 0}]'::jsonb,
           'stalls', jsonb_agg(jsonb_build_object('number', stall_id, 'type', type, 'x', x, 'y', y,
                       'width', 10, 'height', 10, 'turn', 0) ORDER BY stall_key)), true
    FROM stalls GROUP BY event_id`;

/** As before (1764000080000), but without removed stalls. A booking's own stall is locked even if it is removed. */
const FUNCTIONS = `
  CREATE OR REPLACE FUNCTION lock_booking(p_booking uuid, p_others text[]) RETURNS SETOF stalls LANGUAGE plpgsql AS $$
    DECLARE
      v_visitor uuid;
      v_stall integer;
      v_event integer;
    BEGIN
      SELECT b.visitor_id, s.stall_key, s.event_id INTO v_visitor, v_stall, v_event
        FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE b.id = p_booking;
      PERFORM 1 FROM visitors WHERE id = v_visitor FOR UPDATE;
      RETURN QUERY SELECT * FROM stalls
        WHERE stall_key = v_stall OR event_id = v_event AND stall_id = ANY(p_others) AND removed_at IS NULL
        ORDER BY stall_key FOR UPDATE;
      PERFORM 1 FROM bookings WHERE id = p_booking AND stall_key = v_stall FOR UPDATE;
      IF NOT FOUND AND v_stall IS NOT NULL THEN
        RAISE EXCEPTION 'a booking moved before it was locked' USING ERRCODE = 'serialization_failure';
      END IF;
    END $$;

  CREATE OR REPLACE FUNCTION lock_for_reserve(p_visitor uuid, p_event integer, p_stall text)
    RETURNS TABLE (stall stalls, sales_open_at timestamptz, sales_close_at timestamptz, published boolean, booking bookings)
    LANGUAGE plpgsql AS $$
    DECLARE
      v_stall integer;
      v_bookings uuid[];
    BEGIN
      INSERT INTO visitors (id) VALUES (p_visitor) ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp();
      SELECT s.stall_key INTO v_stall FROM stalls s
        WHERE s.event_id = p_event AND s.stall_id = p_stall AND s.removed_at IS NULL;
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
        WHERE s.stall_key = v_stall AND s.removed_at IS NULL;
    END $$`;

/** Impossible once stalls were removed: the earlier schema would sell them. */
const BACK = `
  DO $$
  BEGIN
    IF EXISTS (SELECT FROM stalls WHERE removed_at IS NOT NULL) THEN
      RAISE EXCEPTION 'stalls were removed from plans: restore the backup that was made before this migration';
    END IF;
  END $$;
  DROP TABLE plan_drafts, plan_publications;
  ${FUNCTIONS.replaceAll(" AND s.removed_at IS NULL", "").replaceAll(" AND removed_at IS NULL", "")};
  ALTER TABLE stalls DROP COLUMN width, DROP COLUMN height, DROP COLUMN turn, DROP COLUMN removed_at`;
