import { Injectable } from "@nestjs/common";
import type { SubjectStanding } from "@sakhi/domain/payments/settlement.rules";
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
import { BookingPaymentBack } from "./booking-payment-back.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import { BookingPaymentStanding } from "./booking-payment-standing.service.js";
import { BookingPaymentStory } from "./booking-payment-story.service.js";
import { BookingSale } from "./booking-sale.service.js";

/** A stall's booking as the thing that a payment order pays for. */
@Injectable()
export class BookingPaymentSubject implements OrderSubject {
  readonly type = "booking";

  constructor(
    subjects: OrderSubjects,
    private readonly standing: BookingPaymentStanding,
    private readonly payments: BookingPaymentRepository,
    private readonly back: BookingPaymentBack,
    private readonly sale: BookingSale,
    private readonly story: BookingPaymentStory,
    readonly offers: StallOffers,
  ) {
    subjects.register(this);
  }

  async lock(tx: Tx, bookingId: string, orderId: string, chosenStallId?: string): Promise<SubjectStanding> {
    const booking = await this.standing.lock(tx, bookingId, chosenStallId);
    return this.standing.of(tx, booking, orderId, chosenStallId);
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
    await this.sale.sell(tx, await this.standing.lock(tx, bookingId, sale.chosenStallId), sale);
  }

  async refundDecided(tx: Tx, bookingId: string, refund: OrderRefund): Promise<void> {
    // Whoever decides it: what goes back can buy no other stall. A second payment was never for one.
    if (refund.why !== "paid_twice") await this.offers.end(tx, bookingId, refund.orderId);
    await this.story.mailRefund(tx, await this.standing.lock(tx, bookingId), refund);
  }

  async refundEnded(tx: Tx, bookingId: string, refund: EndedRefund): Promise<void> {
    await this.story.mailRefundEnded(tx, await this.standing.lock(tx, bookingId), refund);
  }

  tell(tx: Tx, bookingId: string, event: PaymentEvent): Promise<void> {
    return this.story.tell(tx, bookingId, event);
  }

  nudge(tx: Tx, bookingId: string): Promise<void> {
    return this.story.nudge(tx, bookingId);
  }
}
