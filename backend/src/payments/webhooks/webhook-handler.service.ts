import { Injectable, Logger } from "@nestjs/common";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { OrdersRepository } from "../orders/orders.repository.js";
import { RefundsRepository } from "../refunds/refunds.repository.js";
import { RefundsService } from "../refunds/refunds.service.js";
import { Settlement } from "../settlement/settlement.service.js";
import { WebhookInbox } from "./webhook-inbox.service.js";
import type { WaitingWebhook } from "./webhook-inbox.service.js";

/** What a webhook about a refund makes us do. */
@Injectable()
export class WebhookRefunds {
  constructor(
    private readonly refunds: RefundsService,
    private readonly repository: RefundsRepository,
    private readonly orders: OrdersRepository,
    private readonly settlement: Settlement,
    private readonly database: Database,
  ) {}

  /** @returns false when the provider gave no answer */
  async effect(
    refundId: string,
    orderId: string | undefined,
    handled: (tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    if ((await this.repository.find(refundId)) !== undefined) {
      return (await this.refunds.check(refundId, handled)) !== undefined;
    }
    const order = orderId === undefined ? undefined : await this.orders.find(orderId);
    if (order === undefined) {
      await this.database.transaction(handled);
      return true;
    }
    // A refund we never decided: whatever it gave back, settling puts it on record and credits it.
    const check = await this.settlement.check(order.orderId, {
      trigger: "webhook",
      refunds: true,
      within: handled,
    });
    return check.facts.outcome !== "unreachable";
  }
}

/**
 * Handles stored webhooks, in the jobs process: each makes us ask the provider, outside any transaction; the
 * "handled" mark commits with what follows. What gets no answer is tried again, later and later.
 */
@Injectable()
export class WebhookHandler {
  private readonly logger = new Logger("WebhookHandler");

  constructor(
    private readonly inbox: WebhookInbox,
    private readonly settlement: Settlement,
    private readonly refunds: WebhookRefunds,
    private readonly orders: OrdersRepository,
    private readonly database: Database,
  ) {}

  /**
   * Handles what waits, one after the other. Any number of processes may do so at once.
   *
   * @returns how many were claimed
   */
  async handleWaiting(limit = 100): Promise<number> {
    for (let count = 0; count < limit; count += 1) {
      const webhook = await this.inbox.claim();
      if (webhook === undefined) return count;
      await this.handle(webhook);
    }
    return limit;
  }

  private async handle(webhook: WaitingWebhook): Promise<void> {
    try {
      const done = await this.effect(webhook);
      if (!done) await this.inbox.postpone(webhook, "provider_unreachable");
    } catch (error) {
      // Only the name: messages of database errors can hold values.
      const name = error instanceof Error ? error.name : "error";
      this.logger.error(`webhook ${webhook.id} (${webhook.type}): ${name}`);
      await this.inbox.postpone(webhook, name);
    }
  }

  /** @returns false when the provider gave no answer, so that it is not handled yet */
  private async effect(webhook: WaitingWebhook): Promise<boolean> {
    const handled = (tx: Tx): Promise<void> => this.inbox.handled(tx, webhook.id);
    const { orderId, refundId } = webhook;
    if (refundId !== undefined) return this.refunds.effect(refundId, orderId, handled);
    // Not about an order of ours, or a kind we do not know: nothing to do is done.
    if (orderId === undefined || (await this.orders.find(orderId)) === undefined) {
      await this.database.transaction(handled);
      return true;
    }
    const check = await this.settlement.check(orderId, { trigger: "webhook", within: handled });
    return check.facts.outcome !== "unreachable";
  }
}
