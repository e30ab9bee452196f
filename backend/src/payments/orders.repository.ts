import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { AskedOrder } from "@sakhi/domain/payments/order-identity.rules";
import type { AttemptState, OrderState, PaymentEnvironment } from "@sakhi/domain/payments/payment.states";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { ClosingActor, OrderRow, SubjectType } from "./payments.types.js";
import type { OrderRequest } from "./provider/payment-provider.js";

interface RawOrder {
  readonly order_id: string;
  readonly subject_type: SubjectType;
  readonly subject_id: string;
  readonly amount_paise: string;
  readonly currency: string;
  readonly state: OrderState;
  readonly environment: PaymentEnvironment | null;
  readonly payment_session_id: string | null;
  readonly provider_expires_at: Date | null;
  readonly closing_since: Date | null;
  readonly closing_actor: ClosingActor | null;
  readonly offline: boolean;
  readonly sold_payment_id: string | null;
  readonly lapsed: boolean;
}

const ORDER = `order_id, subject_type, subject_id, amount_paise, currency, state, environment,
  payment_session_id, provider_expires_at, closing_since, closing_actor, offline, sold_payment_id,
  coalesce(provider_expires_at <= clock_timestamp(), false) AS lapsed`;

/** What an order is for, and how much it costs. */
export type NewOrder = Pick<OrderRow, "orderId" | "subjectType" | "subjectId" | "amountPaise">;

function orderOf(raw: RawOrder): OrderRow {
  return {
    orderId: raw.order_id,
    subjectType: raw.subject_type,
    subjectId: raw.subject_id,
    amountPaise: Number(raw.amount_paise),
    currency: raw.currency,
    state: raw.state,
    environment: raw.environment,
    paymentSessionId: raw.payment_session_id,
    providerExpiresAt: raw.provider_expires_at,
    closingSince: raw.closing_since,
    closingActor: raw.closing_actor,
    offline: raw.offline,
    soldPaymentId: raw.sold_payment_id,
    lapsed: raw.lapsed,
  };
}

/** One attempt to open an order at the provider. */
export interface AttemptRow {
  readonly id: string;
  readonly orderId: string;
  readonly idempotencyKey: string;
  readonly state: AttemptState;
  /** The exact request, as it was before anybody was asked. */
  readonly request: OrderRequest;
  /** Milliseconds since it was claimed, by the database's clock. */
  readonly ageMs: number;
  /** When the order's first attempt was claimed; an earlier request may have made what a later one finds. */
  readonly firstAskedAt: Date;
}

interface RawAttempt {
  readonly id: string;
  readonly order_id: string;
  readonly idempotency_key: string;
  readonly state: AttemptState;
  readonly request: OrderRequest;
  readonly age_ms: string;
  readonly first_asked_at: Date;
}

const ATTEMPT = `id, order_id, idempotency_key, state, request,
  extract(epoch FROM clock_timestamp() - created_at) * 1000 AS age_ms,
  (SELECT min(f.created_at) FROM payment_attempts f WHERE f.order_id = payment_attempts.order_id) AS first_asked_at`;

function attemptOf(raw: RawAttempt): AttemptRow {
  return {
    id: raw.id,
    orderId: raw.order_id,
    idempotencyKey: raw.idempotency_key,
    state: raw.state,
    request: raw.request,
    ageMs: Number(raw.age_ms),
    firstAskedAt: raw.first_asked_at,
  };
}

