import type { MigrationInterface, QueryRunner } from "typeorm";

/** Another stall offered to whoever's money came after the release and found the stall taken. */
export class StallOffers1764000015000 implements MigrationInterface {
  public readonly name = "StallOffers1764000015000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE stall_offers (
        id uuid PRIMARY KEY,
        -- One offer per order, for ever.
        order_id text NOT NULL UNIQUE REFERENCES orders (order_id),
        booking_id uuid NOT NULL REFERENCES bookings (id),
        -- The stall that was taken; the booking itself changes to the chosen one.
        lost_stall_id text NOT NULL REFERENCES stalls (stall_id),
        stall_type text NOT NULL CHECK (stall_type IN ('Premium', 'General')),
        -- The price agreed when the first stall was reserved.
        price_paise bigint NOT NULL CHECK (price_paise >= 100),
        -- SHA-256 of the secret in the mail's link, which itself is stored nowhere.
        token_digest bytea NOT NULL CHECK (octet_length(token_digest) = 32),
        token_version int NOT NULL DEFAULT 1,
        state text NOT NULL DEFAULT 'open'
          CHECK (state IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
        chosen_stall_id text REFERENCES stalls (stall_id),
        offered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        ended_at timestamptz,
        CHECK ((state = 'open') = (ended_at IS NULL)),
        CHECK ((state = 'accepted') = (chosen_stall_id IS NOT NULL))
      );
      CREATE INDEX stall_offers_of_booking ON stall_offers (booking_id);
      -- Which offers should have ended: what the sweep asks each minute.
      CREATE INDEX stall_offers_open ON stall_offers (expires_at) WHERE state = 'open';
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE stall_offers");
  }
}
