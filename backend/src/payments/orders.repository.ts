import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { AskedOrder } from "@sakhi/domain/payments/order-identity.rules";
import type { PaymentEnvironment } from "@sakhi/domain/payments/payment.states";
import { type FindOptionsWhere, In, IsNull, Not } from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { type ClosingActor, OrderEntity, PaymentAttemptEntity } from "./payments.entities.js";
import type { OrderRow } from "./payments.types.js";
import type { OrderRequest } from "./provider/payment-provider.js";

const ORDER = `
  SELECT ${columnsOf(OrderEntity)}, coalesce(provider_expires_at <= clock_timestamp(), false) AS lapsed
    FROM orders WHERE order_id = $1`;

/** What an order is for, and how much it costs. */
export type NewOrder = Pick<OrderRow, "orderId" | "subjectType" | "subjectId" | "amountPaise">;

/** One attempt to open an order at the provider; its request is as it was before anybody was asked. */
export type AttemptRow = Readonly<
  Pick<PaymentAttemptEntity, "id" | "orderId" | "idempotencyKey" | "state" | "request">
> & {
  /** Milliseconds since it was claimed, by the database's clock. */
  readonly ageMs: number;
  /** When the order's first attempt was claimed; an earlier request may have made what a later one finds. */
  readonly firstAskedAt: Date;
};

const ATTEMPT = `
  SELECT id, order_id, idempotency_key, state, request,
         (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS age_ms,
         (SELECT min(f.created_at) FROM payment_attempts f WHERE f.order_id = payment_attempts.order_id) AS first_asked_at
    FROM payment_attempts`;

/** The order as its attempts asked for it, to be compared with what is found at the provider. */
export function askedOrder({ request, firstAskedAt }: AttemptRow): AskedOrder {
  const { orderId, amountPaise, currency, customer, installation } = request;
  return { orderId, amountPaise, currency, customerId: customer.id, installation, firstAskedAt };
}

/** Orders and the attempts to open them. Every change is conditional on the state it comes from and returns whether it happened. */
@Injectable()
export class OrdersRepository {
  constructor(private readonly database: Database) {}

  async find(orderId: string, tx?: Tx): Promise<OrderRow | undefined> {
    const found =
      tx === undefined
        ? await this.database.read<OrderRow>(OrderEntity, ORDER, [orderId])
        : await readIn<OrderRow>(tx, OrderEntity, ORDER, [orderId]);
    return found[0];
  }

  /** The order under its lock: after the visitor's, stalls' and booking's, before the coupon's. */
  async lock(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
    // Two statements: the row must be read after the lock was won.
    await tx.query("SELECT 1 FROM orders WHERE order_id = $1 FOR UPDATE", [orderId]);
    return this.find(orderId, tx);
  }

  /** @returns false when the id is taken */
  insertUnsent(tx: Tx, order: NewOrder): Promise<boolean> {
    return this.insert(
      tx,
      `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
       VALUES ($1, $2, $3, $4, 'unsent')`,
      order,
    );
  }

  /** An order that was paid outside the provider. @returns false when the id is taken */
  insertOffline(tx: Tx, order: NewOrder): Promise<boolean> {
    return this.insert(
      tx,
      `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state, offline, ended_at)
       VALUES ($1, $2, $3, $4, 'paid', true, clock_timestamp())`,
      order,
    );
  }

  voidUnsent(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(tx, { orderId, state: "unsent" }, { state: "void", endedAt: databaseNow });
  }

  /** The provider is about to be asked to open it. */
  open(tx: Tx, orderId: string, environment: PaymentEnvironment, expiresAt: string): Promise<boolean> {
    return this.change(
      tx,
      { orderId, state: "unsent" },
      { state: "open", environment, providerExpiresAt: new Date(expiresAt), paymentSessionId: null },
    );
  }

  /** The provider has it. */
  async accepted(
    tx: Tx,
    orderId: string,
    sessionId: string | undefined,
    expiresAt: Date | undefined,
  ): Promise<void> {
    await tx.query(
      `UPDATE orders SET payment_session_id = coalesce($2, payment_session_id),
              provider_expires_at = coalesce($3, provider_expires_at)
        WHERE order_id = $1`,
      [orderId, sessionId ?? null, expiresAt ?? null],
    );
  }

  /** The session of an order that was accepted without one. */
  async session(tx: Tx, orderId: string, paymentSessionId: string): Promise<void> {
    await this.change(tx, { orderId, state: "open", paymentSessionId: IsNull() }, { paymentSessionId });
  }

  /** The provider does not have it: back to where it was before it was asked. */
  unsent(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(
      tx,
      { orderId, state: In(["open", "closing"]) },
      {
        state: "unsent",
        paymentSessionId: null,
        providerExpiresAt: null,
        closingSince: null,
        closingActor: null,
      },
    );
  }

  closing(tx: Tx, orderId: string, closingActor: ClosingActor): Promise<boolean> {
    return this.change(
      tx,
      { orderId, state: "open" },
      { state: "closing", closingSince: databaseNow, closingActor },
    );
  }

  /** Final at the provider, without money. */
  closed(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(
      tx,
      { orderId, state: In(["open", "closing"]) },
      { state: "closed", endedAt: databaseNow },
    );
  }

  paid(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(tx, { orderId, state: Not("paid") }, { state: "paid", endedAt: databaseNow });
  }

  /** Notes which payment buys the sale, or stands for it since the provider has reversed the first one. */
  async soldBy(tx: Tx, orderId: string, soldPaymentId: string): Promise<void> {
    await this.change(tx, { orderId }, { soldPaymentId });
  }

  /** Notes that the provider is being asked now. */
  async asked(orderId: string): Promise<void> {
    await this.database.of(OrderEntity).update({ orderId }, { askedAt: databaseNow });
  }

