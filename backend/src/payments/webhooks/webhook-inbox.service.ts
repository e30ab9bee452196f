import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { PaymentProvider } from "../provider/payment-provider.js";
import type { WebhookHeaders } from "../provider/payment-provider.js";
import { readWebhook } from "./webhook.event.js";
import type { WebhookEvent } from "./webhook.event.js";

/** Channel on which the jobs process hears of new webhooks. */
export const WEBHOOK_CHANNEL = "webhook_inbox";

/** A webhook that waits to be handled. */
export interface WaitingWebhook {
  readonly id: string;
  readonly type: string;
  readonly orderId: string | undefined;
  readonly refundId: string | undefined;
  /** How often it has been claimed, this time included. */
  readonly attempts: number;
}

/** How long a claimed webhook is left to its handler, in seconds: longer than the provider can keep us waiting. */
const LEASE_SECONDS = 60;
/** Pause after a failed try: 2 s, 4 s, … up to five minutes. */
const MAX_PAUSE_SECONDS = 300;

/**
 * Webhooks are stored first and handled afterwards, so that the provider is answered at once and none is lost. They
 * only make us ask: nothing is believed but the provider's own answer.
 */
@Injectable()
export class WebhookInbox {
  constructor(
    private readonly database: Database,
    private readonly provider: PaymentProvider,
  ) {}

  /**
   * Stores a genuine webhook; sent again, it is only counted.
   *
   * @throws DomainError signature_refused when it is not the provider's
   */
  async receive(rawBody: Buffer | undefined, headers: WebhookHeaders): Promise<void> {
    if (rawBody === undefined || !this.provider.verifyWebhook(rawBody, headers)) {
      throw new DomainError("signature_refused");
    }
    await this.store(readWebhook(rawBody, headers));
  }

  private async store(event: WebhookEvent): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO webhook_inbox (event_key, type, order_id, refund_id, body, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (event_key) DO UPDATE SET deliveries = webhook_inbox.deliveries + 1`,
        [event.key, event.type, event.orderId, event.refundId, JSON.stringify(event.body), event.sentAt],
      );
      await tx.query("SELECT pg_notify($1, '')", [WEBHOOK_CHANNEL]);
    });
  }

  /** The next webhook to handle, which nobody else gets for a while; undefined when none waits. */
  async claim(): Promise<WaitingWebhook | undefined> {
    return this.database.transaction(async (tx) => {
      const [found] = await rows<{
        id: string;
        type: string;
        order_id: string | null;
        refund_id: string | null;
        attempts: number;
      }>(
        tx,
        `UPDATE webhook_inbox
            SET attempts = attempts + 1, not_before = clock_timestamp() + make_interval(secs => $1)
          WHERE id = (SELECT id FROM webhook_inbox
                       WHERE handled_at IS NULL AND not_before <= clock_timestamp()
                       ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1)
          RETURNING id, type, order_id, refund_id, attempts`,
        [LEASE_SECONDS],
      );
      if (found === undefined) return undefined;
      const { id, type, attempts } = found;
      return {
        id,
        type,
        orderId: found.order_id ?? undefined,
        refundId: found.refund_id ?? undefined,
        attempts,
      };
    });
  }

  /** Committed with the effect. */
  async handled(tx: Tx, id: string): Promise<void> {
    await tx.query(
      "UPDATE webhook_inbox SET handled_at = clock_timestamp(), last_error = NULL WHERE id = $1 AND handled_at IS NULL",
      [id],
    );
  }

  /** To be tried again later. @param why one word, for operators */
  async postpone({ id, attempts }: WaitingWebhook, why: string): Promise<void> {
    const pause = Math.min(MAX_PAUSE_SECONDS, 2 ** Math.min(attempts, 10));
    await this.database.query(
      `UPDATE webhook_inbox SET last_error = $2, not_before = clock_timestamp() + make_interval(secs => $3)
        WHERE id = $1 AND handled_at IS NULL`,
      [id, why, pause],
    );
  }

  /** How many have waited for longer than `ms` although their turn has come. */
  async overdue(ms: number): Promise<number> {
    const [found] = await this.database.query<{ count: string }>(
      `SELECT count(*) AS count FROM webhook_inbox
        WHERE handled_at IS NULL AND not_before <= clock_timestamp()
          AND received_at < clock_timestamp() - make_interval(secs => $1 / 1000.0)`,
      [ms],
    );
    return Number(found?.count ?? 0);
  }
}
