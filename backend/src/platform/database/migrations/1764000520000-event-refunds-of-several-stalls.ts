import type { MigrationInterface, QueryRunner } from "typeorm";

/** Each stall of an order with several is refunded on its own when its event is cancelled (docs/decisions/0136). */
export class EventRefundsOfSeveralStalls1764000520000 implements MigrationInterface {
  public readonly name = "EventRefundsOfSeveralStalls1764000520000";

  /** CONCURRENTLY allows none. */
  public readonly transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "CREATE INDEX CONCURRENTLY IF NOT EXISTS event_refunds_of_order ON event_refunds (order_id)",
    );
    await queryRunner.query("ALTER TABLE event_refunds DROP CONSTRAINT IF EXISTS event_refunds_order_id_key");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE event_refunds ADD CONSTRAINT event_refunds_order_id_key UNIQUE (order_id)");
    await queryRunner.query("DROP INDEX IF EXISTS event_refunds_of_order");
  }
}
