import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { stallTag } from "@sakhi/domain/bookings/several-stalls.rules";
import type { InitiateMelaPaymentDto } from "@sakhi/domain/bookings/stall-order.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { pathIn } from "@sakhi/domain/languages/language-paths";
import { toPaise } from "@sakhi/domain/money/money";
import { eventPaths } from "@sakhi/domain/site/routes";
import { CouponsService } from "../coupons/coupons.service.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OrderOpeningService, type OrderParams } from "../payments/order-opening.service.js";
import {
  type ClaimedPayment,
  OrderPaymentService,
  type Payable,
  type PaymentProduct,
} from "../payments/order-payment.service.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import type { Tx } from "../platform/database/database.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingLocksService } from "./booking-locks.service.js";
import { BookingsRepository, type BookingWithEvent } from "./bookings.repository.js";
import { paymentStart } from "./hold-changes.sql.js";
import { NetworkHoldsService } from "./network-holds.service.js";

/** A visitor's request to pay for her registration. */
interface StallPayment {
  readonly visitor: Visitor;
  readonly dto: InitiateMelaPaymentDto;
  /** Slug of the current event, which has the specified addresses. */
  readonly current: string;
}

/** A registered booking, as it was checked, and where the provider returns to. */
export interface PayableBooking {
  readonly orderId: string;
  readonly seen: BookingWithEvent;
  /** Of the visitor's address, and those that the stall was reserved from. */
  readonly networks: readonly string[];
  /** The event's slug, and its page. */
  readonly event: string;
  readonly returnPath: string;
}

/** Paying for a stall: from then on its price and its coupon are promised. */
@Injectable()
export class BookingPaymentsService implements PaymentProduct<StallPayment, PayableBooking> {
  readonly errors = {
    alreadyPaid: "already_paid",
    refused: "order_refused",
    unavailable: () => new DomainError("provider_unavailable"),
  } as const;

  constructor(
    private readonly bookings: BookingsRepository,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly coupons: CouponsService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly orderOpening: OrderOpeningService,
    private readonly orderPayment: OrderPaymentService,
  ) {}

  /**
   * Starts or continues the payment of the visitor's registration; see {@link OrderPaymentService.initiate}.
   *
   * @throws DomainError those of {@link check}, {@link claim} and {@link errors}; order_closing
   * @throws HttpError rate_limited
   */
  initiate(payment: StallPayment): Promise<InitiateResponse> {
    return this.orderPayment.initiate(this, payment);
  }

  /**
   * @throws DomainError order_not_found; not_yours; hold_expired; hold_replaced; booking_cancelled; registration_missing;
   * stall_mismatch; amount_mismatch; already_paid
   */
  async check({ visitor, dto, current }: StallPayment): Promise<Payable<PayableBooking>> {
    const { orderId } = dto;
    const booking = await this.bookings.findByOrder(orderId);
    if (booking === undefined) throw new DomainError("order_not_found");
    checkPayable(booking, visitor.id, dto);
    // The booking is registered again if an earlier request never reached the provider.
    if (booking.state !== "registered") return { orderId };
    const networks = [...new Set([...this.networkHolds.idsOf(visitor.address), ...booking.networks])];
    // Counted per visitor and phone, so that other visitors cannot use up the limit of this phone number.
    const by = `${booking.visitorId ?? booking.id} ${booking.phone ?? ""}`;
    const { event } = booking;
    const { bookingPaid } = eventPaths(event === current ? undefined : event);
    const returnPath = pathIn(visitor.language, bookingPaid);
    return {
      limits: [
        { limit: "initiates_per_phone", by },
        { limit: "initiates_per_address", by: visitor.address },
      ],
      subject: { orderId, seen: booking, networks, event, returnPath },
    };
  }

  /**
   * Moves registered → paying before the hold's deadline. Without a claim if the booking has changed since it was checked:
   * another request was first.
   *
   * @throws DomainError sales_paused; network_blocked; hold_expired; coupon_exhausted if others began to pay with the last uses of the coupon
   */
  async claim(tx: Tx, { orderId, seen, networks, event, returnPath }: PayableBooking): Promise<ClaimedPayment> {
    const [, , { booking }] = await Promise.all([
      assertNotPaused(tx),
      this.networkHolds.assertNotBlocked(networks, seen.visitorId ?? undefined, tx),
      this.bookingLocks.lock(tx, seen.id),
    ]);
    if (booking.state !== "registered" || booking.orderId !== orderId) return { orderId };
    const seconds = this.orderOpening.windowSeconds + PAYMENT_GRACE_SECONDS;
    const paid = { kind: "payment_started", actor: "visitor", note: orderId } as const;
    const paying = { ...booking, state: "paying" } as const;
    // Three round trips for all of it, because what needs no other result is sent together; whatever fails takes all of it back.
    const [started, opened] = await Promise.all([
      this.bookingHistory.change(tx, paymentStart(booking.id, seconds), paying, paid),
      this.orderOpening.open(tx, orderId),
    ]);
    if (!started) throw new DomainError("hold_expired");
    const params = orderParams({ ...seen, ...booking, orderPaise: opened.amountPaise }, event, returnPath);
    const [claim] = await Promise.all([this.orderOpening.claim(tx, opened, params), this.coupons.promise(tx, booking)]);
    return { orderId, claim };
  }
}

/** Rejects a payment of another visitor's booking, of a booking that cannot be paid, or with differing details. */
function checkPayable(booking: BookingWithEvent, visitorId: string | undefined, dto: InitiateMelaPaymentDto): void {
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
  if (toPaise(dto.amount) !== booking.orderPaise) throw new DomainError("amount_mismatch");
}

/** The parameters that open a registered booking's order at the provider. */
function orderParams(booking: BookingWithEvent, event: string, returnPath: string): OrderParams {
  const { id, orderId, orderPaise, phone, visitorId, email, fullName, furtherStalls } = booking;
  if (orderId === null || orderPaise === null || phone === null || visitorId === null) {
    throw new Error(`booking ${id} is not registered`);
  }
  return {
    orderId,
    amountPaise: orderPaise,
    payer: { id: visitorId, phone, email: email ?? undefined, name: fullName ?? undefined },
    returnPath,
    subject: { type: "booking", id, stallId: stallTag([booking.stallId, ...furtherStalls]), event },
  };
}
