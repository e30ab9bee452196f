import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stalls that owners show on their brands' pages. */
export class BrandStalls1764000312000 implements MigrationInterface {
  public readonly name = "BrandStalls1764000312000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE brand_stalls (
        booking_id uuid PRIMARY KEY REFERENCES bookings (id) ON DELETE CASCADE,
        brand_id uuid NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
        shown_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query("CREATE INDEX brand_stalls_brand ON brand_stalls (brand_id)");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE brand_stalls");
  }
}
