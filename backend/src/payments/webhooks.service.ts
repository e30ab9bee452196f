import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { SeenDispute } from "@sakhi/domain/payments/dispute.rules";
import { isDatabaseUnavailable } from "../platform/database/database-errors.js";
import { Database, notifyAfterCommit, rows, type Tx } from "../platform/database/database.js";
import { describeError } from "../platform/log/log.js";
import { Counters } from "../platform/metrics/counters.js";
import { countEvent } from "../platform/metrics/objectives.js";
import { DisputesService } from "./disputes.service.js";
import { OrdersService } from "./orders.service.js";
import { PaymentProvider, type WebhookConcern, type WebhookHeaders } from "./provider/payment-provider.js";
import { RefundsService } from "./refunds.service.js";
import { SettlementService } from "./settlement.service.js";
import { UnknownOrdersService } from "./unknown-orders.service.js";

/** Channel that notifies the jobs process of new webhooks. */
export const WEBHOOK_CHANNEL = "webhook_inbox";

/** A claimed webhook. */
interface WaitingWebhook {
  readonly id: string;
  readonly type: string;
  readonly concerns: WebhookConcern;
  readonly orderId: string | null;
  readonly refundId: string | null;
  /** The stored fields of its body. */
  readonly body: Readonly<Record<string, string | number>>;
  /** Number of claims, this one included. */
  readonly attempts: number;
}

/** A webhook that was handled, and how long after it had arrived. */
interface HandledWebhook {
  readonly seconds: number;
  /** It reports a payment. */
  readonly paid: boolean;
}

/** Lease of a claimed webhook in seconds: longer than the provider's timeouts together. */
const LEASE_SECONDS = 60;
/** Limit of the backoff after a failed attempt: 2 s, 4 s, … five minutes. */
const MAX_BACKOFF_SECONDS = 300;
/**
 * Attempts to find a payment or refund that the webhook reports but the provider does not list yet: its list lags some
 * seconds behind. The pauses add up to half a minute.
 */
const LAG_ATTEMPTS = 5;
/** Marks a webhook as handled: only once the reported success is recorded here, except on the last attempt ($2). */
const HANDLED = `
  UPDATE webhook_inbox SET handled_at = clock_timestamp(), last_error = NULL
   WHERE id = $1 AND handled_at IS NULL
     AND ($2 OR body->>'status' IS DISTINCT FROM 'SUCCESS' OR CASE WHEN refund_id IS NULL
           THEN EXISTS (SELECT FROM payments WHERE provider_payment_id = body->>'paymentId' AND outcome = 'success')
           ELSE EXISTS (SELECT FROM refunds WHERE provider_refund_id = body->>'providerRefundId' AND state = 'succeeded')
         END)
  RETURNING extract(epoch FROM clock_timestamp() - received_at)::float8 AS seconds,
            refund_id IS NULL AND body->>'status' = 'SUCCESS' AS paid`;

/**
 * Inbox of the provider's webhooks. A webhook is stored first and handled in the jobs process, so that the provider gets
 * its response at once and no webhook is lost. It only triggers a reading at the provider, outside any transaction: its
 * content is never trusted. Without a response the webhook is retried with exponential backoff.
 */
@Injectable()
export class WebhooksService {
  private readonly logger = new Logger("WebhookHandler");

  constructor(
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly orders: OrdersService,
    private readonly disputes: DisputesService,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly unknownOrders: UnknownOrdersService,
    private readonly counters: Counters,
  ) {}

