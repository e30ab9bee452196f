import type { MigrationInterface, QueryRunner } from "typeorm";

/** Bookings are counted by every network of their address, not by one. Counts restart. */
export class BookingNetworks1764000051000 implements MigrationInterface {
  public readonly name = "BookingNetworks1764000051000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE bookings ADD COLUMN networks text[] NOT NULL DEFAULT '{}'
        CHECK (cardinality(networks) <= 3);
      -- No pending list: each reserve searches the index that the one before has written.
      CREATE INDEX bookings_of_networks ON bookings USING gin (networks) WITH (fastupdate = off);
      CREATE INDEX bookings_networks_to_clear ON bookings (ended_at)
        WHERE networks <> '{}' AND ended_at IS NOT NULL;
      DELETE FROM network_blocks;
      UPDATE issues SET resolved_at = clock_timestamp(), resolution = 'by_itself'
       WHERE kind = 'network_hoarding' AND resolved_at IS NULL;
      ALTER TABLE bookings DROP COLUMN network`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM network_blocks;
      ALTER TABLE bookings DROP COLUMN networks, ADD COLUMN network text CHECK (length(network) <= 64);
      CREATE INDEX bookings_live_of_network ON bookings (network) WHERE state IN ('held', 'registered', 'paying');
      CREATE INDEX bookings_network_to_clear ON bookings (ended_at) WHERE network IS NOT NULL AND ended_at IS NOT NULL`);
  }
}
