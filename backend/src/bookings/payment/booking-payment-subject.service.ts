import { Injectable } from "@nestjs/common";
import { OrdersService } from "../../payments/orders.service.js";
import type { LockedSubject, OrderSubject, PaymentEvent } from "../../payments/payments.types.js";
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
    subjects: OrdersService,
    private readonly status: BookingPaymentStatus,
    private readonly payments: BookingPaymentRepository,
    private readonly back: BookingPaymentRollback,
    private readonly sale: BookingSale,
    private readonly history: BookingPaymentHistory,
    private readonly offers: StallOffers,
  ) {
    subjects.registerSubject(this);
  }

  async lock(tx: Tx, bookingId: string, orderId: string, chosenStallId?: string): Promise<LockedSubject> {
    let booking = await this.status.lock(tx, bookingId, chosenStallId);
    const status = await this.status.of(tx, booking, orderId, chosenStallId);
    const chosen = status.kind === "released" && status.offer === "chosen" ? chosenStallId : undefined;
    return {
      status,
      offers: {
        make: () => this.offers.make(tx, booking, orderId),
        end: () => this.offers.end(tx, bookingId, orderId),
        msLeft: () => this.offers.msLeft(tx, orderId),
      },
      opened: async (payUntil) => {
        if (payUntil !== undefined) await this.payments.setPayUntil(tx, bookingId, payUntil);
      },
      notOpened: async (note) => {
        booking = await this.back.notOpened(tx, booking, note);
      },
      sell: async (sale) => {
        booking = await this.sale.sell(tx, booking, sale, chosen);
      },
      refundDecided: async (refund) => {
        // Refunded money can buy no other stall. A second payment was never for one.
        if (refund.why !== "paid_twice") await this.offers.end(tx, bookingId, orderId);
        await this.history.mailRefund(tx, booking, refund);
      },
      refundEnded: (refund) => this.history.mailRefundEnded(tx, booking, refund),
      record: (event) => this.history.record(tx, bookingId, event),
      signal: () => this.history.nudge(tx, booking),
    };
  }

  async endWindow(tx: Tx, bookingId: string, orderId: string): Promise<void> {
    await this.payments.endWindow(tx, bookingId, orderId);
  }

  record(tx: Tx, bookingId: string, event: PaymentEvent): Promise<void> {
    return this.history.record(tx, bookingId, event);
  }

  msUntilWindowEnds(bookingId: string): Promise<number> {
    return this.payments.msUntilWindowEnds(bookingId);
  }
}
