import { Injectable } from "@nestjs/common";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import { OrdersService } from "../payments/orders.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { Database } from "../platform/database/database.js";
import { countSuccessful } from "../platform/loops/count-successful.js";
import { OverdueBookingsRepository } from "./overdue-bookings.repository.js";
import { StallOffersRepository } from "./stall-offers.repository.js";

/** How long a booking, order or offer may be overdue, or without its workflow, before the sweep acts on it, in seconds. */
export const OVERDUE_SECONDS = 60;

/** An order watched for late money, with its stall. */
interface LateOrder {
  readonly orderId: string;
  readonly stallId: string;
}

/** Recovers late money and offers of another stall that are stuck because a workflow or a process was unavailable. */
@Injectable()
export class LateMoneySweepService {
  constructor(
    private readonly database: Database,
    private readonly overdueBookings: OverdueBookingsRepository,
    private readonly offers: StallOffersRepository,
    private readonly settlement: SettlementService,
    private readonly orders: OrdersService,
  ) {}

  /** Settles orders whose offer ended a minute ago without a refund. @returns the number of refunds it decided */
  async settleOverdueOffers(limit: number): Promise<number> {
    return countSuccessful(await this.offers.overdue(OVERDUE_SECONDS, limit), async (orderId) => {
      const { outcome } = await this.settlement.settleOrder(orderId, "sweep");
      return outcome === "refunding";
    });
  }

  /** Workflow id → order, of recently closed orders: money may still arrive. */
  async workflows(limit: number, ageSeconds = OVERDUE_SECONDS): Promise<Map<string, LateOrder>> {
    return byWorkflow(await this.overdueBookings.lateOrders(ageSeconds, limit));
  }

  /** Workflow id → order, of open offers: their workflow waits for the payer's response or the offer's end. */
  async offerWorkflows(limit: number, ageSeconds = OVERDUE_SECONDS): Promise<Map<string, LateOrder>> {
    return byWorkflow(await this.offers.open(ageSeconds, limit));
  }

  /** Starts the late-payment workflow. @param again even if one has completed, as an open offer needs */
  async restart(order: LateOrder, again = false): Promise<void> {
    await this.database.transaction((tx) => this.orders.watchForLatePayment(tx, { ...order, again }));
  }
}

function byWorkflow(orders: readonly LateOrder[]): Map<string, LateOrder> {
  return new Map(orders.map((order) => [latePaymentWorkflowId(order.orderId), order]));
}
