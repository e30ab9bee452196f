import type { MigrationInterface, QueryRunner } from "typeorm";

/** The links that lead payers back to their bookings, and what payers ask for on that page. */
export class MyBooking1764000025000 implements MigrationInterface {
  public readonly name = "MyBooking1764000025000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE booking_links (
        -- That of the mail the link stands in.
        id uuid PRIMARY KEY,
        booking_id uuid NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
        -- SHA-256 of the secret, which itself is stored nowhere.
        token_digest bytea NOT NULL CHECK (octet_length(token_digest) = 32),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz
      );
      CREATE INDEX booking_links_of_booking ON booking_links (booking_id);

      CREATE TABLE booking_requests (
        id uuid PRIMARY KEY,
        booking_id uuid NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('correction', 'substitute', 'cancellation')),
        -- In the payer's own words: personal data.
        text text NOT NULL CHECK (char_length(text) <= 1000),
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'declined')),
        -- What the operator replied.
        answer text CHECK (char_length(answer) <= 1000),
        requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        answered_at timestamptz,
        CHECK ((state = 'open') = (answered_at IS NULL))
      );
      -- One open request of a kind; also how the page reads them.
      CREATE UNIQUE INDEX booking_requests_one_open ON booking_requests (booking_id, kind) WHERE state = 'open';
      CREATE INDEX booking_requests_of_booking ON booking_requests (booking_id);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE booking_requests, booking_links");
  }
}
