import type { MigrationInterface, QueryRunner } from "typeorm";

/** Functions of earlier databases, which decided in SQL what the services decide now (docs/decisions/0044). */
const DECIDING = [
  "accept_payment",
  "booking_nudge",
  "expire_hold",
  "network_is_near_limit",
  "release_held",
  "release_stall",
  "release_verdict",
  "reserve_stall",
  "reserve_verdict",
  "sales_at",
  "sales_verdict",
  "start_payment",
];

/** Reserve, release, expire, start and accept a payment are decided in TypeScript only; the database locks. */
export class OneHeart1764000050000 implements MigrationInterface {
  public readonly name = "OneHeart1764000050000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DO $$
      DECLARE made regprocedure;
      BEGIN
        FOR made IN SELECT p.oid FROM pg_proc p
                     WHERE p.pronamespace = 'public'::regnamespace AND p.proname IN ('${DECIDING.join("', '")}')
        LOOP EXECUTE format('DROP FUNCTION %s', made); END LOOP;
      END $$`);
    await queryRunner.query(LOCK_FOR_RESERVE);
  }

  /** Does not restore the earlier functions: no program of this version calls them. */
  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP FUNCTION lock_for_reserve");
  }
}

/**
 * Locks a visitor (inserted if missing), a stall and those of the visitor's other bookings ascending, and the live
 * bookings among them. Then reads the stall and the sales window with each of these bookings, or with none: no row means
 * that there is no such stall. Decides nothing. The states are those of the unique index of live bookings, which finds a
 * stall's booking.
 */
export const LOCK_FOR_RESERVE = `
  CREATE FUNCTION lock_for_reserve(p_visitor uuid, p_stall text)
    RETURNS TABLE (stall stalls, sales_open_at timestamptz, sales_close_at timestamptz, booking bookings)
    LANGUAGE plpgsql AS $$
  DECLARE
    v_bookings uuid[];
  BEGIN
    INSERT INTO visitors (id) VALUES (p_visitor) ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp();
    PERFORM FROM stalls s
      WHERE s.stall_id = p_stall
         OR s.stall_id IN (SELECT b.stall_id FROM bookings b WHERE b.visitor_id = p_visitor AND b.state <> 'released')
      ORDER BY s.stall_id FOR UPDATE;
    -- A separate statement each, so that it sees what was committed during the wait for the locks.
    v_bookings := ARRAY(SELECT b.id FROM bookings b
      WHERE b.visitor_id = p_visitor AND b.state <> 'released'
         OR b.stall_id = p_stall AND b.state IN ('held', 'registered', 'paying', 'sold', 'blocked')
      ORDER BY b.id FOR UPDATE);
    RETURN QUERY SELECT s, e.sales_open_at, e.sales_close_at, b
      FROM stalls s
      LEFT JOIN (SELECT o.sales_open_at, o.sales_close_at FROM events o
                  WHERE NOT o.upcoming ORDER BY o.id DESC LIMIT 1) e ON true
      LEFT JOIN bookings b ON b.id = ANY(v_bookings)
      WHERE s.stall_id = p_stall;
  END $$`;
