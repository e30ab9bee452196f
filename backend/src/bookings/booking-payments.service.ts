import { Injectable } from "@nestjs/common";
import { bookingPaymentStatus } from "@sakhi/domain/bookings/booking-outcome";
import type { InitiateMelaPaymentDto } from "@sakhi/domain/bookings/stall-order.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise } from "@sakhi/domain/money/money";
import { eventPaths } from "@sakhi/domain/site/routes";
import { OrderPaymentService, type PaymentErrors } from "../payments/order-payment.service.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { BookingOutcomesService } from "./booking-outcomes.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { outcomeResponse, type MelaPaymentStatusResponse } from "./bookings.response.js";
import { NetworkHoldsService } from "./network-holds.service.js";
import { PaymentStartsService } from "./payment-starts.service.js";

const ERRORS: PaymentErrors = {
  alreadyPaid: "already_paid",
  refused: "order_refused",
  unavailable: () => new DomainError("provider_unavailable"),
};

/** Paying for a stall: starting the payment, and its status. */
@Injectable()
export class BookingPaymentsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly bookingOutcomes: BookingOutcomesService,
    private readonly orderPayment: OrderPaymentService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly paymentStarts: PaymentStartsService,
    private readonly unknownOrders: UnknownOrdersService,
  ) {}

  /**
   * Starts or continues the payment of the visitor's registration; see {@link OrderPaymentService.initiate}.
   *
   * @param current slug of the current event, which has the specified addresses
   * @throws DomainError order_not_found; not_yours; hold_expired; hold_replaced; booking_cancelled;
   * registration_missing; stall_mismatch; amount_mismatch; order_closing; order_refused; already_paid;
   * provider_unavailable; network_blocked; coupon_exhausted
   * @throws HttpError rate_limited
   */
  initiate({ id, address }: Visitor, dto: InitiateMelaPaymentDto, current: string): Promise<InitiateResponse> {
    const { orderId } = dto;
    return this.orderPayment.initiate(async () => {
      const booking = await this.bookings.findByOrder(orderId);
      if (booking === undefined) throw new DomainError("order_not_found");
      checkPayable(booking, id, dto);
      // The booking is registered again if an earlier request never reached the provider.
      if (booking.state !== "registered") return { orderId };
      await this.networkHolds.assertNotBlocked(
        [...new Set([...this.networkHolds.idsOf(address), ...booking.networks])],
        id,
      );
      // Counted per visitor and phone, so that other visitors cannot use up the limit of this phone number.
      const by = `${booking.visitorId ?? booking.id} ${booking.phone ?? ""}`;
      const { event } = booking;
      const { bookingPaid: returnPath } = eventPaths(event === current ? undefined : event);
      return {
        limits: [
          { limit: "initiates_per_phone", by },
          { limit: "initiates_per_address", by: address },
        ],
        begin: async (tx) => ({ orderId, claim: await this.paymentStarts.start(tx, booking, { event, returnPath }) }),
      };
    }, ERRORS);
  }

  /**
   * The status of an order's payment; see {@link OrderPaymentService.status}.
   *
   * @throws DomainError like {@link UnknownOrdersService.explaining} for an order that is not in our records
   */
  status(orderId: string): Promise<MelaPaymentStatusResponse> {
    return this.unknownOrders.explaining(orderId, () => this.statusOf(orderId));
  }

  private statusOf(orderId: string): Promise<MelaPaymentStatusResponse> {
    return this.orderPayment.status(orderId, async () => {
      const booking = await this.bookings.findByAnyOrder(orderId);
      if (booking === undefined) throw new DomainError("order_not_found");
      const known = await this.bookingOutcomes.ofOrder(booking, orderId);
      const calendar = booking.state === "sold" ? await this.bookingOutcomes.calendar(booking) : {};
      const { event, stallId, stallType } = booking;
      const ofEvent = await this.bookingOutcomes.ofEvent(booking);
      return {
        status: bookingPaymentStatus(known),
        outcome: known,
        respond: (paymentStatus, outcome) => ({
          orderId,
          event,
          stallId,
          stallType,
          paymentStatus,
          outcome: outcomeResponse(outcome),
          ...ofEvent,
          ...calendar,
        }),
      };
    });
  }
}

/** Rejects a payment of another visitor's booking, of a booking that cannot be paid, or with differing details. */
function checkPayable(booking: BookingRow, visitorId: string | undefined, dto: InitiateMelaPaymentDto): void {
  if (visitorId === undefined || booking.visitorId !== visitorId) throw new DomainError("not_yours");
  switch (booking.state) {
    case "held":
      throw new DomainError("registration_missing");
    case "released":
      if (booking.releaseReason === "cancelled") throw new DomainError("booking_cancelled");
      throw new DomainError(booking.releaseReason === "replaced" ? "hold_replaced" : "hold_expired");
    case "blocked":
      throw new DomainError("hold_expired");
    case "sold":
      throw new DomainError("already_paid", { orderId: dto.orderId });
    case "registered":
      if (booking.expired) throw new DomainError("hold_expired");
      break;
    case "paying":
      break;
  }
  if (dto.metadata.stallId !== booking.stallId || dto.metadata.stallType !== booking.stallType) {
    throw new DomainError("stall_mismatch");
  }
  if (toPaise(dto.amount) !== booking.finalPaise) throw new DomainError("amount_mismatch");
}
