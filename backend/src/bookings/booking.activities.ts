import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type {
  BookingReading,
  ReleaseResult,
  StallBookingActivities,
} from "@sakhi/workflows/bookings/stall-booking.activities";
import type { ClosingResult, SettlementSummary } from "@sakhi/workflows/payments/settlement.types";
import { OrderClosingService } from "../payments/order-closing.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingsRepository } from "./bookings.repository.js";
import { ExpiredPaymentsService } from "./expired-payments.service.js";
import { HoldsService } from "./holds.service.js";
import { msToDeadline } from "./release-result.js";

/** Activities of the booking workflow; thin calls of the services that the API uses too. */
@Injectable()
export class BookingActivities implements StallBookingActivities {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly bookingHistory: BookingHistoryService,
    private readonly holds: HoldsService,
    private readonly settlement: SettlementService,
    private readonly orderClosing: OrderClosingService,
    private readonly expiredPayments: ExpiredPaymentsService,
  ) {}

  /** @throws DomainError not_found when there is no such booking */
  async lookUpBooking(bookingId: string, afterEvent: string): Promise<BookingReading> {
    const booking = await this.bookings.find(bookingId);
    if (booking === undefined) throw new DomainError("not_found");
    // Read the events after the booking: a run that sees an ended booking closes, so the ending event must be included.
    const history = await this.bookingHistory.since(bookingId, afterEvent);
    const msLeft = msToDeadline(booking);
    return {
      state: booking.state,
      stallId: booking.stallId,
      ...(booking.orderId === null ? {} : { orderId: booking.orderId }),
      ...(booking.releaseReason === null ? {} : { releaseReason: booking.releaseReason }),
      ...(msLeft === undefined ? {} : { msLeft }),
      ...history,
    };
  }

  releaseExpiredHold(bookingId: string): Promise<ReleaseResult> {
    return this.holds.releaseExpiredHold(bookingId, "workflow");
  }

  settlePayment(orderId: string): Promise<SettlementSummary> {
    return this.settlement.settleOrder(orderId, "workflow");
  }

  closePaymentOrder(orderId: string): Promise<ClosingResult> {
    return this.orderClosing.closePaymentOrder(orderId, "workflow");
  }

  releaseUnpaidStall(bookingId: string): Promise<ReleaseResult> {
    return this.expiredPayments.releaseUnpaidStall(bookingId);
  }
}
