import { Injectable } from "@nestjs/common";
import { PaymentAttempts } from "../payments/orders/payment-attempts.service.js";
import { RefundsUnattended } from "../payments/refunds/refunds-unattended.service.js";
import { Settlement } from "../payments/settlement/settlement.service.js";
import { SweepOverdue } from "./sweep.overdue.js";
import { SweepWebhooks } from "./sweep.webhooks.js";

/** How many of a kind one sweep takes up; the next one takes the rest. */
export const SWEEP_LIMIT = 200;

/** The sweep's look at money: orders overdue, attempts and webhooks without an answer, refunds left. */
@Injectable()
export class SweepMoney {
  constructor(
    private readonly overdue: SweepOverdue,
    private readonly attempts: PaymentAttempts,
    private readonly settlement: Settlement,
    private readonly refunds: RefundsUnattended,
    private readonly inbox: SweepWebhooks,
  ) {}

  /** Takes the next step with payments whose window is long over. @returns how many came to their end by it */
  overduePayments(): Promise<number> {
    return this.overdue.payments(SWEEP_LIMIT);
  }

  /** Reads orders of whose creation nobody ever heard. @returns how many found an answer */
  async unansweredAttempts(): Promise<number> {
    let answered = 0;
    for (const orderId of await this.attempts.unanswered(SWEEP_LIMIT)) {
      const { outcome } = await this.settlement.settleOrder(orderId, "sweep");
      if (outcome !== "unreachable") answered += 1;
    }
    return answered;
  }

  webhooks(): Promise<number> {
    return this.inbox.overdue();
  }

  /** Refunds nobody sees through, and payments too many that were never given back. @returns how many moved */
  async refundsLeft(): Promise<number> {
    let moved = 0;
    for (const orderId of await this.refunds.ordersWithSurplus(SWEEP_LIMIT)) {
      const { outcome } = await this.settlement.settleOrder(orderId, "sweep");
      if (outcome !== "unreachable") moved += 1;
    }
    return moved + (await this.refunds.attend(SWEEP_LIMIT));
  }
}
