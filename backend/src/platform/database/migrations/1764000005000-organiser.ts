import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What the organiser's actions need: why a stall is blocked, how far a hold was extended, sales outside the payment
 * provider, who asked for a payment's end, and the end of a sale. A cancelled booking offers no listing.
 */
export class Organiser1764000005000 implements MigrationInterface {
  public readonly name = "Organiser1764000005000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE bookings
        ADD COLUMN block_reason text,
        -- What an operator has added to the hold's deadline in all; the first deadline is hold_expires_at less this.
        ADD COLUMN hold_extended_seconds integer NOT NULL DEFAULT 0
          CHECK (hold_extended_seconds BETWEEN 0 AND 1800),
        DROP CONSTRAINT bookings_release_reason_check,
        ADD CONSTRAINT bookings_release_reason_check CHECK (release_reason IN
          ('left', 'replaced', 'hold_expired', 'payment_expired', 'payment_failed', 'operator', 'cancelled')),
        ADD CONSTRAINT bookings_cancelled_offers_nothing
          CHECK (release_reason IS DISTINCT FROM 'cancelled' OR listing_offer = 'not_offered');

      ALTER TABLE orders
        -- Paid to the organiser directly: the payment provider knows nothing of it and is never asked.
        ADD COLUMN offline boolean NOT NULL DEFAULT false,
        -- Who asked for the end of the time to pay.
        ADD COLUMN closing_actor text CHECK (closing_actor IN ('visitor', 'system', 'operator')),
        ADD CONSTRAINT orders_offline_are_paid CHECK (NOT offline OR state = 'paid');

      -- Of a payment outside the provider: the number of its receipt, transfer or cheque.
      ALTER TABLE payments ADD COLUMN offline_reference text,
        ADD CONSTRAINT payments_offline_have_a_reference
          CHECK ((provider_payment_id LIKE 'OFFLINE-%') = (offline_reference IS NOT NULL));
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payments DROP COLUMN offline_reference;
      ALTER TABLE orders DROP COLUMN offline, DROP COLUMN closing_actor;
      ALTER TABLE bookings
        DROP COLUMN block_reason,
        DROP COLUMN hold_extended_seconds,
        DROP CONSTRAINT bookings_cancelled_offers_nothing,
        DROP CONSTRAINT bookings_release_reason_check,
        ADD CONSTRAINT bookings_release_reason_check CHECK (release_reason IN
          ('left', 'replaced', 'hold_expired', 'payment_expired', 'payment_failed', 'operator'));
    `);
  }
}
