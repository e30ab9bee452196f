import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Somebody else's use of a phone number or e-mail never prevents a payment, so neither is unique among payments any
 * more. A visitor has one payment at a time all the same: reserving another stall asks the older order to close.
 */
export class PaymentsOfOthers1764000012100 implements MigrationInterface {
  public readonly name = "PaymentsOfOthers1764000012100";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX bookings_one_open_payment_per_phone;
      DROP INDEX bookings_one_open_payment_per_email;
    `);
  }

  /** Fails where two payments of one phone or e-mail are open: they must end first. */
  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE UNIQUE INDEX bookings_one_open_payment_per_phone ON bookings (phone) WHERE state = 'paying';
      CREATE UNIQUE INDEX bookings_one_open_payment_per_email ON bookings (lower(email)) WHERE state = 'paying';
    `);
  }
}
