import { Injectable } from "@nestjs/common";
import { WebhookHandler } from "../payments/webhooks/webhook-handler.service.js";
import { WebhookInbox } from "../payments/webhooks/webhook-inbox.service.js";

/** A stored webhook should have been handled within this, in milliseconds. */
const OVERDUE_MS = 60_000;

/** Webhooks that wait although their turn has come. */
@Injectable()
export class SweepWebhooks {
  constructor(
    private readonly inbox: WebhookInbox,
    private readonly handler: WebhookHandler,
  ) {}

  /** Handles them. @returns how many had been waiting for too long */
  async overdue(): Promise<number> {
    const count = await this.inbox.overdue(OVERDUE_MS);
    if (count > 0) await this.handler.handleWaiting();
    return count;
  }
}
