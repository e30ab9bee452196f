import { Injectable } from "@nestjs/common";
import type { ClosingFacts } from "@sakhi/workflows/payments/settlement.types";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { OrderClosingService } from "../payments/order-closing.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { ApplicationsRepository } from "./applications.repository.js";
import { ListingEventsService } from "./listing-events.service.js";
import { ListingLifecycleService } from "./listing-lifecycle.service.js";
import type { ListingOrderEntity } from "./listings.entities.js";

/** How long an application may be overdue, or without its workflow, before recovery takes it up, in seconds. */
const OVERDUE_SECONDS = 60;

/** Applications whose workflow does not act; for the recovery sweep. */
@Injectable()
export class ListingRecoveryService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly lifecycle: ListingLifecycleService,
    private readonly closing: OrderClosingService,
    private readonly late: OrdersService,
    private readonly events: ListingEventsService,
  ) {}

  /** Closes orders whose window has been over for a minute. @returns how many ended */
  async closeOverdue(limit: number): Promise<number> {
    let ended = 0;
    for (const order of await this.applications.overdueOrders(OVERDUE_SECONDS, limit)) {
      const { step, recheckInMs } = await this.close(order);
      if (step === "closed" || (step === "paid" && recheckInMs === undefined)) ended += 1;
    }
    return ended;
  }

  /** One step towards the end of a payment whose window is over: closes the order, then ends the payment. */
  async close({
    applicationId,
    orderId,
  }: Pick<ListingOrderEntity, "applicationId" | "orderId">): Promise<ClosingFacts> {
    const closing = await this.closing.closePaymentOrder(orderId, "sweep");
    if (closing.step === "closed") await this.lifecycle.endUnpaidListingPayment(applicationId, orderId);
    return closing;
  }

  /** Closes applications that nobody has paid for, a minute after their time. @returns how many */
  async lapseOverdue(limit: number): Promise<number> {
    let lapsed = 0;
    const { unpaidSeconds } = this.config.listings;
    for (const id of await this.applications.unpaidFor(unpaidSeconds + OVERDUE_SECONDS, limit)) {
      if ((await this.lifecycle.lapseApplication(id, { unpaidMs: unpaidSeconds * 1000 })).done) lapsed += 1;
    }
    return lapsed;
  }

  /** Workflow id → application id, for applications that should have a workflow. */
  async workflows(limit: number, ageSeconds = OVERDUE_SECONDS): Promise<Map<string, string>> {
    const ids = await this.applications.unfinished(ageSeconds, limit);
    return new Map(ids.map((id) => [listingWorkflowId(id), id]));
  }

  /** Starts the workflow of an application that has none. */
  async restart(applicationId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const application = await this.applications.lock(tx, applicationId);
      if (application === undefined) return;
      const open = await this.applications.openOrder(applicationId, tx);
      await this.events.signal(tx, {
        applicationId,
        stage: application.state,
        orderId: open?.orderId,
        evenIfCompleted: true,
      });
    });
  }

  /** Workflow id → order, for orders closed lately: money may still come. */
  async lateWorkflows(limit: number, ageSeconds = OVERDUE_SECONDS): Promise<Map<string, string>> {
    const orders = await this.applications.lateOrders(ageSeconds, limit);
    return new Map(orders.map((orderId) => [latePaymentWorkflowId(orderId), orderId]));
  }

  async restartLate(orderId: string): Promise<void> {
    await this.database.transaction((tx) => this.late.watchForLatePayment(tx, { orderId }));
  }
}
