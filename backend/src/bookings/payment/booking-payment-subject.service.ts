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
import { StallOffers } from "../offers/stall-offers.service.js";
import { BookingPaymentRollback } from "./booking-payment-rollback.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import { BookingPaymentStatus } from "./booking-payment-status.service.js";
import { BookingPaymentHistory } from "./booking-payment-history.service.js";
import { BookingSale } from "./booking-sale.service.js";

/** A stall's booking as the thing that a payment order pays for. */
@Injectable()
export class BookingPaymentSubject implements OrderSubject {
  readonly type = "booking";

  constructor(
    subjects: OrderSubjects,
    private readonly status: BookingPaymentStatus,
    private readonly payments: BookingPaymentRepository,
    private readonly back: BookingPaymentRollback,
    private readonly sale: BookingSale,
    private readonly history: BookingPaymentHistory,
    readonly offers: StallOffers,
  ) {
    subjects.register(this);
  }

  async lock(tx: Tx, bookingId: string, orderId: string, chosenStallId?: string): Promise<SubjectStatus> {
    const booking = await this.status.lock(tx, bookingId, chosenStallId);
    return this.status.of(tx, booking, orderId, chosenStallId);
  }

  async opened(tx: Tx, bookingId: string, payUntil: Date | undefined): Promise<void> {
    if (payUntil !== undefined) await this.payments.setPayUntil(tx, bookingId, payUntil);
  }

  notOpened(tx: Tx, bookingId: string, note: string): Promise<void> {
    return this.back.notOpened(tx, bookingId, note);
  }

  async endWindow(tx: Tx, bookingId: string, orderId: string): Promise<void> {
    await this.payments.endWindow(tx, bookingId, orderId);
  }

  msUntilWindowEnds(bookingId: string): Promise<number> {
    return this.payments.msUntilWindowEnds(bookingId);
  }

  async sell(tx: Tx, bookingId: string, sale: OrderSale): Promise<void> {
    await this.sale.sell(tx, await this.status.lock(tx, bookingId, sale.chosenStallId), sale);
  }

  async refundDecided(tx: Tx, bookingId: string, refund: OrderRefund): Promise<void> {
    // Whoever decides it: what goes back can buy no other stall. A second payment was never for one.
    if (refund.why !== "paid_twice") await this.offers.end(tx, bookingId, refund.orderId);
    await this.history.mailRefund(tx, await this.status.lock(tx, bookingId), refund);
  }

  async refundEnded(tx: Tx, bookingId: string, refund: EndedRefund): Promise<void> {
    await this.history.mailRefundEnded(tx, await this.status.lock(tx, bookingId), refund);
  }

  record(tx: Tx, bookingId: string, event: PaymentEvent): Promise<void> {
    return this.history.record(tx, bookingId, event);
  }

  nudge(tx: Tx, bookingId: string): Promise<void> {
    return this.history.nudge(tx, bookingId);
  }
}
