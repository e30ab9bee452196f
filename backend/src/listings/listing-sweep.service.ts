import { Injectable } from "@nestjs/common";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import type { ClosingResult } from "@sakhi/workflows/payments/settlement.types";
import { OrderClosingService } from "../payments/order-closing.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { countSuccessful } from "../platform/loops/count-successful.js";
import { ApplicationsRepository } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingLifecycleService } from "./listing-lifecycle.service.js";
import type { ListingOrderEntity } from "./listings.entities.js";

/** Seconds an application may be overdue, or without its workflow, before the sweep handles it. */
const OVERDUE_SECONDS = 60;

/** Recovers applications whose workflow does not act, because it or a process was unavailable. */
@Injectable()
export class ListingSweepService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly orders: OrdersService,
    private readonly orderClosing: OrderClosingService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingLifecycle: ListingLifecycleService,
  ) {}

  /** Closes orders whose payment window ended over a minute ago. @returns the number that ended */
  async closeOverdue(limit: number): Promise<number> {
    return countSuccessful(await this.applications.overdueOrders(OVERDUE_SECONDS, limit), async (order) => {
      const { step, recheckInMs } = await this.close(order);
      return step === "closed" || (step === "paid" && recheckInMs === undefined);
    });
  }

  /** Advances a payment whose window is over by one step: closes the order, then ends the payment. */
  async close({
    applicationId,
    orderId,
  }: Pick<ListingOrderEntity, "applicationId" | "orderId">): Promise<ClosingResult> {
    const closing = await this.orderClosing.closePaymentOrder(orderId, "sweep");
    if (closing.step === "closed") await this.listingLifecycle.endUnpaidListingPayment(applicationId, orderId);
    return closing;
  }

  /** Lapses unpaid applications over a minute past their deadline. @returns the number lapsed */
  async lapseOverdue(limit: number): Promise<number> {
    const { unpaidSeconds } = this.config.listings;
    const unpaid = await this.applications.unpaidFor(unpaidSeconds + OVERDUE_SECONDS, limit);
    return countSuccessful(
      unpaid,
      async (id) => (await this.listingLifecycle.lapseApplication(id, { unpaidMs: unpaidSeconds * 1000 })).done,
    );
  }

  /** Workflow id → application id, for applications that should have a workflow. */
  async workflows(limit: number, ageSeconds = OVERDUE_SECONDS): Promise<Map<string, string>> {
    const ids = await this.applications.unfinished(ageSeconds, limit);
    return new Map(ids.map((id) => [listingWorkflowId(id), id]));
  }

  /** Starts an application's missing workflow. */
  async restart(applicationId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const application = await this.applications.lock(tx, applicationId);
      if (application === undefined) return;
      const open = await this.applications.openOrder(applicationId, tx);
      await this.listingHistory.signal(tx, { ...application, orderId: open?.orderId }, { evenIfCompleted: true });
    });
  }

  /** Workflow id → order id, for recently closed orders: late money may still arrive. */
  async lateWorkflows(limit: number, ageSeconds = OVERDUE_SECONDS): Promise<Map<string, string>> {
    const orders = await this.applications.lateOrders(ageSeconds, limit);
    return new Map(orders.map((orderId) => [latePaymentWorkflowId(orderId), orderId]));
  }

  async restartLate(orderId: string): Promise<void> {
    await this.database.transaction((tx) => this.orders.watchForLatePayment(tx, { orderId }));
  }
}