const NEWEST_ATTEMPT = `SELECT ${ATTEMPT} FROM payment_attempts WHERE order_id = $1 ORDER BY created_at DESC, id LIMIT 1`;

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
    const sql = `SELECT ${ORDER} FROM orders WHERE order_id = $1`;
    const found =
      tx === undefined
        ? await this.database.query<RawOrder>(sql, [orderId])
        : await rows<RawOrder>(tx, sql, [orderId]);
    return found.map(orderOf)[0];
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
    return this.change(
      tx,
      "state = 'void', ended_at = clock_timestamp() WHERE order_id = $1 AND state = 'unsent'",
      [orderId],
    );
  }

  /** The provider is about to be asked to open it. */
  open(tx: Tx, orderId: string, environment: PaymentEnvironment, expiresAt: string): Promise<boolean> {
    return this.change(
      tx,
      `state = 'open', environment = $2, provider_expires_at = $3, payment_session_id = NULL
        WHERE order_id = $1 AND state = 'unsent'`,
      [orderId, environment, expiresAt],
    );
  }

  /** The provider has it. */
  accepted(
    tx: Tx,
    orderId: string,
    sessionId: string | undefined,
    expiresAt: Date | undefined,
  ): Promise<boolean> {
    return this.change(
      tx,
      `payment_session_id = coalesce($2, payment_session_id),
       provider_expires_at = coalesce($3, provider_expires_at) WHERE order_id = $1`,
      [orderId, sessionId ?? null, expiresAt ?? null],
    );
  }

  /** The session of an order that was accepted without one. */
  async session(tx: Tx, orderId: string, sessionId: string): Promise<void> {
    await this.change(
      tx,
      "payment_session_id = $2 WHERE order_id = $1 AND state = 'open' AND payment_session_id IS NULL",
      [orderId, sessionId],
    );
  }

  /** The provider does not have it: back to where it was before it was asked. */
  unsent(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(
      tx,
      `state = 'unsent', payment_session_id = NULL, provider_expires_at = NULL, closing_since = NULL,
       closing_actor = NULL
        WHERE order_id = $1 AND state IN ('open', 'closing')`,
      [orderId],
    );
  }

  closing(tx: Tx, orderId: string, actor: ClosingActor): Promise<boolean> {
    return this.change(
      tx,
      `state = 'closing', closing_since = clock_timestamp(), closing_actor = $2
        WHERE order_id = $1 AND state = 'open'`,
      [orderId, actor],
    );
  }

  /** Final at the provider, without money. */
  closed(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(
      tx,
      "state = 'closed', ended_at = clock_timestamp() WHERE order_id = $1 AND state IN ('open', 'closing')",
      [orderId],
    );
  }

  paid(tx: Tx, orderId: string): Promise<boolean> {
    return this.change(
      tx,
      "state = 'paid', ended_at = clock_timestamp() WHERE order_id = $1 AND state <> 'paid'",
      [orderId],
    );
  }

  /** Notes which payment buys the sale, or stands for it since the provider has reversed the first one. */
  async soldBy(tx: Tx, orderId: string, paymentId: string): Promise<void> {
    await tx.query("UPDATE orders SET sold_payment_id = $2 WHERE order_id = $1", [orderId, paymentId]);
  }

  /** Notes that the provider is being asked now. */
  async asked(orderId: string): Promise<void> {
    await this.database.query("UPDATE orders SET asked_at = clock_timestamp() WHERE order_id = $1", [
      orderId,
    ]);
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
    await tx.query(
      `INSERT INTO payment_attempts (id, order_id, idempotency_key, state, request)
       VALUES ($1, $2, $3, 'creating', $4)`,
      [id, request.orderId, randomUUID(), JSON.stringify(request)],
    );
    return id;
  }

  async findAttempt(id: string): Promise<AttemptRow | undefined> {
    const found = await this.database.query<RawAttempt>(
      `SELECT ${ATTEMPT} FROM payment_attempts WHERE id = $1`,
      [id],
    );
    return found.map(attemptOf)[0];
  }

  async newestAttempt(orderId: string, tx?: Tx): Promise<AttemptRow | undefined> {
    const found =
      tx === undefined
        ? await this.database.query<RawAttempt>(NEWEST_ATTEMPT, [orderId])
        : await rows<RawAttempt>(tx, NEWEST_ATTEMPT, [orderId]);
    return found.map(attemptOf)[0];
  }

  async wasAccepted(tx: Tx, orderId: string): Promise<boolean> {
    const found = await rows(
      tx,
      "SELECT 1 FROM payment_attempts WHERE order_id = $1 AND state = 'accepted' LIMIT 1",
      [orderId],
    );
    return found.length > 0;
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
    const changed = await rows(
      tx,
      `UPDATE payment_attempts
          SET state = $2, response_status = $3, response = $4, answered_at = clock_timestamp()
        WHERE id = $1 AND state IN ('creating', 'unknown') RETURNING id`,
      [id, state, answer.status ?? null, answer.code === undefined ? null : { code: answer.code }],
    );
    return changed.length > 0;
  }

  /** Nobody knows whether the provider did it. */
  async attemptUnanswered(id: string, why: string): Promise<void> {
    await this.database.query(
      `UPDATE payment_attempts SET state = 'unknown', response = $2, answered_at = clock_timestamp()
        WHERE id = $1 AND state = 'creating'`,
      [id, { why }],
    );
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

  private async change(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
    return (await rows(tx, `UPDATE orders SET ${sql} RETURNING order_id`, parameters)).length > 0;
  }
}
