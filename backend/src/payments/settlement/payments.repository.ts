import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import type { PaymentAttemptsSummary, PaymentOutcome } from "@sakhi/domain/payments/payment.states";
import { mergedOutcome } from "@sakhi/domain/payments/settlement.rules";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import type { ProviderPayment } from "../provider/payment-provider.js";

/** The payments table: what the provider told us of payments on our orders, one row each, for ever. */
@Injectable()
export class PaymentsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Keeps what was seen, under the order's lock.
   *
   * @returns the ids of payments that are newly known as failed
   */
  async keep(tx: Tx, orderId: string, seen: readonly ProviderPayment[]): Promise<string[]> {
    const known = new Map(
      (
        await rows<{ id: string; outcome: PaymentOutcome }>(
          tx,
          "SELECT provider_payment_id AS id, outcome FROM payments WHERE order_id = $1",
          [orderId],
        )
      ).map(({ id, outcome }) => [id, outcome]),
    );
    const newlyFailed: string[] = [];
    for (const payment of seen) {
      const before = known.get(payment.paymentId);
      const outcome = mergedOutcome(before, payment.status);
      if (outcome === "failed" && before !== "failed") newlyFailed.push(payment.paymentId);
      await tx.query(
        `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency,
                               payment_mode, started_at, completed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (provider_payment_id) DO UPDATE
            SET provider_status = CASE WHEN $10 THEN payments.provider_status ELSE excluded.provider_status END,
                outcome = excluded.outcome,
                amount_paise = excluded.amount_paise,
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
          // What we knew outlives an older reading, its word included.
          before !== undefined && mergedOutcome(undefined, payment.status) !== outcome,
        ],
      );
    }
    return newlyFailed;
  }

  /** A payment that the organiser was given directly. */
  async insertOffline(
    tx: Tx,
    payment: { paymentId: string; orderId: string; amountPaise: Paise; mode: string; reference: string },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency,
                             payment_mode, offline_reference, started_at, completed_at)
       VALUES ($1, $2, 'SUCCESS', 'success', $3, 'INR', $4, $5, clock_timestamp(), clock_timestamp())`,
      [payment.paymentId, payment.orderId, payment.amountPaise, payment.mode, payment.reference],
    );
  }

  async summary(orderId: string, tx?: Tx): Promise<PaymentAttemptsSummary> {
    const sql = `
      SELECT outcome FROM payments WHERE order_id = $1
       ORDER BY coalesce(started_at, seen_at) DESC, provider_payment_id DESC`;
    const found =
      tx === undefined
        ? await this.database.query<{ outcome: PaymentOutcome }>(sql, [orderId])
        : await rows<{ outcome: PaymentOutcome }>(tx, sql, [orderId]);
    const count = (outcome: PaymentOutcome): number =>
      found.filter((payment) => payment.outcome === outcome).length;
    return { newest: found[0]?.outcome, pending: count("pending"), failed: count("failed") };
  }
}
