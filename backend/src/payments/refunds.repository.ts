import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { RefundReason, RefundState } from "@sakhi/domain/payments/payment.states";
import { Database, rows, type Tx } from "../platform/database/database.js";

/** A refund that was decided. Amount in paise. */
export interface RefundRow {
  readonly refundId: string;
  readonly orderId: string;
  /** The payment whose money it is; absent on refunds from before that was recorded. */
  readonly paymentId: string | undefined;
  readonly amountPaise: number;
  readonly reason: RefundReason;
  readonly state: RefundState;
  readonly idempotencyKey: string;
}

interface RawRefund {
  readonly refund_id: string;
  readonly order_id: string;
  readonly payment_id: string | null;
  readonly amount_paise: string;
  readonly reason: RefundReason;
  readonly state: RefundState;
  readonly idempotency_key: string;
}

const COLUMNS = "refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key";

function refundOf(raw: RawRefund): RefundRow {
  return {
    refundId: raw.refund_id,
    orderId: raw.order_id,
    paymentId: raw.payment_id ?? undefined,
    amountPaise: Number(raw.amount_paise),
    reason: raw.reason,
    state: raw.state,
    idempotencyKey: raw.idempotency_key,
  };
}

/** The refunds table. */
@Injectable()
export class RefundsRepository {
  constructor(private readonly database: Database) {}

  async find(refundId: string): Promise<RefundRow | undefined> {
    const found = await this.database.query<RawRefund>(
      `SELECT ${COLUMNS} FROM refunds WHERE refund_id = $1`,
      [refundId],
    );
    return found.map(refundOf)[0];
  }

  async lock(tx: Tx, refundId: string): Promise<RefundRow | undefined> {
    await tx.query("SELECT 1 FROM refunds WHERE refund_id = $1 FOR UPDATE", [refundId]);
    const found = await rows<RawRefund>(tx, `SELECT ${COLUMNS} FROM refunds WHERE refund_id = $1`, [
      refundId,
    ]);
    return found.map(refundOf)[0];
  }

  /**
   * Records the decision to refund money.
   *
   * @param refund paymentId: the payment whose money it is; state: `succeeded` where it is paid back by hand
   * @returns the refund's id, or undefined when the payment has an automatic refund already
   */
  async decide(
    tx: Tx,
    refund: {
      orderId: string;
      paymentId: string | undefined;
      amountPaise: number;
      reason: Exclude<RefundReason, "provider">;
      state: "requested" | "succeeded";
    },
  ): Promise<string | undefined> {
    // Letters and digits only: the safest reading of the provider's rule.
    const refundId = `RFND${randomUUID().replaceAll("-", "")}`;
    const inserted = await rows(
      tx,
      `INSERT INTO refunds (refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $6 = 'succeeded' THEN clock_timestamp() END)
       ON CONFLICT (payment_id) WHERE reason IN ('late_payment', 'second_payment') DO NOTHING RETURNING refund_id`,
      [
        refundId,
        refund.orderId,
        refund.paymentId ?? null,
        refund.amountPaise,
        refund.reason,
        refund.state,
        randomUUID(),
      ],
    );
    return inserted.length > 0 ? refundId : undefined;
  }

  /** Records a refund that was made at the provider, without us. @returns its id with us */
  async madeElsewhere(
    tx: Tx,
    refund: {
      orderId: string;
      paymentId: string;
      amountPaise: number;
      providerRefundId: string;
      state: "pending" | "succeeded";
    },
  ): Promise<string> {
    const refundId = `MADE${randomUUID().replaceAll("-", "")}`;
    await tx.query(
      `INSERT INTO refunds (refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key,
                            provider_refund_id, ended_at)
       VALUES ($1, $2, $3, $4, 'provider', $5, $6, $7, CASE WHEN $5 = 'succeeded' THEN clock_timestamp() END)`,
      [
        refundId,
        refund.orderId,
        refund.paymentId,
        refund.amountPaise,
        refund.state,
        randomUUID(),
        refund.providerRefundId,
      ],
    );
    return refundId;
  }

  /** Less is asked for than was decided, with a new key: the provider would refuse another amount under the old one. */
  async reduce(tx: Tx, refundId: string, amountPaise: number): Promise<void> {
    await tx.query(
      `UPDATE refunds SET amount_paise = $2, idempotency_key = $3, updated_at = clock_timestamp()
        WHERE refund_id = $1 AND state = 'requested'`,
      [refundId, amountPaise, randomUUID()],
    );
  }

  /** @returns false when it has ended before */
  async update(
    tx: Tx,
    refundId: string,
    answer: { state: RefundState; providerRefundId?: string; providerStatus?: string },
  ): Promise<boolean> {
    const changed = await rows(
      tx,
      `UPDATE refunds
          SET state = $2, provider_refund_id = coalesce($3, provider_refund_id),
              provider_status = coalesce($4, provider_status), updated_at = clock_timestamp(),
              ended_at = CASE WHEN $2 IN ('succeeded', 'failed') THEN clock_timestamp() END
        WHERE refund_id = $1 AND state NOT IN ('succeeded', 'failed') RETURNING refund_id`,
      [refundId, answer.state, answer.providerRefundId ?? null, answer.providerStatus ?? null],
    );
    return changed.length > 0;
  }

  /**
   * A new idempotency key: the provider replays its first answer to a key, errors of its own included, so a key it
   * failed on would fail forever. The refund's id still keeps it from paying back twice.
   */
  async renewKey(refundId: string): Promise<void> {
    await this.database.query(
      `UPDATE refunds SET idempotency_key = $2, updated_at = clock_timestamp()
        WHERE refund_id = $1 AND state = 'requested'`,
      [refundId, randomUUID()],
    );
  }

  /** Refunds that have stood in a state for longer than `ms` since anything was heard of them. */
  async silent(state: "requested" | "pending", ms: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ refund_id: string }>(
      `SELECT refund_id FROM refunds
        WHERE state = $1 AND updated_at < clock_timestamp() - make_interval(secs => $2 / 1000.0)
        ORDER BY updated_at LIMIT $3`,
      [state, ms, limit],
    );
    return found.map((refund) => refund.refund_id);
  }

  /** Refunds not finished that were decided longer than `ms` ago. */
  async unfinishedFor(ms: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ refund_id: string }>(
      `SELECT refund_id FROM refunds
        WHERE state IN ('requested', 'pending')
          AND created_at < clock_timestamp() - make_interval(secs => $1 / 1000.0)
        ORDER BY created_at LIMIT $2`,
      [ms, limit],
    );
    return found.map((refund) => refund.refund_id);
  }
}
