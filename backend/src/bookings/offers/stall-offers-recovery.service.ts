import { Injectable } from "@nestjs/common";
import { OrdersService } from "../../payments/orders.service.js";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import { SettlementService } from "../../payments/settlement.service.js";
import { Database } from "../../platform/database/database.js";
import { StallOffersRepository } from "./stall-offers.repository.js";

/** How long an offer may be over, or without its workflow, before the sweep takes it up, in seconds. */
const OVERDUE_SECONDS = 60;

/** Offers of another stall that nobody seems to look after; for the sweep. */
@Injectable()
export class StallOfferRecovery {
  constructor(
    private readonly database: Database,
    private readonly offers: StallOffersRepository,
    private readonly settlement: SettlementService,
    private readonly late: OrdersService,
  ) {}

  /** Settles orders whose offer has been over for a minute without a refund. @returns how many came to their end by it */
  async settleOverdue(limit: number): Promise<number> {
    let ended = 0;
    for (const orderId of await this.offers.overdue(OVERDUE_SECONDS, limit)) {
      const { outcome } = await this.settlement.settleOrder(orderId, "sweep");
      if (outcome === "refunding") ended += 1;
    }
    return ended;
  }

  /** Workflow id → order and stall, for open offers: their workflow waits for the answer or the end. */
  async workflows(limit: number): Promise<Map<string, { orderId: string; stallId: string }>> {
    const open = await this.offers.open(OVERDUE_SECONDS, limit);
    return new Map(open.map((order) => [latePaymentWorkflowId(order.orderId), order]));
  }

  /** Starts the workflow of an offer that has none. */
  async restart(order: { orderId: string; stallId: string }): Promise<void> {
    await this.database.transaction((tx) => this.late.watchForLatePayment(tx, { ...order, again: true }));
  }
}
