import { Injectable } from "@nestjs/common";
import { CALLS_AT_ONCE, countSuccessful } from "../platform/loops/count-successful.js";
import { OrdersService } from "./orders.service.js";
import { RefundsService } from "./refunds.service.js";
import { SettlementService } from "./settlement.service.js";
import { WebhooksService } from "./webhooks.service.js";

/** Age at which an unhandled webhook is overdue, in ms. */
const WEBHOOK_OVERDUE_MS = 60_000;

/** Catches up on orders, webhooks and refunds that nothing followed in time. */
@Injectable()
export class PaymentsSweepService {
  constructor(
    private readonly orders: OrdersService,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly webhooks: WebhooksService,
  ) {}

  /** Settles orders whose creation the provider did not confirm. @returns how many got a response */
  async unansweredAttempts(limit: number): Promise<number> {
    return this.settleAll(await this.orders.unansweredAttempts(limit));
  }

  /** Handles overdue webhooks. @returns how many were overdue */
  async overdueWebhooks(): Promise<number> {
    const count = await this.webhooks.overdue(WEBHOOK_OVERDUE_MS);
    if (count > 0) await this.webhooks.handleWaiting();
    return count;
  }

  /** Continues stale refunds and refunds surplus payments. @returns how many changed */
  async staleRefunds(limit: number): Promise<number> {
    const steps = [
      async () => this.settleAll(await this.refunds.ordersWithSurplus(limit)),
      () => this.refunds.recover(limit),
    ];
    return countSuccessful(steps, (step) => step());
  }

  private settleAll(orderIds: readonly string[]): Promise<number> {
    const settle = async (orderId: string): Promise<boolean> => {
      const { outcome } = await this.settlement.settleOrder(orderId, "sweep");
      return outcome !== "unreachable";
    };
    return countSuccessful(orderIds, settle, CALLS_AT_ONCE);
  }
}
