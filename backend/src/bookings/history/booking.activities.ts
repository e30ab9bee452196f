import { Injectable } from "@nestjs/common";
import type {
  BookingFacts,
  ReleaseFacts,
  StallBookingActivities,
} from "@sakhi/workflows/bookings/stall-booking.activities";
import type { ClosingFacts, SettlementFacts } from "@sakhi/workflows/payments/settlement.types";
import { OrderClosingService } from "../../payments/order-closing.service.js";
import { SettlementService } from "../../payments/settlement.service.js";
import { BookingFactsService } from "./booking-facts.service.js";
import { BookingPayments } from "../payment/booking-payment.service.js";
import { HoldRelease } from "../hold/hold-release.service.js";

/** What a booking's workflow has done for it: the same services that everybody else uses. */
@Injectable()
export class BookingActivities implements StallBookingActivities {
  constructor(
    private readonly facts: BookingFactsService,
    private readonly holds: HoldRelease,
    private readonly settlement: SettlementService,
    private readonly closing: OrderClosingService,
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
