/**
 * The rule of refundable.rules.ts in SQL, for the dashboard's figures: what went or goes back of the money that an
 * order's sale took; of an order for which nothing was sold, whatever goes back. In paise.
 *
 * @param orderId the SQL of the order's id
 */
export function saleRefundedPaise(orderId: string): string {
  return `coalesce((SELECT sum(r.amount_paise) FROM refunds r JOIN orders ro ON ro.order_id = r.order_id
      WHERE r.order_id = ${orderId} AND r.state <> 'failed'
        AND (r.payment_id IS NULL OR ro.sold_payment_id IS NULL OR r.payment_id = ro.sold_payment_id)), 0)`;
}
