import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which network a stall was reserved from, proofs of work that were used, and networks that may not reserve. */
export class NetworkHolds1764000016000 implements MigrationInterface {
  public readonly name = "NetworkHolds1764000016000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A keyed digest, never the address; cleared a day after the booking has ended.
      ALTER TABLE bookings ADD COLUMN network text CHECK (length(network) <= 64);
      CREATE INDEX bookings_live_of_network ON bookings (network)
        WHERE state IN ('held', 'registered', 'paying');
      CREATE INDEX bookings_network_to_clear ON bookings (ended_at)
        WHERE network IS NOT NULL AND ended_at IS NOT NULL;

      -- Each proof reserves one stall. A row is needed until its challenge would have expired anyway.
      CREATE TABLE used_proofs (
        id text PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );

      CREATE TABLE network_blocks (
        network text PRIMARY KEY CHECK (length(network) <= 64),
        blocked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL
      );
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE network_blocks, used_proofs;
      ALTER TABLE bookings DROP COLUMN network;
    `);
  }
}
