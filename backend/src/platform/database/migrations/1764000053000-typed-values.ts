import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Order numbers are unique as people read them (orderKey in domain/src/fields/identifiers.ts), and brands keep what their
 * names look like, for the reviewer.
 */
export class TypedValues1764000053000 implements MigrationInterface {
  public readonly name = "TypedValues1764000053000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION order_key(order_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT translate(upper(order_id), 'OIL-_', '011') $$;
      CREATE UNIQUE INDEX orders_one_per_key ON orders (order_key(order_id));
      DROP INDEX orders_one_per_id_without_case;
      ALTER TABLE brands ADD COLUMN skeleton text;
      CREATE INDEX brands_skeleton ON brands (skeleton, module)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- With the columns of now: a later migration replaces this view and puts it back with all columns.
      DROP VIEW live_brands;
      ALTER TABLE brands DROP COLUMN skeleton;
      CREATE VIEW live_brands AS
        SELECT * FROM brands b WHERE EXISTS (SELECT 1 FROM live_listings l WHERE l.brand_id = b.id);
      CREATE UNIQUE INDEX orders_one_per_id_without_case ON orders (lower(order_id));
      DROP INDEX orders_one_per_key;
      DROP FUNCTION order_key(text)`);
  }
}
