import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise } from "@sakhi/domain/money/money";
import type { InitiateMelaPaymentDto } from "@sakhi/domain/payments/initiate-mela-payment.dto";
import { CheckoutService } from "../../payments/checkout.service.js";
import { OrderOpeningService } from "../../payments/order-opening.service.js";
import type { InitiateResponse } from "../../payments/payment.response.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { BookingPaymentStart } from "./booking-payment-start.service.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";

/** How often it is begun anew when the booking changed in between. */
const MAX_TRIES = 3;

/** Beginning a stall's payment, and continuing one that was begun (architecture section 4, step 4). */
@Injectable()
export class BookingPaymentInitiate {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly bookings: BookingsRepository,
    private readonly limits: RateLimits,
    private readonly start: BookingPaymentStart,
    private readonly openings: OrderOpeningService,
  ) {}

  /**
   * The session with which the visitor pays; asked again, also by a second tab or after a failed attempt, the same.
   *
   * @throws DomainError order_not_found; not_yours; hold_expired; hold_replaced; booking_cancelled;
   * registration_missing; stall_mismatch; amount_mismatch; order_closing; order_refused; already_paid;
   * provider_unavailable
   * @throws HttpError rate_limited
   */
  async initiate({ id, address }: Visitor, dto: InitiateMelaPaymentDto): Promise<InitiateResponse> {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const booking = await this.bookings.findByOrder(dto.orderId);
      if (booking === undefined) throw new DomainError("order_not_found");
      check(booking, id, dto);
      if (booking.state === "registered") await this.open(booking, address);
      const session = await this.checkout.session(dto.orderId);
      switch (session.kind) {
        case "open":
          return this.checkout.response(dto.orderId, session);
        case "closing":
          throw new DomainError("order_closing");
        case "paid":
          throw new DomainError("already_paid", { orderId: dto.orderId });
        case "unknown":
          throw new DomainError("provider_unavailable");
        case "not_open":
          // An earlier request never arrived and the booking is registered again: begin anew.
          break;
      }
    }
    throw new DomainError("provider_unavailable");
  }

  /** Asks the provider to open the order, unless somebody else just does. */
  private async open(booking: BookingRow, address: string): Promise<void> {
    // What others do with the phone number counts for them.
    const by = `${booking.visitorId ?? booking.id} ${booking.phone ?? ""}`;
    const undo = await this.limits.use(
      { limit: "initiates_per_phone", by },
      { limit: "initiates_per_address", by: address },
    );
    let opened = false;
    try {
      const attemptId = await this.start.begin(booking);
      if (attemptId === undefined) return;
      switch (await this.openings.ask(attemptId)) {
        case "accepted":
          opened = true;
          return;
        case "refused":
          throw new DomainError("order_refused");
        case "busy":
        case "unknown":
          throw new DomainError("provider_unavailable");
      }
    } finally {
      // Only payments that were begun count.
      if (!opened) await undo();
    }
  }
}

/** Refuses what is not this visitor's to pay, or not as we know it. */
function check(booking: BookingRow, visitorId: string | undefined, dto: InitiateMelaPaymentDto): void {
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
