import { Injectable } from "@nestjs/common";
import { LATE_MONEY_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import type { RequestedOrder } from "@sakhi/domain/payments/order-identity.rules";
import {
  type PaymentEnvironment,
  PAYABLE_ORDER_STATES,
  UNANSWERED_ATTEMPT_STATES,
} from "@sakhi/domain/payments/payment.states";
import { type FindOptionsWhere, In, IsNull, Not } from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import type { Statement } from "../platform/database/statements.js";
import { type ClosingActor, OrderEntity, PaymentAttemptEntity } from "./payments.entities.js";
import type { OrderRow } from "./payments.types.js";
import type { OrderRequest } from "./provider/payment-provider.js";

const COLUMNS = `${columnsOf(OrderEntity)}, coalesce(provider_expires_at <= clock_timestamp(), false) AS lapsed`;
const ORDER: Statement = { name: "find_order", text: `SELECT ${COLUMNS} FROM orders WHERE order_id = $1` };
// MATERIALIZED, so that computed columns such as `lapsed` are evaluated after the lock is acquired.
const LOCK: Statement = {
  name: "lock_order",
  text: `WITH orders AS MATERIALIZED (SELECT * FROM orders WHERE order_id = $1 FOR UPDATE) SELECT ${COLUMNS} FROM orders`,
};

const TRY_MARK_ASKED: Statement = {
  name: "try_mark_asked",
  text: `UPDATE orders SET asked_at = clock_timestamp()
           WHERE order_id = $1
             AND (state IN ${sqlList(PAYABLE_ORDER_STATES)}
                  OR (state = 'closed' AND ended_at > clock_timestamp() - interval '${LATE_MONEY_SECONDS} seconds')
                  OR EXISTS (SELECT 1 FROM stall_offers f
                              WHERE f.order_id = orders.order_id AND f.state = 'open'
                                AND f.expires_at <= clock_timestamp()))
             AND (asked_at IS NULL OR asked_at < clock_timestamp()
                  - make_interval(secs => CASE WHEN state = 'closed' THEN $3::int ELSE $2::int END / 1000.0))
           RETURNING order_id`,
};

/** An order that was marked as open, and the database's mark, which identifies our orders at the provider. */
export type OpenedOrder = OrderRow & { readonly installation: string };

/** A new order: its id, what it pays for, and the amount. */
export type NewOrder = Pick<OrderRow, "orderId" | "subjectType" | "subjectId" | "amountPaise"> & {
  /** The move that it pays for. */
  readonly moveId?: string;
};

/** An attempt to open an order at the provider, with the request as it was sent. */
export type AttemptRow = Readonly<
  Pick<PaymentAttemptEntity, "id" | "orderId" | "idempotencyKey" | "state" | "request">
> & {
  /** Milliseconds since it was claimed, by the database's clock. */
  readonly ageMs: number;
  /** When the order's first attempt was claimed: a later attempt may find the order of an earlier one. */
  readonly firstAskedAt: Date;
};

/** An order as the provider has it, which is not in our records. */
export interface RestoredOrder extends NewOrder {
  readonly currency: string;
  /** `closed` if it can be paid no more as far as we are concerned: its money is late. */
  readonly state: "open" | "closed";
  readonly environment: PaymentEnvironment;
  readonly paymentSessionId: string | undefined;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** Attempt columns. `coalesce`: a statement does not see the row that it inserts itself. */
const ATTEMPT = `
  id, order_id, idempotency_key, state, request,
  (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS age_ms,
  coalesce((SELECT min(f.created_at) FROM payment_attempts f WHERE f.order_id = payment_attempts.order_id),
           created_at) AS first_asked_at`;

const INSERT: Statement = {
  name: "insert_order",
  text: `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state, offline, ended_at, move_id)
         VALUES ($1, $2, $3, $4, $5, $5 = 'paid', CASE WHEN $5 = 'paid' THEN clock_timestamp() END, $6)
         ON CONFLICT DO NOTHING RETURNING order_id`,
};
const OPEN: Statement = {
  name: "open_order",
  text: `UPDATE orders SET state = 'open', environment = $2, payment_session_id = NULL,
                provider_expires_at = date_trunc('second', clock_timestamp()) + make_interval(secs => $3)
          WHERE order_id = $1 AND state = 'unsent'
          RETURNING ${COLUMNS}, (SELECT id FROM installation) AS installation`,
};
const INSERT_ATTEMPT: Statement = {
  name: "insert_attempt",
  text: `INSERT INTO payment_attempts (id, order_id, idempotency_key, state, request)
         VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'creating', $2) RETURNING ${ATTEMPT}`,
};
const ACCEPT: Statement = {
  name: "accept_attempt",
  text: `WITH answered AS (
           UPDATE payment_attempts SET state = 'accepted', response_status = 200, response = NULL,
                  answered_at = clock_timestamp()
            WHERE id = $1 AND state IN ${sqlList(UNANSWERED_ATTEMPT_STATES)} RETURNING order_id)
         UPDATE orders SET payment_session_id = coalesce($2, payment_session_id), provider_expires_at = $3
          WHERE order_id = (SELECT order_id FROM answered)
          RETURNING ${COLUMNS}`,
};

/** The order as requested by its attempts, for comparison with the one found at the provider. */
export function requestedOrder({ request, firstAskedAt }: AttemptRow): RequestedOrder {
  const { orderId, amountPaise, currency, customer, installation } = request;
  return { orderId, amountPaise, currency, customerId: customer.id, installation, firstAskedAt };
}

/** Orders and the attempts to open them. Every change is conditional on the state it comes from and returns whether it happened. */
@Injectable()
export class OrdersRepository {
  constructor(private readonly database: Database) {}

  async find(orderId: string, tx?: Tx): Promise<OrderRow | undefined> {
    return (await this.database.read<OrderRow>(OrderEntity, ORDER, [orderId], tx))[0];
  }

  /** Locks the order: after the visitor, stalls and booking, before the coupon. */
  async lock(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
    return (await readIn<OrderRow>(tx, OrderEntity, LOCK, [orderId]))[0];
  }

  /**
   * Inserts an order: unsent, or paid outside the provider. Ids are unique regardless of case, because the provider may
   * not distinguish it.
   *
   * @returns false when the id is taken
   * @throws Error when the subject already has an open order: a bug
   */
  async insert(
    tx: Tx,
    { orderId, subjectType, subjectId, amountPaise, moveId }: NewOrder,
    state: "unsent" | "paid",
  ): Promise<boolean> {
    // No conflict target: the id is in two unique indexes, and either may raise the conflict.
    const inserted = await rows(tx, INSERT, [orderId, subjectType, subjectId, amountPaise, state, moveId ?? null]);
    if (inserted.length > 0) return true;
    const taken = await rows(tx, "SELECT 1 FROM orders WHERE order_key(order_id) = order_key($1)", [orderId]);
    if (taken.length === 0) throw new Error(`${subjectType} ${subjectId} has an open order already`);
    return false;
  }

  /** Voids the unsent orders of a subject but one: that one was opened after all. */
  async voidOtherUnsent(tx: Tx, { orderId, subjectType, subjectId }: Omit<NewOrder, "amountPaise">): Promise<void> {
    await tx.update(
      OrderEntity,
      { subjectType, subjectId, state: "unsent", orderId: Not(orderId) },
      { state: "void", endedAt: databaseNow },
    );
  }

  /**
   * Records an order that the provider has and our records lost, with the attempt that opened it. A known order that was
   * never sent, as far as the records go, is completed.
   */
  async restore(tx: Tx, order: RestoredOrder, request: unknown): Promise<void> {
    const { orderId, subjectType, subjectId, amountPaise, currency, state, environment } = order;
    await tx.query(
      `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, currency, state, environment,
                           payment_session_id, provider_expires_at, created_at, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $6 = 'closed' THEN clock_timestamp() END)
       ON CONFLICT (order_id) DO UPDATE SET state = excluded.state, environment = excluded.environment,
         payment_session_id = excluded.payment_session_id, provider_expires_at = excluded.provider_expires_at,
         ended_at = coalesce(orders.ended_at, excluded.ended_at)`,
      [
        ...[orderId, subjectType, subjectId, amountPaise, currency, state, environment],
        ...[order.paymentSessionId ?? null, order.expiresAt, order.createdAt],
      ],
    );
    await tx.query(
      `INSERT INTO payment_attempts (id, order_id, idempotency_key, state, request, response_status, created_at, answered_at)
       VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'accepted', $2, 200, $3, $3)`,
      [orderId, JSON.stringify(request), order.createdAt],
    );
  }

  voidUnsent(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(tx, { orderId, state: "unsent" }, { state: "void", endedAt: databaseNow });
  }

  /**
   * Marks an unsent order as open before it is requested from the provider. The expiry is in whole seconds, as the
   * provider takes it.
   *
   * @param seconds the payment window
   * @returns undefined when the order is not unsent
   */
  async open(
    tx: Tx,
    orderId: string,
    environment: PaymentEnvironment,
    seconds: number,
  ): Promise<OpenedOrder | undefined> {
    return (await readIn<OpenedOrder>(tx, OrderEntity, OPEN, [orderId, environment, seconds]))[0];
  }

  /**
   * Records that the provider accepted an attempt's order. The first caller wins.
   *
   * @returns the order; undefined when a response to the attempt is recorded already
   */
  async accepted(
    tx: Tx,
    attemptId: string,
    sessionId: string | undefined,
    expiresAt: Date,
  ): Promise<OrderRow | undefined> {
    return (await readIn<OrderRow>(tx, OrderEntity, ACCEPT, [attemptId, sessionId ?? null, expiresAt]))[0];
  }

  /** Stores the session of an order that was accepted without one. */
  async session(tx: Tx, orderId: string, paymentSessionId: string): Promise<void> {
    await this.change(tx, { orderId, state: "open", paymentSessionId: IsNull() }, { paymentSessionId });
  }

  /** Returns an order that the provider does not have to the state before the request. */
  unsent(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(
      tx,
      { orderId, state: In(PAYABLE_ORDER_STATES) },
      { state: "unsent", paymentSessionId: null, providerExpiresAt: null, closingSince: null, closingActor: null },
    );
  }

  closing(tx: Tx, orderId: string, closingActor: ClosingActor): Promise<boolean> {
    return this.change(tx, { orderId, state: "open" }, { state: "closing", closingSince: databaseNow, closingActor });
  }

  /** The provider's status is final, without a payment. */
  closed(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(tx, { orderId, state: In(PAYABLE_ORDER_STATES) }, { state: "closed", endedAt: databaseNow });
  }

  paid(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(tx, { orderId, state: Not("paid") }, { state: "paid", endedAt: databaseNow });
  }

  /** Stores which payment the sale was made with, or which one replaces it after a reversal. */
  async soldBy(tx: Tx, orderId: string, soldPaymentId: string): Promise<void> {
    await this.change(tx, { orderId }, { soldPaymentId });
  }

  /** Stores that the order is being read at the provider now. */
  async markAsked(orderId: string): Promise<void> {
    await this.database.repository(OrderEntity).update({ orderId }, { askedAt: databaseNow });
  }

  /**
   * Rate limit of the return page: marks the order as read at the provider unless that happened a moment ago.
   *
   * @param everyMs for an order that can still be paid
   * @param closedEveryMs for one whose money would be late ({@link LATE_MONEY_SECONDS}), or whose offer of another stall has ended
   * @returns false when the order must not be read now
   */
  async tryMarkAsked(orderId: string, everyMs: number, closedEveryMs: number): Promise<boolean> {
    const claimed = await this.database.queryAutocommit(TRY_MARK_ASKED, [orderId, everyMs, closedEveryMs]);
    return claimed.length > 0;
  }

  /** Milliseconds since closing started, by the database's clock; undefined when it has not. */
  async msClosing(orderId: string): Promise<number | undefined> {
    const [found] = await this.database.query<{ ms: string | null }>(
      `SELECT extract(epoch FROM clock_timestamp() - closing_since) * 1000 AS ms
         FROM orders WHERE order_id = $1`,
      [orderId],
    );
    return found === undefined || found.ms === null ? undefined : Number(found.ms);
  }

  /** Claims an attempt: a unique index allows only one attempt per order to be under way. */
  async insertAttempt(tx: Tx, request: OrderRequest): Promise<AttemptRow> {
    const values = [request.orderId, request];
    const [attempt] = await readIn<AttemptRow>(tx, PaymentAttemptEntity, INSERT_ATTEMPT, values);
    if (attempt === undefined) throw new Error(`no attempt to open order ${request.orderId} was inserted`);
    return attempt;
  }

  async newestAttempt(orderId: string, tx?: Tx): Promise<AttemptRow | undefined> {
    const sql = `SELECT ${ATTEMPT} FROM payment_attempts
                  WHERE order_id = $1 ORDER BY created_at DESC, id LIMIT 1`;
    return (await this.database.read<AttemptRow>(PaymentAttemptEntity, sql, [orderId], tx))[0];
  }

  wasAccepted(tx: Tx, orderId: string): Promise<boolean> {
    return tx.existsBy(PaymentAttemptEntity, { orderId, state: "accepted" });
  }

  /**
   * Records that an attempt was refused. The first caller wins.
   *
   * @returns false when a response to the attempt is recorded already
   */
  async markAttemptRefused(
    tx: Tx,
    id: string,
    { status, code }: { status?: number; code?: string } = {},
  ): Promise<boolean> {
    const response = code === undefined ? null : { code };
    const { affected } = await tx.update(
      PaymentAttemptEntity,
      { id, state: In(UNANSWERED_ATTEMPT_STATES) },
      { state: "refused", responseStatus: status ?? null, response, answeredAt: databaseNow },
    );
    return affected === 1;
  }

  /** The outcome at the provider is unknown. */
  async markAttemptUnknown(id: string, why: string): Promise<void> {
    await this.database
      .repository(PaymentAttemptEntity)
      .update({ id, state: "creating" }, { state: "unknown", response: { why }, answeredAt: databaseNow });
  }

  /** Orders with an attempt that has had no definite response for longer than `ms`. */
  async unansweredAttempts(ms: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ order_id: string }>(
      `SELECT order_id FROM payment_attempts
        WHERE state IN ${sqlList(UNANSWERED_ATTEMPT_STATES)} AND created_at < clock_timestamp() - make_interval(secs => $1 / 1000.0)
        ORDER BY created_at LIMIT $2`,
      [ms, limit],
    );
    return found.map((attempt) => attempt.order_id);
  }

  private async change(
    tx: Tx,
    where: FindOptionsWhere<OrderEntity>,
    set: QueryDeepPartialEntity<OrderEntity>,
  ): Promise<boolean> {
    return (await tx.update(OrderEntity, where, set)).affected === 1;
  }
}
