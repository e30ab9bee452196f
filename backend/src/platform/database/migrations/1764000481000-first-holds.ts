import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A visitor has one hold of an event, and further stalls that belong to it: the unique index counts the first ones. Built beside the
 * running release; the index that counted all goes last.
 */
export class FirstHolds1764000481000 implements MigrationInterface {
  public readonly name = "FirstHolds1764000481000";
  /** CONCURRENTLY allows none. */
  public readonly transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "CREATE INDEX CONCURRENTLY IF NOT EXISTS bookings_of_first ON bookings (first_booking_id) WHERE first_booking_id IS NOT NULL",
    );
    await queryRunner.query(
      "CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_of_booking ON refunds (booking_id) WHERE booking_id IS NOT NULL",
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS bookings_one_first_hold_per_visitor
         ON bookings (visitor_id, event_of_stall(stall_key))
      WHERE state IN ('held', 'registered') AND first_booking_id IS NULL`,
    );
    await queryRunner.query("DROP INDEX CONCURRENTLY IF EXISTS bookings_one_hold_per_visitor");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE UNIQUE INDEX IF NOT EXISTS bookings_one_hold_per_visitor ON bookings (visitor_id, event_of_stall(stall_key))
        WHERE state IN ('held', 'registered')`,
    );
    await queryRunner.query("DROP INDEX IF EXISTS bookings_one_first_hold_per_visitor");
    await queryRunner.query("DROP INDEX IF EXISTS refunds_of_booking");
    await queryRunner.query("DROP INDEX IF EXISTS bookings_of_first");
  }
}
