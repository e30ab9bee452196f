import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What the public may see, said once: listings with status live whose time has not run out, and brands that have
 * one. Every public query of the catalogue and of the search reads these views; the partial indexes serve them.
 */
export class LiveListings1764000001100 implements MigrationInterface {
  public readonly name = "LiveListings1764000001100";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE VIEW live_listings AS
        SELECT * FROM listings WHERE status = 'live' AND (expires_at IS NULL OR expires_at > now());

      CREATE VIEW live_brands AS
        SELECT * FROM brands b WHERE EXISTS (SELECT 1 FROM live_listings l WHERE l.brand_id = b.id);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP VIEW live_brands, live_listings");
  }
}
