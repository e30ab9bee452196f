import { Injectable } from "@nestjs/common";
import type { EndedRefund, OrderRefund } from "../../payments/orders/order-subject.types.js";
import { LatePayments } from "../../payments/settlement/late-payments.service.js";
import { OrdersService } from "../../payments/orders/orders.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "./listing-orders.repository.js";
import { ListingPaymentNotifications } from "./listing-payment-notifications.service.js";

/** The ways back from a payment: never opened, ended without money, or money that goes back. */
@Injectable()
export class ListingPaymentRollback {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly orders: OrdersService,
    private readonly late: LatePayments,
    private readonly reported: ListingPaymentNotifications,
  ) {}

  /**
   * The provider does not have the order: it is voided, and the next try gets another one, for the id may be burnt.
   * paying → submitted; a renewal changes no state.
   */
  async notOpened(tx: Tx, applicationId: string, note: string): Promise<void> {
    const application = await this.applications.lock(tx, applicationId);
    const order = await this.listingOrders.openOf(applicationId, tx);
    if (application === undefined || order === undefined) return;
    await this.orders.voidUnsent(tx, order.orderId);
    const first = order.purpose === "first";
    if (first && !(await this.applications.step(tx, applicationId, "payment_not_opened"))) return;
    await this.reported.publisher.record(
      tx,
      { applicationId, stage: first ? "submitted" : application.state },
      { kind: "payment_not_opened", actor: "provider", note },
    );
  }

  /**
   * Lets an order go that is final without money: paying → submitted, a renewal changes no state. The owner is told,
   * and late money looked for.
   *
   * @returns whether anything was changed now
   */
  async ended(tx: Tx, applicationId: string, orderId: string): Promise<boolean> {
    const application = await this.applications.lock(tx, applicationId);
    const listingOrder = await this.listingOrders.find(orderId, tx);
    const order = await this.orders.find(orderId, tx);
    if (application === undefined || listingOrder === undefined || order?.state !== "closed") return false;
    // Whatever else has come of the application: somebody may still pay this one.
    await this.late.watch(tx, { orderId });
    const { year, purpose } = listingOrder;
    const waits = purpose === "first" ? application.state === "paying" : isListed(application);
    const open = await this.listingOrders.openOf(applicationId, tx);
    const paid = await this.listingOrders.paidFor(tx, applicationId, year);
    if (!waits || open !== undefined || paid !== undefined) return false;
    await this.reported.unpaid(tx, application, listingOrder);
    if (purpose === "renewal") return false;
    await this.applications.step(tx, applicationId, "payment_ended");
    await this.reported.publisher.record(
      tx,
      { applicationId, stage: "submitted" },
      { kind: "payment_ended", actor: "system", note: orderId },
    );
    return true;
  }

  mailRefund(tx: Tx, application: ApplicationRow, refund: OrderRefund): Promise<void> {
    return this.reported.refunded(tx, application, refund);
  }

  mailRefundEnded(tx: Tx, application: ApplicationRow, refund: EndedRefund): Promise<void> {
    return this.reported.refundEnded(tx, application, refund);
  }

  async nudge(tx: Tx, applicationId: string): Promise<void> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined) return;
    const open = await this.listingOrders.openOf(applicationId, tx);
    await this.reported.publisher.nudge(tx, {
      applicationId,
      stage: application.state,
      orderId: open?.orderId,
      // An order of one that has ended can only be a renewal's.
      evenIfCompleted: open?.purpose === "renewal",
    });
  }
}

function isListed({ state }: ApplicationRow): boolean {
  return state === "live" || state === "expired";
}
