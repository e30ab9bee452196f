import type { MigrationInterface, QueryRunner } from "typeorm";

/** By what an order at the provider is known as ours (domain/src/payments/order-identity.rules.ts). */
export class OrderIdentity1764000012000 implements MigrationInterface {
  public readonly name = "OrderIdentity1764000012000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- One row, made once: the mark of this database, which goes with every order that it has opened.
      CREATE TABLE installation (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      INSERT INTO installation DEFAULT VALUES;

      -- The provider may not tell ids apart that differ in case only.
      CREATE UNIQUE INDEX orders_one_per_id_without_case ON orders (lower(order_id));
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX orders_one_per_id_without_case;
      DROP TABLE installation;
    `);
  }
}
