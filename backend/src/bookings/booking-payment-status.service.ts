import { Injectable } from "@nestjs/common";
import { bookingPaymentStatus } from "@sakhi/domain/bookings/booking-outcome";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { PaymentReturnService } from "../payments/payment-return.service.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import { BookingOutcomesService } from "./booking-outcomes.service.js";
import { BookingsRepository } from "./bookings.repository.js";
import { type MelaPaymentStatusResponse, outcomeResponse } from "./bookings.response.js";
import { FurtherBookingsRepository } from "./further-bookings.repository.js";

/** The status of a stall's payment, for its payer. */
@Injectable()
export class BookingPaymentStatusService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly furtherBookings: FurtherBookingsRepository,
    private readonly bookingOutcomes: BookingOutcomesService,
    private readonly paymentReturn: PaymentReturnService,
    private readonly unknownOrders: UnknownOrdersService,
  ) {}

  /**
   * The status of an order's payment; see {@link PaymentReturnService.status}.
   *
   * @param bookingId the stall of the order that is asked about; without it, its first one
   * @throws DomainError like {@link UnknownOrdersService.explaining} for an order that is not in our records
   */
  status(orderId: string, bookingId?: string): Promise<MelaPaymentStatusResponse> {
    return this.unknownOrders.explaining(orderId, () => this.statusOf(orderId, bookingId));
  }

  private async statusOf(orderId: string, bookingId: string | undefined): Promise<MelaPaymentStatusResponse> {
    const known = await this.paymentReturn.status(orderId, () => this.read(orderId, bookingId));
    const { booking, status, outcome, ofEvent, calendar, together } = known;
    const { event, stallId, stallType } = booking;
    return {
      orderId,
      event,
      stallId,
      stallType,
      paymentStatus: status,
      outcome: outcomeResponse(outcome),
      ...(together.length === 0 ? {} : { together }),
      ...ofEvent,
      ...calendar,
    };
  }

  /** What the database knows. @throws DomainError order_not_found */
  private async read(orderId: string, bookingId: string | undefined) {
    const booking = await (bookingId === undefined
      ? this.bookings.findByAnyOrder(orderId)
      : this.bookings.findWithEvent(bookingId));
    if (booking === undefined) throw new DomainError("order_not_found");
    const outcome = await this.bookingOutcomes.ofOrder(booking, orderId, bookingId === undefined);
    const calendar = booking.state === "sold" ? await this.bookingOutcomes.calendar(booking) : {};
    const ofEvent = await this.bookingOutcomes.ofEvent(booking);
    const together = booking.orderId === orderId ? await this.furtherBookings.together(booking) : [];
    return { booking, status: bookingPaymentStatus(outcome), outcome, ofEvent, calendar, together };
  }
}
