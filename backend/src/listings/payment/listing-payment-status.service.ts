import { Injectable } from "@nestjs/common";
import type { SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "./listing-orders.repository.js";

/** How an application stands towards one of its orders, locked. */
@Injectable()
export class ListingPaymentStanding {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
  ) {}

  /** @throws Error when there is no such application: an order always has one */
  async lock(tx: Tx, applicationId: string): Promise<ApplicationRow> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined) throw new Error(`no application ${applicationId}`);
    return application;
  }

  /**
   * A year waits for money until one of its orders has brought it, also one given up before: whichever pays first.
   * What comes after that, or for an application that is over, goes back.
   *
   * @param application as it was locked by {@link lock}
   */
  async of(tx: Tx, application: ApplicationRow, orderId: string): Promise<SubjectStatus> {
    const order = await this.listingOrders.find(orderId, tx);
    if (order === undefined) return { kind: "replaced" };
    const paid = await this.listingOrders.paidFor(tx, application.id, order.year);
    if (paid !== undefined) return { kind: "sold", byThisOrder: paid.orderId === orderId };
    switch (application.state) {
      case "submitted":
      case "paying":
      case "lapsed":
        return { kind: "unpaid" };
      case "live":
      case "expired":
        // Another year's; should years in between be missing, the money would pay for the wrong one.
        return order.year === application.year + 1
          ? { kind: "unpaid" }
          : { kind: "released", place: "taken" };
      case "under_review":
      case "rejected":
      case "withdrawn":
      case "joined":
        return { kind: "released", place: "taken" };
    }
  }
}
