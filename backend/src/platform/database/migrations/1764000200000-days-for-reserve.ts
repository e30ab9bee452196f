import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * lock_to_reserve: what lock_for_reserve of {@link LockByKey1764000110000} does, and the event's days, after which nothing
 * is sold (salesVerdict). A function of its own, because the release before calls the other one while it is replaced.
 */
export class DaysForReserve1764000200000 implements MigrationInterface {
  public readonly name = "DaysForReserve1764000200000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION lock_to_reserve(p_visitor uuid, p_event integer, p_stall text)
        RETURNS TABLE (stall stalls, sales_open_at timestamptz, sales_close_at timestamptz, days jsonb, published boolean,
                       booking bookings)
        LANGUAGE plpgsql ROWS 2 AS $$
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
            ORDER BY b.id FOR UPDATE);
          RETURN QUERY SELECT s, e.sales_open_at, e.sales_close_at, e.days, e.status = 'published', b
            FROM stalls s
            JOIN events e ON e.id = s.event_id
            LEFT JOIN bookings b ON b.id = ANY(v_bookings)
            WHERE s.stall_key = v_stall AND s.removed_at IS NULL;
        END $$`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP FUNCTION lock_to_reserve(uuid, integer, text)");
  }
}
