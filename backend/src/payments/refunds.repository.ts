import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import {
  type RefundReason,
  type RefundState,
  AUTOMATIC_REFUND_REASONS,
  UNFINISHED_REFUND_STATES,
} from "@sakhi/domain/payments/payment.states";
import type { SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import { In, IsNull, Not } from "typeorm";
import { databaseNow } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { RefundEntity } from "./payments.entities.js";

/** A refund; its payment is null on old refunds, which did not record it. */
export type RefundRow = Readonly<RefundEntity>;

/** A refund's state with the provider's id, status and bank reference. */
export interface RefundUpdate {
  readonly state: RefundState;
  readonly providerRefundId?: string;
  readonly providerStatus?: string | undefined;
  readonly bankReference?: string | undefined;
}

/** A refund of ours that was lost with the database, and that the provider has. */
export interface LostRefund {
  readonly refundId: string;
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly reason: Exclude<RefundReason, "provider" | "second_payment">;
  readonly providerRefundId: string;
  /** The further stall of the order whose share it returned; null of the first one, and of an order with one stall. */
  readonly bookingId: string | null;
}

/** The refunds table. */
@Injectable()
export class RefundsRepository {
  constructor(private readonly database: Database) {}

  async find(refundId: string): Promise<RefundRow | undefined> {
    return (await this.database.repository(RefundEntity).findOneBy({ refundId })) ?? undefined;
  }

  async lock(tx: Tx, refundId: string): Promise<RefundRow | undefined> {
    const lock = { mode: "pessimistic_write" } as const;
    return (await tx.findOne(RefundEntity, { where: { refundId }, lock })) ?? undefined;
  }

  /**
   * Inserts a refund.
   *
   * @param refund `paymentId`: the refunded payment; `state`: `requested` from the provider; paid back by hand: `pending`
   *   until confirmed, or `succeeded`
   * @returns the refund's id; undefined when the payment already has an automatic refund
   */
  async decide(
    tx: Tx,
    refund: {
      orderId: string;
      paymentId: string | undefined;
      amountPaise: number;
      reason: Exclude<RefundReason, "provider">;
      state: "requested" | "pending" | "succeeded";
      byHand: boolean;
      /** The stall of the order whose share it returns; without it, the order's subject. */
      bookingId?: string | undefined;
    },
  ): Promise<string | undefined> {
    // Letters and digits only: safe under every reading of the provider's rule.
    const refundId = `RFND${randomUUID().replaceAll("-", "")}`;
    const inserted = await rows(
      tx,
      `INSERT INTO refunds (refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key, by_hand, booking_id, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $6 = 'succeeded' THEN clock_timestamp() END)
       ON CONFLICT (payment_id) WHERE reason IN ${sqlList(AUTOMATIC_REFUND_REASONS)} DO NOTHING RETURNING refund_id`,
      [
        refundId,
        refund.orderId,
        refund.paymentId ?? null,
        refund.amountPaise,
        refund.reason,
        refund.state,
        randomUUID(),
        refund.byHand,
        refund.bookingId ?? null,
      ],
    );
    return inserted.length > 0 ? refundId : undefined;
  }

  /** Inserts a refund that was made at the provider, without us. @returns our id of it */
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
    const endedAt = refund.state === "succeeded" ? databaseNow : null;
    const idempotencyKey = randomUUID();
    await tx.insert(RefundEntity, { ...refund, refundId, reason: "provider", byHand: false, idempotencyKey, endedAt });
    return refundId;
  }

  /** Inserts a refund that was lost with the database: of the payment by which its order was sold. */
  async restore(tx: Tx, refund: LostRefund): Promise<void> {
    await tx.query(
      `INSERT INTO refunds (refund_id, order_id, amount_paise, reason, state, idempotency_key, payment_id,
                            provider_refund_id, booking_id)
       SELECT $1, o.order_id, $3, $4, 'pending', gen_random_uuid(), o.sold_payment_id, $5, $6 FROM orders o WHERE o.order_id = $2`,
      [refund.refundId, refund.orderId, refund.amountPaise, refund.reason, refund.providerRefundId, refund.bookingId],
    );
  }

  /** Reduces a requested refund. Needs a new idempotency key: the provider rejects another amount under the old one. */
  async reduce(tx: Tx, refundId: string, amountPaise: number): Promise<void> {
    await tx.update(
      RefundEntity,
      { refundId, state: "requested" },
      { amountPaise, idempotencyKey: randomUUID(), updatedAt: databaseNow },
    );
  }

  /** @returns false when the refund has ended already; a failed one can still succeed */
  async update(tx: Tx, refundId: string, update: RefundUpdate): Promise<boolean> {
    const ended = update.state === "succeeded" || update.state === "failed";
    const { affected } = await tx.update(
      RefundEntity,
      { refundId, state: update.state === "succeeded" ? Not("succeeded") : In(UNFINISHED_REFUND_STATES) },
      { ...update, updatedAt: databaseNow, endedAt: ended ? databaseNow : null },
    );
    return affected === 1;
  }

  /** Stores the provider's report of a pending refund, and the bank reference of any refund once it is known. */
  async recordReport(
    tx: Tx,
    orderId: string,
    { providerRefundId, status, bankReference }: Pick<SeenRefund, "providerRefundId" | "status" | "bankReference">,
  ): Promise<void> {
    const where = { orderId, providerRefundId };
    const reported = status === undefined ? {} : { providerStatus: status };
    await tx.update(RefundEntity, { ...where, state: "pending" }, { ...reported, updatedAt: databaseNow });
    if (bankReference === undefined) return;
    await tx.update(RefundEntity, { ...where, bankReference: IsNull() }, { bankReference });
  }

  /**
   * Renews the idempotency key: the provider replays its first response to a key, server errors included, so a failed key
   * would fail forever. The refund's id still prevents a double refund.
   */
  async renewKey(refundId: string): Promise<void> {
    await this.database
      .repository(RefundEntity)
      .update({ refundId, state: "requested" }, { idempotencyKey: randomUUID(), updatedAt: databaseNow });
  }

  /** Refunds in a state whose last update is older than `ms`. */
  async stale(state: "requested" | "pending", ms: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ refund_id: string }>(
      `SELECT refund_id FROM refunds
        WHERE state = $1 AND NOT by_hand AND updated_at < clock_timestamp() - make_interval(secs => $2 / 1000.0)
        ORDER BY updated_at LIMIT $3`,
      [state, ms, limit],
    );
    return found.map((refund) => refund.refund_id);
  }

  /** Unfinished refunds that are older than `ms`, and not older than `atMostMs`. */
  async unfinishedFor(ms: number, limit: number, atMostMs?: number): Promise<string[]> {
    const found = await this.database.query<{ refund_id: string }>(
      `SELECT refund_id FROM refunds
        WHERE state IN ${sqlList(UNFINISHED_REFUND_STATES)} AND NOT by_hand
          AND created_at < clock_timestamp() - make_interval(secs => $1 / 1000.0)
          AND ($3::float8 IS NULL OR created_at > clock_timestamp() - make_interval(secs => $3 / 1000.0))
        ORDER BY created_at LIMIT $2`,
      [ms, limit, atMostMs],
    );
    return found.map((refund) => refund.refund_id);
  }
}
