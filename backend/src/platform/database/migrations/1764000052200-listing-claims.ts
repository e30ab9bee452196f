import type { MigrationInterface, QueryRunner } from "typeorm";

/** Claims of a stall's free listing that wait for the booked address (decision 47). */
export class ListingClaims1764000052200 implements MigrationInterface {
  public readonly name = "ListingClaims1764000052200";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE listing_claims (
        id uuid PRIMARY KEY,
        booking_id uuid NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
        -- The application as sent: personal data of the claimant. The row is deleted once it is answered.
        form jsonb NOT NULL,
        -- Deduplication key of the form.
        digest text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE UNIQUE INDEX listing_claims_of_booking ON listing_claims (booking_id, digest);
      CREATE INDEX listing_claims_to_delete ON listing_claims (created_at);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE listing_claims");
  }
}
