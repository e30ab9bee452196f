import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { AskedOrder } from "@sakhi/domain/payments/order-identity.rules";
import type { AttemptState } from "@sakhi/domain/payments/payment.states";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import type { OrderRequest } from "../provider/payment-provider.js";

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

const COLUMNS = `id, order_id, idempotency_key, state, request,
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

const NEWEST = `SELECT ${COLUMNS} FROM payment_attempts WHERE order_id = $1 ORDER BY created_at DESC, id LIMIT 1`;

/** The order as its attempts asked for it, to be compared with what is found at the provider. */
export function askedOrder({ request, firstAskedAt }: AttemptRow): AskedOrder {
  const { orderId, amountPaise, currency, customer, installation } = request;
  return { orderId, amountPaise, currency, customerId: customer.id, installation, firstAskedAt };
}

/** The payment_attempts table. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly database: Database) {}

  /** Claims the right to ask: a unique index lets only one attempt of an order be under way. */
  async claim(tx: Tx, request: OrderRequest): Promise<string> {
    const id = randomUUID();
    await tx.query(
      `INSERT INTO payment_attempts (id, order_id, idempotency_key, state, request)
       VALUES ($1, $2, $3, 'creating', $4)`,
      [id, request.orderId, randomUUID(), JSON.stringify(request)],
    );
    return id;
  }

  async find(id: string): Promise<AttemptRow | undefined> {
    const found = await this.database.query<RawAttempt>(
      `SELECT ${COLUMNS} FROM payment_attempts WHERE id = $1`,
      [id],
    );
    return found.map(attemptOf)[0];
  }

  async newest(orderId: string, tx?: Tx): Promise<AttemptRow | undefined> {
    const found =
      tx === undefined
        ? await this.database.query<RawAttempt>(NEWEST, [orderId])
        : await rows<RawAttempt>(tx, NEWEST, [orderId]);
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
   * Notes how an attempt was answered, once: whoever learns it first decides.
   *
   * @returns false when it was answered before
   */
  async answered(
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
  async unanswered(id: string, why: string): Promise<void> {
    await this.database.query(
      `UPDATE payment_attempts SET state = 'unknown', response = $2, answered_at = clock_timestamp()
        WHERE id = $1 AND state = 'creating'`,
      [id, { why }],
    );
  }

  /** Orders with an attempt that has been without an answer for longer than `ms`. */
  async unansweredFor(ms: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ order_id: string }>(
      `SELECT order_id FROM payment_attempts
        WHERE state IN ('creating', 'unknown') AND created_at < clock_timestamp() - make_interval(secs => $1 / 1000.0)
        ORDER BY created_at LIMIT $2`,
      [ms, limit],
    );
    return found.map((attempt) => attempt.order_id);
  }
}
