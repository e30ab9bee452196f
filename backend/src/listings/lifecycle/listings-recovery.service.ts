import { Injectable } from "@nestjs/common";
import { LatePayments, latePaymentWorkflowId } from "../../payments/settlement/late-payments.service.js";
import { Database } from "../../platform/database/database.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "../payment/listing-orders.repository.js";
import { UnpaidListingPayments } from "../payment/unpaid-listing-payments.service.js";
import { ListingEventPublisher, listingWorkflowId } from "./listing-event-publisher.service.js";

/** How long an application may be overdue, or without its workflow, before the sweep takes it up, in seconds. */
const OVERDUE_SECONDS = 60;

/** Applications that nobody seems to look after; for the sweep. */
@Injectable()
export class ListingRecovery {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly unpaid: UnpaidListingPayments,
    private readonly late: LatePayments,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /** Closes orders whose window has been over for a minute. @returns how many came to their end by it */
  async closeOverdue(limit: number): Promise<number> {
    let ended = 0;
    for (const order of await this.listingOrders.overdue(OVERDUE_SECONDS, limit)) {
      if ((await this.unpaid.close(order)).ended) ended += 1;
    }
    return ended;
  }

  /**
   * Workflow id → application id, for applications that have a clock: an open order, a review, a year that runs,
   * the time to pay. Of many, those that pay or wait for review come first, and of the others some, other ones each
   * time.
   */
  async workflows(limit: number): Promise<Map<string, string>> {
    const found = await this.database.query<{ id: string }>(
      `SELECT a.id FROM listing_applications a
        WHERE a.updated_at < clock_timestamp() - make_interval(secs => $1)
          AND (a.state IN ('submitted', 'paying', 'under_review', 'live')
               OR EXISTS (SELECT 1 FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
                           WHERE lo.application_id = a.id AND o.state IN ('open', 'closing')))
        ORDER BY a.state IN ('submitted', 'live'), random() LIMIT $2`,
      [OVERDUE_SECONDS, limit],
    );
    return new Map(found.map(({ id }) => [listingWorkflowId(id), id]));
  }

  /** Starts the workflow of an application that has none. */
  async restart(applicationId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const application = await this.applications.lock(tx, applicationId);
      if (application === undefined) return;
      const open = await this.listingOrders.openOf(applicationId, tx);
      await this.publisher.nudge(tx, {
        applicationId,
        stage: application.state,
        orderId: open?.orderId,
        evenIfCompleted: true,
      });
    });
  }

  /** Workflow id → order, for orders given up lately: money may still come. */
  async lateWorkflows(limit: number): Promise<Map<string, string>> {
    const orders = await this.listingOrders.late(OVERDUE_SECONDS, limit);
    return new Map(orders.map((orderId) => [latePaymentWorkflowId(orderId), orderId]));
  }

  async restartLate(orderId: string): Promise<void> {
    await this.database.transaction((tx) => this.late.watch(tx, { orderId }));
  }
}
