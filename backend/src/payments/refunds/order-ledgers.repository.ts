import { Injectable } from "@nestjs/common";
import type { LedgerPayment, LedgerRefund, OrderLedger } from "@sakhi/domain/payments/refundable.rules";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";

/** An order's money, with what only those who write it need to know. */
export interface BookedLedger extends OrderLedger {
  /** Refunds that have their credit note. */
  readonly creditedRefunds: ReadonlySet<string>;
}

interface RawLedger {
  readonly sold_payment_id: string | null;
  readonly payments: LedgerPayment[];
  readonly refunds: (Omit<LedgerRefund, "paymentId" | "providerRefundId"> & {
    readonly paymentId: string | null;
    readonly providerRefundId: string | null;
  })[];
  readonly invoiced: string;
  readonly credited: string;
  readonly credited_refunds: (string | null)[];
}

const LEDGER = `
  SELECT o.sold_payment_id,
         (SELECT coalesce(json_agg(json_build_object('paymentId', p.provider_payment_id, 'paise', p.amount_paise)
                   ORDER BY coalesce(p.completed_at, p.started_at, p.seen_at), p.provider_payment_id), '[]')
            FROM payments p WHERE p.order_id = o.order_id AND p.outcome = 'success') AS payments,
         (SELECT coalesce(json_agg(json_build_object('refundId', r.refund_id, 'paymentId', r.payment_id,
                   'paise', r.amount_paise, 'state', r.state, 'reason', r.reason,
                   'providerRefundId', r.provider_refund_id) ORDER BY r.created_at, r.refund_id), '[]')
            FROM refunds r WHERE r.order_id = o.order_id) AS refunds,
         i.invoiced, i.credited, i.credited_refunds
    FROM orders o,
         LATERAL (SELECT coalesce(sum(total) FILTER (WHERE kind = 'invoice'), 0) AS invoiced,
                         coalesce(sum(total) FILTER (WHERE kind = 'credit_note'), 0) AS credited,
                         coalesce(json_agg(content -> 'credit' ->> 'refundId') FILTER (WHERE kind = 'credit_note'), '[]')
                           AS credited_refunds
                    FROM (SELECT kind, content, (content -> 'tax' ->> 'totalPaise')::bigint AS total
                            FROM invoices WHERE invoices.order_id = o.order_id) documents) i
   WHERE o.order_id = $1`;

/** The one place that reads what the formula for refundable money needs. */
@Injectable()
export class OrderLedgers {
  constructor(private readonly database: Database) {}

  /**
   * An order's money; of an order that does not exist, an empty one.
   *
   * @param tx holds the order's lock where anything is decided by what is read
   */
  async read(orderId: string, tx?: Tx): Promise<BookedLedger> {
    const [raw] =
      tx === undefined
        ? await this.database.query<RawLedger>(LEDGER, [orderId])
        : await rows<RawLedger>(tx, LEDGER, [orderId]);
    return {
      payments: raw?.payments ?? [],
      soldPaymentId: raw?.sold_payment_id ?? undefined,
      refunds: (raw?.refunds ?? []).map(({ paymentId, providerRefundId, ...refund }) => ({
        ...refund,
        paymentId: paymentId ?? undefined,
        providerRefundId: providerRefundId ?? undefined,
      })),
      invoicedPaise: Number(raw?.invoiced ?? 0),
      creditedPaise: Number(raw?.credited ?? 0),
      creditedRefunds: new Set((raw?.credited_refunds ?? []).flatMap((id) => id ?? [])),
    };
  }

  /** Orders with a payment too many of which nothing is decided: for the sweep. */
  async withSurplus(limit: number): Promise<string[]> {
    const found = await this.database.query<{ order_id: string }>(
      `SELECT DISTINCT p.order_id FROM payments p JOIN orders o ON o.order_id = p.order_id
        WHERE p.outcome = 'success' AND NOT o.offline AND p.provider_payment_id <> o.sold_payment_id
          AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.provider_payment_id)
        ORDER BY p.order_id LIMIT $1`,
      [limit],
    );
    return found.map(({ order_id: orderId }) => orderId);
  }
}
