import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import type { OrderMoney } from "@sakhi/domain/payments/payer-outcome";
import {
  type PaymentOutcome,
  type RefundState,
  PAYABLE_ORDER_STATES,
  AUTOMATIC_REFUND_REASONS,
} from "@sakhi/domain/payments/payment.states";
import type { LedgerDispute, LedgerPayment, LedgerRefund, OrderLedger } from "@sakhi/domain/payments/refundable.rules";
import { mergedOutcome } from "@sakhi/domain/payments/settlement.rules";
import { creditedTotal, invoicedTotal } from "../invoices/invoices.sql.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import type { Statement } from "../platform/database/statements.js";
import { OrderEntity, PaymentEntity } from "./payments.entities.js";
import type { ProviderPayment } from "./provider/payment-provider.js";

/** An order's ledger, with the facts needed to write credit notes. */
interface BookedLedger extends OrderLedger {
  /** Ids of the refunds that have a credit note. */
  readonly creditedRefunds: ReadonlySet<string>;
}

interface RawLedger {
  readonly soldPaymentId: string | null;
  readonly payments: LedgerPayment[];
  readonly refunds: (Omit<LedgerRefund, "paymentId" | "providerRefundId"> & {
    readonly paymentId: string | null;
    readonly providerRefundId: string | null;
  })[];
  readonly disputes: (Omit<LedgerDispute, "paymentId"> & { readonly paymentId: string | null })[];
  readonly invoiced: string;
  readonly credited: string;
  readonly creditedRefunds: (string | null)[];
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
         (SELECT coalesce(json_agg(json_build_object('paymentId', d.payment_id, 'paise', d.amount_paise,
                   'outcome', d.outcome) ORDER BY d.created_at, d.dispute_id), '[]')
            FROM disputes d WHERE d.order_id = o.order_id) AS disputes,
         i.invoiced, i.credited, i.credited_refunds
    FROM orders o,
         LATERAL (SELECT ${invoicedTotal("d")} AS invoiced, ${creditedTotal("d")} AS credited,
                         coalesce(json_agg(d.content -> 'credit' ->> 'refundId') FILTER (WHERE d.kind = 'credit_note'), '[]')
                           AS credited_refunds
                    FROM invoices d WHERE d.order_id = o.order_id) i
   WHERE o.order_id = $1`;

interface RawMoney {
  readonly order_id: string;
  readonly open: boolean;
  readonly payments: readonly { readonly outcome: PaymentOutcome; readonly paise: number }[];
  readonly newest: PaymentOutcome | null;
  readonly refunds: readonly {
    readonly paise: number;
    readonly state: RefundState;
    readonly automatic: boolean;
    readonly surplus: boolean;
    readonly at: string | null;
    readonly reference: string;
    readonly bankReference: string | null;
    readonly byHand: boolean;
    readonly subjectId: string;
  }[];
}

/** Payments as the provider reported them, one row each, never deleted; and the ledgers of orders, with refunds and invoices. */
@Injectable()
export class PaymentsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Upserts the payments of a reading. The caller holds the order's lock.
   *
   * @returns the ids of payments that have newly failed
   */
  async upsert(tx: Tx, orderId: string, seen: readonly ProviderPayment[]): Promise<string[]> {
    const select = { providerPaymentId: true, outcome: true };
    const before = await tx.find(PaymentEntity, { select, where: { orderId } });
    const known = new Map(before.map((payment) => [payment.providerPaymentId, payment.outcome]));
    const newlyFailed: string[] = [];
    for (const payment of seen) {
      const earlier = known.get(payment.paymentId);
      const outcome = mergedOutcome(earlier, payment.status);
      if (outcome === "failed" && earlier !== "failed") newlyFailed.push(payment.paymentId);
      await tx.query(
        `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency,
                               payment_mode, started_at, completed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (provider_payment_id) DO UPDATE
            SET provider_status = CASE WHEN $10 THEN payments.provider_status ELSE excluded.provider_status END,
                outcome = excluded.outcome,
                -- Of an ended payment it is kept (payments_are_kept); verify's provider-ledger compares it.
                amount_paise = CASE WHEN payments.outcome = 'pending' THEN excluded.amount_paise
                                    ELSE payments.amount_paise END,
                payment_mode = coalesce(excluded.payment_mode, payments.payment_mode),
                started_at = coalesce(excluded.started_at, payments.started_at),
                completed_at = coalesce(excluded.completed_at, payments.completed_at),
                updated_at = clock_timestamp()
          WHERE payments.order_id = excluded.order_id`,
        [
          payment.paymentId,
          orderId,
          payment.status,
          outcome,
          payment.amountPaise,
          payment.currency,
          payment.mode ?? null,
          payment.startedAt ?? null,
          payment.completedAt ?? null,
          // True if the stored outcome wins over this older reading: its status is kept too.
          earlier !== undefined && mergedOutcome(undefined, payment.status) !== outcome,
        ],
      );
    }
    return newlyFailed;
  }

  /** Inserts a payment outside the provider. */
  async insertOffline(
    tx: Tx,
    payment: { paymentId: string; orderId: string; amountPaise: Paise; mode: string; reference: string },
  ): Promise<void> {
    const { paymentId: providerPaymentId, mode: paymentMode, reference: offlineReference } = payment;
    await tx.insert(PaymentEntity, {
      ...{ providerPaymentId, paymentMode, offlineReference },
      ...{ orderId: payment.orderId, amountPaise: payment.amountPaise, currency: "INR" },
      ...{ providerStatus: "SUCCESS", outcome: "success", startedAt: databaseNow, completedAt: databaseNow },
    });
  }

  /**
   * Returns an order's ledger; empty for an order that does not exist.
   *
   * @param tx required for decisions, with the order's lock held
   */
  async ledger(orderId: string, tx?: Tx): Promise<BookedLedger> {
    const [raw] = await this.database.read<RawLedger>(OrderEntity, LEDGER, [orderId], tx);
    return {
      payments: raw?.payments ?? [],
      soldPaymentId: raw?.soldPaymentId ?? undefined,
      refunds: (raw?.refunds ?? []).map(({ paymentId, providerRefundId, ...refund }) => ({
        ...refund,
        paymentId: paymentId ?? undefined,
        providerRefundId: providerRefundId ?? undefined,
      })),
      disputes: (raw?.disputes ?? []).map(({ paymentId, ...dispute }) => ({
        ...dispute,
        paymentId: paymentId ?? undefined,
      })),
      invoicedPaise: Number(raw?.invoiced ?? 0),
      creditedPaise: Number(raw?.credited ?? 0),
      creditedRefunds: new Set((raw?.creditedRefunds ?? []).flatMap((id) => id ?? [])),
    };
  }

  /** For the sweep: orders with a surplus payment that has no refund. */
  async ordersWithSurplus(limit: number): Promise<string[]> {
    const found = await this.database.query<{ order_id: string }>(
      `SELECT DISTINCT p.order_id FROM payments p JOIN orders o ON o.order_id = p.order_id
        WHERE p.outcome = 'success' AND NOT o.offline AND p.provider_payment_id <> o.sold_payment_id
          AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.provider_payment_id)
          -- Withheld by the payer's bank: nothing of it can be refunded until that is decided.
          AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.order_id = p.order_id AND d.outcome <> 'won'
                             AND (d.payment_id IS NULL OR d.payment_id = p.provider_payment_id))
        ORDER BY p.order_id LIMIT $1`,
      [limit],
    );
    return found.map((payment) => payment.order_id);
  }

  /** Payments, attempts and refunds as the payers see them, by order id; orders that do not exist are missing. */
  async money(orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderMoney>> {
    if (orderIds.length === 0) return new Map();
    const found = await this.database.queryAutocommit<RawMoney>(MONEY, [orderIds]);
    return new Map(found.map((raw) => [raw.order_id, moneyOf(raw)]));
  }
}

const MONEY: Statement = {
  name: "money_of_orders",
  text: `SELECT o.order_id, o.state IN ${sqlList(PAYABLE_ORDER_STATES)} AS open,
              coalesce((SELECT jsonb_agg(jsonb_build_object('outcome', p.outcome, 'paise', p.amount_paise)
                                         ORDER BY p.provider_payment_id = o.sold_payment_id DESC NULLS LAST,
                                                  coalesce(p.completed_at, p.seen_at), p.provider_payment_id)
                          FROM payments p WHERE p.order_id = o.order_id), '[]') AS payments,
              (SELECT p.outcome FROM payments p WHERE p.order_id = o.order_id
                ORDER BY coalesce(p.started_at, p.seen_at) DESC, p.provider_payment_id DESC LIMIT 1) AS newest,
              coalesce((SELECT jsonb_agg(jsonb_build_object('paise', r.amount_paise, 'state', r.state,
                                           'automatic', r.reason IN ${sqlList(AUTOMATIC_REFUND_REASONS)}, 'at', r.ended_at,
                                           'surplus', r.reason = 'second_payment'
                                             OR coalesce(r.payment_id <> o.sold_payment_id, false),
                                           'reference', coalesce(r.provider_refund_id, r.refund_id),
                                           'bankReference', r.bank_reference, 'byHand', r.by_hand,
                                           'subjectId', coalesce(r.booking_id, o.subject_id))
                                         ORDER BY r.created_at, r.refund_id)
                          FROM refunds r WHERE r.order_id = o.order_id), '[]') AS refunds
         FROM orders o WHERE o.order_id = ANY($1)`,
};

function moneyOf({ open, payments, newest, refunds }: RawMoney): OrderMoney {
  const count = (outcome: PaymentOutcome): number => payments.filter((one) => one.outcome === outcome).length;
  return {
    paid: payments.filter(({ outcome }) => outcome === "success").map(({ paise }) => paise),
    attempts: { newest: newest ?? undefined, pending: count("pending"), failed: count("failed") },
    open,
    refunds: refunds.map(({ paise, state, automatic, surplus, at, reference, bankReference, byHand, subjectId }) => ({
      amountPaise: paise,
      state,
      automatic,
      surplus,
      endedAt: at === null ? undefined : new Date(at).toISOString(),
      reference,
      bankReference: bankReference ?? undefined,
      subjectId,
      byHand,
    })),
  };
}
