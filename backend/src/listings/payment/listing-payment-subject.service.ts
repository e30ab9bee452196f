import { Injectable } from "@nestjs/common";
import type { SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import { OrderSubjects } from "../../payments/orders/order-subjects.service.js";
import type {
  EndedRefund,
  OrderRefund,
  OrderSale,
  OrderSubject,
  PaymentEvent,
} from "../../payments/orders/order-subject.types.js";
import type { Tx } from "../../platform/database/database.js";
import { ListingEvents } from "../lifecycle/listing-events.service.js";
import { ListingOrdersRepository } from "./listing-orders.repository.js";
import { ListingPaymentRollback } from "./listing-payment-rollback.service.js";
import { ListingPaymentStanding } from "./listing-payment-status.service.js";
import { ListingSale } from "./listing-sale.service.js";

/** An application to be listed as the thing that a payment order pays for: each order pays for one year of it. */
@Injectable()
export class ListingPaymentSubject implements OrderSubject {
  readonly type = "application";

  constructor(
    subjects: OrderSubjects,
    private readonly status: ListingPaymentStanding,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly back: ListingPaymentRollback,
    private readonly sale: ListingSale,
    private readonly events: ListingEvents,
  ) {
    subjects.register(this);
  }

  async lock(tx: Tx, applicationId: string, orderId: string): Promise<SubjectStatus> {
    return this.status.of(tx, await this.status.lock(tx, applicationId), orderId);
  }

  async opened(tx: Tx, applicationId: string, payUntil: Date | undefined): Promise<void> {
    const open = await this.listingOrders.openOf(applicationId, tx);
    if (open !== undefined && payUntil !== undefined) {
      await this.listingOrders.setPayUntil(tx, open.orderId, payUntil);
    }
  }

  notOpened(tx: Tx, applicationId: string, note: string): Promise<void> {
    return this.back.notOpened(tx, applicationId, note);
  }

  async endWindow(tx: Tx, applicationId: string, orderId: string): Promise<void> {
    await this.status.lock(tx, applicationId);
    await this.listingOrders.endWindow(tx, orderId);
  }

  msUntilWindowEnds(applicationId: string): Promise<number> {
    return this.listingOrders.msUntilWindowEnds(applicationId);
  }

  async sell(tx: Tx, applicationId: string, sale: OrderSale): Promise<void> {
    await this.sale.sell(tx, await this.status.lock(tx, applicationId), sale);
  }

  async refundDecided(tx: Tx, applicationId: string, refund: OrderRefund): Promise<void> {
    await this.back.mailRefund(tx, await this.status.lock(tx, applicationId), refund);
  }

  async refundEnded(tx: Tx, applicationId: string, refund: EndedRefund): Promise<void> {
    await this.back.mailRefundEnded(tx, await this.status.lock(tx, applicationId), refund);
  }

  record(tx: Tx, applicationId: string, event: PaymentEvent): Promise<void> {
    return this.events.record(tx, applicationId, event);
  }

  nudge(tx: Tx, applicationId: string): Promise<void> {
    return this.back.nudge(tx, applicationId);
  }
}
