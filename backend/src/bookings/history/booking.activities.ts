import { Injectable } from "@nestjs/common";
import type {
  BookingFacts,
  ClosingFacts,
  ReleaseFacts,
  SettlementFacts,
  StallBookingActivities,
} from "@sakhi/workflows/bookings/stall-booking.activities";
import { OrderClosing } from "../../payments/orders/order-closing.service.js";
import { Settlement } from "../../payments/settlement/settlement.service.js";
import { BookingFactsService } from "./booking-facts.service.js";
import { BookingPayments } from "../payment/booking-payment.service.js";
import { HoldRelease } from "../hold/hold-release.service.js";

/** What a booking's workflow has done for it: the same services that everybody else uses. */
@Injectable()
export class BookingActivities implements StallBookingActivities {
  constructor(
    private readonly facts: BookingFactsService,
    private readonly holds: HoldRelease,
    private readonly settlement: Settlement,
    private readonly closing: OrderClosing,
    private readonly payments: BookingPayments,
  ) {}

  lookUpBooking(bookingId: string, afterEvent: string): Promise<BookingFacts> {
    return this.facts.lookUp(bookingId, afterEvent);
  }

  releaseExpiredHold(bookingId: string): Promise<ReleaseFacts> {
    return this.holds.releaseExpiredHold(bookingId);
  }

  settlePayment(orderId: string): Promise<SettlementFacts> {
    return this.settlement.settleOrder(orderId, "workflow");
  }

  closePaymentOrder(orderId: string): Promise<ClosingFacts> {
    return this.closing.closePaymentOrder(orderId, "workflow");
  }

  releaseUnpaidStall(bookingId: string): Promise<ReleaseFacts> {
    return this.payments.releaseUnpaidStall(bookingId);
  }
}
