import { Injectable } from "@nestjs/common";
import type { RefundWhy, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import type { ListingMailData } from "../mail/mail.types.js";
import type { EndedRefund, LockedSubject, OrderRefund, OrderSubject, PaymentEvent } from "../payments/order-subject.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import { type ApplicationRow, ApplicationsRepository } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import { ListingSalesService } from "./listing-sales.service.js";

/** Reason of a refund in the owner's mail. */
const REFUND_REASON: Readonly<Record<RefundWhy, ListingMailData["listing-payment-refunded"]["why"]>> = {
  stall_taken: "application_ended",
  // Only stalls are offered instead: never set for listings.
  offer_declined: "application_ended",
  moved: "application_ended",
  move_over: "application_ended",
  offer_expired: "application_ended",
  own_other_stall: "application_ended",
  sales_closed: "application_ended",
  event_cancelled: "application_ended",
  second_payment: "second_payment",
  operator: "operator",
  paid_twice: "paid_twice",
  provider: "provider",
};

/** Applications as the subject of payment orders. Each order pays for one year. */
@Injectable()
export class ListingOrderSubject implements OrderSubject {
  readonly type = "application";

  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingSales: ListingSalesService,
    private readonly orders: OrdersService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
  ) {
    this.orders.registerSubject(this);
  }

  async lock(tx: Tx, applicationId: string, orderId: string): Promise<LockedSubject> {
    let application = await this.lockRow(tx, applicationId);
    return {
      status: await this.statusOf(tx, application, orderId),
      setPayUntil: async (payUntil) => {
        const open = await this.applications.openOrder(applicationId, tx);
        if (open !== undefined) await this.applications.setPayUntil(tx, open.orderId, payUntil);
      },
      notOpened: async (note) => {
        application = await this.notOpened(tx, application, note);
      },
      sell: async (sale) => {
        application = await this.listingSales.sell(tx, application, sale);
      },
      mailRefund: (refund) => this.mailRefund(tx, application, refund),
      mailRefundEnded: (refund) => this.mailRefundEnded(tx, application, refund),
      record: (event) => this.record(tx, applicationId, event),
      signal: () => this.signal(tx, application),
      publish: async (event) => {
        await this.record(tx, applicationId, event);
        await this.signal(tx, application);
      },
    };
  }

  record(tx: Tx, applicationId: string, event: PaymentEvent): Promise<void> {
    return this.listingHistory.record(tx, applicationId, event);
  }

  async endWindow(tx: Tx, applicationId: string, orderId: string): Promise<void> {
    await this.lockRow(tx, applicationId);
    await this.applications.endWindow(tx, orderId);
  }

  msUntilWindowEnds(applicationId: string): Promise<number> {
    return this.applications.msUntilWindowEnds(applicationId);
  }

  /** @throws Error if the application does not exist: every order has one */
  private async lockRow(tx: Tx, applicationId: string): Promise<ApplicationRow> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined) throw new Error(`no application ${applicationId}`);
    return application;
  }

  /**
   * A year is unpaid until one of its orders is paid, closed orders included: the first payment wins. Later money, and
   * money for an ended application, is refunded.
   */
  private async statusOf(tx: Tx, application: ApplicationRow, orderId: string): Promise<SubjectStatus> {
    const order = await this.applications.findOrder(orderId, tx);
    if (order === undefined) return { kind: "replaced" };
    const paid = await this.applications.paidOrder(application.id, order.year, tx);
    if (paid !== undefined) return { kind: "sold", byThisOrder: paid.orderId === orderId };
    switch (application.state) {
      case "submitted":
      case "paying":
      case "lapsed":
        return { kind: "unpaid" };
      case "live":
      case "expired":
        // Only the next year: after a gap the money would pay for the wrong one.
        return order.year === application.year + 1 ? { kind: "unpaid" } : { kind: "released", place: "taken" };
      case "under_review":
      case "rejected":
      case "withdrawn":
      case "joined":
        return { kind: "released", place: "taken" };
    }
  }

  /**
   * Voids an order that the provider does not have; the next attempt gets a new one, because the id may be used up.
   * paying → submitted; a renewal changes no state.
   */
  private async notOpened(tx: Tx, application: ApplicationRow, note: string): Promise<ApplicationRow> {
    const applicationId = application.id;
    const order = await this.applications.openOrder(applicationId, tx);
    if (order === undefined) return application;
    await this.orders.voidUnsent(tx, order.orderId);
    const first = order.purpose === "first";
    if (first && !(await this.applications.transition(tx, applicationId, "payment_not_opened"))) {
      return application;
    }
    const state = first ? "submitted" : application.state;
    await this.listingHistory.publish(
      tx,
      { id: applicationId, state: state },
      { kind: first ? "payment_not_opened" : "renewal_not_opened", actor: "provider", note },
    );
    return { ...application, state };
  }

  private async mailRefund(
    tx: Tx,
    application: ApplicationRow,
    { orderId, refundId, amountPaise, why, creditNote }: OrderRefund,
  ): Promise<void> {
    await this.listingMails.toOwner(
      tx,
      application,
      "listing-payment-refunded",
      { orderId, amountPaise, why: REFUND_REASON[why], creditNoteNumber: creditNote?.number },
      refundId,
      { invoiceId: creditNote?.invoiceId },
    );
  }

  private async mailRefundEnded(
    tx: Tx,
    application: ApplicationRow,
    { mailKey, orderId, amountPaise, state, bankReference }: EndedRefund,
  ): Promise<void> {
    const data = { orderId, amountPaise, state, ...(bankReference === undefined ? {} : { bankReference }) };
    await this.listingMails.toOwner(tx, application, "listing-refund-ended", data, mailKey);
  }

  private async signal(tx: Tx, application: ApplicationRow): Promise<void> {
    const open = await this.applications.openOrder(application.id, tx);
    // An ended application's open order can only be a renewal.
    const options = { evenIfCompleted: open?.purpose === "renewal" };
    await this.listingHistory.signal(tx, { ...application, orderId: open?.orderId }, options);
  }
}
