import type { MigrationInterface, QueryRunner } from "typeorm";

/** A payment finds its booking, and the sweep what has ended lately, without reading the bookings of the past. */
export class BookingsByOrder1764000030000 implements MigrationInterface {
  public readonly name = "BookingsByOrder1764000030000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE INDEX bookings_of_order ON bookings (order_id)`);
    await queryRunner.query(`CREATE INDEX bookings_unpaid ON bookings (ended_at)
      WHERE state = 'released' AND release_reason IN ('payment_expired', 'payment_failed', 'operator')`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX bookings_of_order, bookings_unpaid`);
  }
}
