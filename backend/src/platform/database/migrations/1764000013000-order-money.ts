import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Which payment a sale took, and which payment a refund gives back. With both, an order that was paid twice can be
 * made whole in any order of events: the sale's own payment is kept apart from what is too much. Refunds that were
 * made at the payment provider are on record like ours.
 */
export class OrderMoney1764000013000 implements MigrationInterface {
  public readonly name = "OrderMoney1764000013000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The payment that bought the sale; NULL where nothing was sold, or where nobody was paid (LISTING_PAYMENTS=mock).
      ALTER TABLE orders ADD COLUMN sold_payment_id text REFERENCES payments (provider_payment_id);
      -- The payment whose money it gives back. The provider refunds per order, so this is our own attribution.
      ALTER TABLE refunds ADD COLUMN payment_id text REFERENCES payments (provider_payment_id),
        DROP CONSTRAINT refunds_reason_check,
        ADD CONSTRAINT refunds_reason_check
          CHECK (reason IN ('late_payment', 'second_payment', 'operator', 'provider'));
    `);
    for (const statement of ORDER_MONEY_BACKFILL) await queryRunner.query(statement);
    await queryRunner.query(`
      -- At most one automatic refund for each payment: deciding twice cannot pay back twice.
      DROP INDEX refunds_one_automatic;
      CREATE UNIQUE INDEX refunds_one_automatic ON refunds (payment_id)
        WHERE reason IN ('late_payment', 'second_payment');
      CREATE INDEX refunds_of_payment ON refunds (payment_id);
      -- The provider's own id of a refund: how one that was made there is recognised.
      CREATE INDEX refunds_provider_id ON refunds (provider_refund_id) WHERE provider_refund_id IS NOT NULL;

      -- A second payment goes back by itself now; the sweep settles these orders once more.
      UPDATE attention SET resolved_at = clock_timestamp(), resolution = 'by_itself'
       WHERE kind = 'two_successes' AND resolved_at IS NULL;
      CREATE INDEX payments_successes ON payments (order_id) WHERE outcome = 'success';
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX payments_successes, refunds_provider_id, refunds_of_payment, refunds_one_automatic;
      DELETE FROM refunds WHERE reason = 'provider';
      ALTER TABLE refunds DROP COLUMN payment_id,
        DROP CONSTRAINT refunds_reason_check,
        ADD CONSTRAINT refunds_reason_check CHECK (reason IN ('late_payment', 'second_payment', 'operator'));
      -- An order can have had several since: the oldest stays what bars another one.
      UPDATE refunds SET reason = 'operator' WHERE reason <> 'operator' AND refund_id NOT IN (
        SELECT DISTINCT ON (order_id) refund_id FROM refunds WHERE reason <> 'operator' ORDER BY order_id, created_at);
      CREATE UNIQUE INDEX refunds_one_automatic ON refunds (order_id) WHERE reason <> 'operator';
      ALTER TABLE orders DROP COLUMN sold_payment_id;
    `);
  }
}

/** Tells orders and refunds of before which payments were meant; changes nothing where that is known. */
export const ORDER_MONEY_BACKFILL = [
  `
  -- The story names the payment; an offline sale and older ones have one payment only.
  UPDATE orders o SET sold_payment_id = coalesce(
    (SELECT p.provider_payment_id FROM booking_events e
       JOIN payments p ON p.provider_payment_id = e.detail->>'paymentId' AND p.order_id = o.order_id
      WHERE o.subject_type = 'booking' AND e.booking_id = o.subject_id AND e.kind IN ('sold', 'sold_late', 'sold_offline')
      ORDER BY e.id LIMIT 1),
    (SELECT p.provider_payment_id FROM listing_events e
       JOIN payments p ON p.provider_payment_id = e.detail->>'paymentId' AND p.order_id = o.order_id
      WHERE o.subject_type = 'application' AND e.application_id = o.subject_id AND e.kind IN ('paid', 'renewed')
      ORDER BY e.id LIMIT 1),
    (SELECT p.provider_payment_id FROM payments p WHERE p.order_id = o.order_id AND p.outcome = 'success'
      ORDER BY coalesce(p.completed_at, p.seen_at), p.provider_payment_id LIMIT 1))
   WHERE EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.order_id AND i.kind = 'invoice') AND o.sold_payment_id IS NULL`,
  `
  -- With a credit note it gave the sale's money back; otherwise, of an order that was paid twice, the other payment.
  UPDATE refunds r SET payment_id = (
    SELECT p.provider_payment_id FROM payments p JOIN orders o ON o.order_id = p.order_id
     WHERE p.order_id = r.order_id AND p.outcome = 'success'
     ORDER BY (p.provider_payment_id = o.sold_payment_id) = EXISTS (
                SELECT 1 FROM invoices i WHERE i.kind = 'credit_note' AND i.content->'credit'->>'refundId' = r.refund_id
              ) DESC NULLS LAST, coalesce(p.completed_at, p.seen_at), p.provider_payment_id LIMIT 1)
   WHERE r.payment_id IS NULL`,
];