  /**
   * Whether the return page may have the provider asked: an order that can still be paid, at most every
   * `everyMs`; one that was closed in the last day or whose offer of another stall is over, at most every `lateEveryMs`. Notes it as asked.
   */
  async mayAsk(orderId: string, everyMs: number, lateEveryMs: number): Promise<boolean> {
    const claimed = await this.database.query(
      `UPDATE orders SET asked_at = clock_timestamp()
        WHERE order_id = $1
          AND (state IN ('open', 'closing')
               OR (state = 'closed' AND ended_at > clock_timestamp() - interval '1 day')
               OR EXISTS (SELECT 1 FROM stall_offers f
                           WHERE f.order_id = orders.order_id AND f.state = 'open'
                             AND f.expires_at <= clock_timestamp()))
          AND (asked_at IS NULL OR asked_at < clock_timestamp()
               - make_interval(secs => CASE WHEN state = 'closed' THEN $3::int ELSE $2::int END / 1000.0))
        RETURNING order_id`,
      [orderId, everyMs, lateEveryMs],
    );
    return claimed.length > 0;
  }

  /** Milliseconds since we began to close it, by the database's clock; undefined when we have not. */
  async msClosing(orderId: string): Promise<number | undefined> {
    const [found] = await this.database.query<{ ms: string | null }>(
      `SELECT extract(epoch FROM clock_timestamp() - closing_since) * 1000 AS ms
         FROM orders WHERE order_id = $1`,
      [orderId],
    );
    return found === undefined || found.ms === null ? undefined : Number(found.ms);
  }

  /** Claims the right to ask: a unique index lets only one attempt of an order be under way. */
  async insertAttempt(tx: Tx, request: OrderRequest): Promise<string> {
    const id = randomUUID();
    const { orderId } = request;
    await tx.insert(PaymentAttemptEntity, {
      id,
      orderId,
      idempotencyKey: randomUUID(),
      state: "creating",
      request,
    });
    return id;
  }

  async findAttempt(id: string): Promise<AttemptRow | undefined> {
    return (await this.database.read<AttemptRow>(PaymentAttemptEntity, `${ATTEMPT} WHERE id = $1`, [id]))[0];
  }

  async newestAttempt(orderId: string, tx?: Tx): Promise<AttemptRow | undefined> {
    const sql = `${ATTEMPT} WHERE order_id = $1 ORDER BY created_at DESC, id LIMIT 1`;
    const found =
      tx === undefined
        ? await this.database.read<AttemptRow>(PaymentAttemptEntity, sql, [orderId])
        : await readIn<AttemptRow>(tx, PaymentAttemptEntity, sql, [orderId]);
    return found[0];
  }

  wasAccepted(tx: Tx, orderId: string): Promise<boolean> {
    return tx.existsBy(PaymentAttemptEntity, { orderId, state: "accepted" });
  }

  /**
   * Records how an attempt was answered, once: the first to learn it decides.
   *
   * @returns false when it was answered before
   */
  async attemptAnswered(
    tx: Tx,
    id: string,
    state: "accepted" | "refused",
    answer: { status?: number; code?: string } = {},
  ): Promise<boolean> {
    const response = answer.code === undefined ? null : { code: answer.code };
    const { affected } = await tx.update(
      PaymentAttemptEntity,
      { id, state: In(["creating", "unknown"]) },
      { state, responseStatus: answer.status ?? null, response, answeredAt: databaseNow },
    );
    return affected === 1;
  }

  /** Nobody knows whether the provider did it. */
  async attemptUnanswered(id: string, why: string): Promise<void> {
    await this.database
      .of(PaymentAttemptEntity)
      .update({ id, state: "creating" }, { state: "unknown", response: { why }, answeredAt: databaseNow });
  }

  /** Orders with an attempt that has been without an answer for longer than `ms`. */
  async unansweredAttempts(ms: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ order_id: string }>(
      `SELECT order_id FROM payment_attempts
        WHERE state IN ('creating', 'unknown') AND created_at < clock_timestamp() - make_interval(secs => $1 / 1000.0)
        ORDER BY created_at LIMIT $2`,
      [ms, limit],
    );
    return found.map((attempt) => attempt.order_id);
  }

  /** The database's clock as ISO 8601, UTC. */
  async now(tx?: Tx): Promise<string> {
    const sql = "SELECT clock_timestamp() AS at";
    const found =
      tx === undefined ? await this.database.query<{ at: Date }>(sql) : await rows<{ at: Date }>(tx, sql);
    return (found[0]?.at ?? new Date()).toISOString();
  }

  /**
   * Two ids that differ in case only are the same to us, because the provider may not distinguish them.
   *
   * @returns false when the id is taken
   * @throws Error when the subject has an open order already: a mistake of ours
   */
  private async insert(
    tx: Tx,
    sql: string,
    { orderId, subjectType, subjectId, amountPaise }: NewOrder,
  ): Promise<boolean> {
    // Without naming an index, for the id stands in two of them and either may be the first to notice.
    const inserted = await rows(tx, `${sql} ON CONFLICT DO NOTHING RETURNING order_id`, [
      orderId,
      subjectType,
      subjectId,
      amountPaise,
    ]);
    if (inserted.length > 0) return true;
    const taken = await rows(tx, "SELECT 1 FROM orders WHERE lower(order_id) = lower($1)", [orderId]);
    if (taken.length === 0) throw new Error(`${subjectType} ${subjectId} has an open order already`);
    return false;
  }

  private async change(
    tx: Tx,
    where: FindOptionsWhere<OrderEntity>,
    set: QueryDeepPartialEntity<OrderEntity>,
  ): Promise<boolean> {
    return (await tx.update(OrderEntity, where, set)).affected === 1;
  }
}