  /**
   * Stores a webhook with a valid signature; a repeated delivery is only counted.
   *
   * @throws DomainError signature_refused
   */
  async receive(rawBody: Buffer | undefined, headers: WebhookHeaders): Promise<void> {
    const event = rawBody === undefined ? undefined : this.provider.readWebhook(rawBody, headers);
    if (event === undefined) throw new DomainError("signature_refused");
    await this.database.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO webhook_inbox (event_key, type, concerns, order_id, refund_id, body, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (event_key) DO UPDATE SET deliveries = webhook_inbox.deliveries + 1`,
        [
          ...[event.key, event.type, event.concerns, event.orderId, event.refundId],
          ...[JSON.stringify(event.body), event.sentAt],
        ],
      );
      notifyAfterCommit(tx, { channel: WEBHOOK_CHANNEL, payload: "" });
    });
  }

  /**
   * Handles due webhooks one after the other. Safe to run in several processes at once.
   *
   * @returns the number of claimed webhooks
   */
  async handleWaiting(limit = 100): Promise<number> {
    for (let count = 0; count < limit; count += 1) {
      const webhook = await this.claim();
      if (webhook === undefined) return count;
      await this.handle(webhook);
    }
    return limit;
  }

  /** Counts due webhooks that were received more than `ms` ago. */
  async overdue(ms: number): Promise<number> {
    const [found] = await this.database.query<{ count: string }>(
      `SELECT count(*) AS count FROM webhook_inbox
        WHERE handled_at IS NULL AND not_before <= clock_timestamp()
          AND received_at < clock_timestamp() - make_interval(secs => $1 / 1000.0)`,
      [ms],
    );
    return Number(found?.count ?? 0);
  }

  /**
   * Claims the next due webhook for the time of the lease, and finds the order of one that names its payment only.
   *
   * @returns undefined when there is none
   */
  private async claim(): Promise<WaitingWebhook | undefined> {
    const [found] = await this.database.queryAutocommit<WaitingWebhook>(
      {
        name: "claim_webhook",
        text: `UPDATE webhook_inbox
          SET attempts = attempts + 1, not_before = clock_timestamp() + make_interval(secs => $1),
              order_id = coalesce(order_id,
                (SELECT p.order_id FROM payments p WHERE p.provider_payment_id = body->>'paymentId'))
        WHERE id = (SELECT id FROM webhook_inbox
                     WHERE handled_at IS NULL AND not_before <= clock_timestamp()
                     ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1)
        RETURNING id, type, concerns, order_id AS "orderId", refund_id AS "refundId", body, attempts`,
      },
      [LEASE_SECONDS],
    );
    return found;
  }

  private async handle(webhook: WaitingWebhook): Promise<void> {
    try {
      const undone = await this.effect(webhook);
      if (undone !== undefined) await this.postpone(webhook, undone);
    } catch (error) {
      const problem = describeError(error);
      const line = `webhook ${webhook.id} (${webhook.type}) is postponed: ${problem}`;
      // An overloaded database recovers without an operator.
      if (isDatabaseUnavailable(error)) this.logger.warn(line);
      else this.logger.error(line);
      await this.postpone(webhook, problem);
    }
  }

  /**
   * Settles the order or refund that the webhook is about and marks the webhook as handled in the same transaction.
   *
   * @returns why it must be retried: the provider is unreachable, or does not list the reported payment or refund yet, or
   *   the restored database must be read first
   */
  private async effect(
    webhook: WaitingWebhook,
  ): Promise<"provider_unreachable" | "provider_behind" | "recovering" | undefined> {
    const { id, orderId, refundId, attempts } = webhook;
    const provider: { behind: boolean; sold?: HandledWebhook } = { behind: false };
    const handled = async (tx: Tx, lastTry = attempts >= LAG_ATTEMPTS): Promise<void> => {
      const [done] = await rows<HandledWebhook>(tx, HANDLED, [id, lastTry]);
      provider.behind = done === undefined;
      if (done?.paid === true) provider.sold = done;
    };
    const recorded = orderId !== null && (await this.orders.isRecorded(orderId));
    if (!(await this.report(webhook, recorded))) return "provider_unreachable";
    if (refundId !== null && (await this.refunds.exists(refundId))) {
      if (!(await this.refunds.reconcile(refundId, handled))) return "provider_unreachable";
    } else if (orderId === null) {
      // An unknown type, or a payment whose order may be recorded later.
      await this.database.transaction((tx) => handled(tx));
    } else if (!recorded) {
      // Of another installation, or ours and lost: only the provider knows.
      const found = await this.unknownOrders.check(orderId, (tx) => handled(tx, true));
      if (found === "unreachable") return "provider_unreachable";
    } else {
      // A refund made elsewhere: settling records and credits it. A dispute that was won may leave money to refund.
      const refunds = refundId === null && webhook.concerns !== "dispute" ? {} : { refunds: true };
      const settled = await this.settlement.reconcile(orderId, {
        trigger: "webhook",
        ...refunds,
        alsoInTransaction: handled,
      });
      if (settled.facts.outcome === "unreachable") return "provider_unreachable";
      if (settled.postponed === true) return "recovering";
    }
    if (provider.sold !== undefined) countEvent(this.counters, "sale", provider.sold.seconds);
    return provider.behind ? "provider_behind" : undefined;
  }

  /**
   * Records a dispute, and says so of an event that this release does not know. Repeating it changes nothing.
   *
   * @returns false if the provider does not say whose the order is
   */
  private async report({ type, concerns, orderId, body }: WaitingWebhook, recorded: boolean): Promise<boolean> {
    const dispute = concerns === "dispute" ? reportedDispute(body) : undefined;
    if (dispute !== undefined) {
      // Of an order that nobody knows, somebody must look: its money leaves this account all the same.
      const isOfAnother = !recorded && orderId !== null ? await this.unknownOrders.isOfAnother(orderId) : false;
      if (isOfAnother === undefined) return false;
      if (!isOfAnother) await this.disputes.report(dispute, { orderId: orderId ?? undefined, recorded });
    } else if (concerns !== "payment" && concerns !== "refund" && recorded && orderId !== null) {
      await this.disputes.reportUnknown({ orderId, event: type, orderAmount: body["orderAmount"] });
    }
    return true;
  }

  /** @param why short, for operators */
  private async postpone({ id, attempts }: WaitingWebhook, why: string): Promise<void> {
    const seconds = Math.min(MAX_BACKOFF_SECONDS, 2 ** Math.min(attempts, 10));
    await this.database.query(
      `UPDATE webhook_inbox SET last_error = $2, not_before = clock_timestamp() + make_interval(secs => $3)
        WHERE id = $1 AND handled_at IS NULL`,
      [id, why, seconds],
    );
  }
}

/** The dispute of a stored webhook; undefined if it had no id. */
function reportedDispute(body: WaitingWebhook["body"]): SeenDispute | undefined {
  const { disputeId, disputePaise, disputeStatus, paymentId, respondBy, reasonCode, disputeUpdatedAt } = body;
  if (disputeId === undefined) return undefined;
  const text = (value: string | number | undefined): string | undefined =>
    value === undefined ? undefined : String(value);
  const time = (value: string | number | undefined): Date | undefined =>
    value === undefined ? undefined : new Date(value);
  return {
    disputeId: String(disputeId),
    paymentId: text(paymentId),
    amountPaise: Number(disputePaise ?? 0),
    status: String(disputeStatus ?? "unknown"),
    respondBy: time(respondBy),
    reasonCode: text(reasonCode),
    updatedAt: time(disputeUpdatedAt),
  };
}
