import type { MigrationInterface, QueryRunner } from "typeorm";

/** Refunds that an operator hands over: pending until the operator confirms it with a reference. */
export class RefundsByHand1764000057100 implements MigrationInterface {
  public readonly name = "RefundsByHand1764000057100";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE refunds ADD COLUMN by_hand boolean NOT NULL DEFAULT false");
    await queryRunner.query(`
      UPDATE refunds r SET by_hand = true FROM orders o
       WHERE o.order_id = r.order_id AND r.reason = 'operator' AND r.provider_refund_id IS NULL
         AND (o.offline OR r.state = 'succeeded')`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE refunds DROP COLUMN by_hand");
  }
}
