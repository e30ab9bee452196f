import { Injectable } from "@nestjs/common";
import { BookingRecovery } from "../bookings/booking-recovery.service.js";
import { ListingRecoveryService } from "../listings/listing-recovery.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { WebhooksService } from "../payments/webhooks.service.js";

/** How many of a kind one sweep takes up; the next one takes the rest. */
export const SWEEP_LIMIT = 200;

/** A stored webhook should have been handled within this, in milliseconds. */
const WEBHOOK_OVERDUE_MS = 60_000;

/** What the sweep does for money: overdue payments and offers, unanswered attempts, webhooks, refunds. */
@Injectable()
export class PaymentRecoveryService {
  constructor(
    private readonly bookings: BookingRecovery,
    private readonly listings: ListingRecoveryService,
    private readonly attempts: OrdersService,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly inbox: WebhooksService,
  ) {}

  /**
   * Takes the next step with payments whose window is long over, of stalls and of listings, with applications that
   * nobody pays for, and with offers of another stall that are over.
   *
   * @returns how many came to their end by it
   */
  async overduePayments(): Promise<number> {
    let ended = await this.listings.closeOverdue(SWEEP_LIMIT);
    ended += await this.listings.lapseOverdue(SWEEP_LIMIT);
    ended += await this.bookings.settleOverdueOffers(SWEEP_LIMIT);
    ended += await this.bookings.closeOverduePayments(SWEEP_LIMIT);
    return ended;
  }

  /** Settles orders whose creation the provider never confirmed. @returns how many found an answer */
  async unansweredAttempts(): Promise<number> {
    return this.settleAll(await this.attempts.unansweredAttempts(SWEEP_LIMIT));
  }

  /** Handles webhooks that wait although their turn has come. @returns how many had been waiting for too long */
  async overdueWebhooks(): Promise<number> {
    const count = await this.inbox.overdue(WEBHOOK_OVERDUE_MS);
    if (count > 0) await this.inbox.handleWaiting();
    return count;
  }

  /** Takes up refunds nobody follows, and surplus payments that were never refunded. @returns how many moved */
  async refundsLeft(): Promise<number> {
    const settled = await this.settleAll(await this.refunds.ordersWithSurplus(SWEEP_LIMIT));
    return settled + (await this.refunds.recover(SWEEP_LIMIT));
  }

  private async settleAll(orderIds: readonly string[]): Promise<number> {
    let answered = 0;
    for (const orderId of orderIds) {
      const { outcome } = await this.settlement.settleOrder(orderId, "sweep");
      if (outcome !== "unreachable") answered += 1;
    }
    return answered;
  }
}
