import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { eventPaths } from "@sakhi/domain/site/routes";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { BookingPaymentsService, type PayableBooking } from "../bookings/booking-payments.service.js";
import {
  type ClaimedPayment,
  OrderPaymentService,
  type Payable,
  type PaymentProduct,
} from "../payments/order-payment.service.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import type { Tx } from "../platform/database/database.js";

/** A walk-in's registered booking, and the slug of its event. */
interface WalkInPayment {
  readonly bookingId: string;
  readonly event: string;
}

/** Begins the payment of a stall that the gate has reserved: the ordinary one of a booking, begun by who is at the gate. */
@Injectable()
export class WalkInPaymentsService implements PaymentProduct<WalkInPayment, PayableBooking> {
  readonly errors = {
    alreadyPaid: "already_paid",
    refused: "order_refused",
    unavailable: () => new DomainError("provider_unavailable"),
  } as const;

  constructor(
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingPayments: BookingPaymentsService,
    private readonly orderPayment: OrderPaymentService,
  ) {}

  /**
   * Starts or continues the payment; see {@link OrderPaymentService.initiate}.
   *
   * @throws DomainError hold_expired; booking_ended; sales_paused; order_closing; already_paid; order_refused; provider_unavailable
   */
  initiate(payment: WalkInPayment): Promise<InitiateResponse> {
    return this.orderPayment.initiate(this, payment);
  }

  /** Not limited here: sales at the gate are, by account. @throws DomainError hold_expired, booking_ended */
  async check({ bookingId, event }: WalkInPayment): Promise<Payable<PayableBooking>> {
    const seen = await this.bookingLocks.find(bookingId);
    if (seen === undefined || seen.orderId === null) throw new DomainError("booking_not_found");
    const { state, orderId, expired } = seen;
    if (state === "released") throw new DomainError("booking_ended");
    if (state !== "registered") return { orderId };
    if (expired) throw new DomainError("hold_expired");
    // One stall an order.
    const alone = { ...seen, event, orderPaise: seen.finalPaise, furtherStalls: [] };
    const { bookingPaid: returnPath } = eventPaths(event);
    return { limits: [], subject: { orderId, seen: alone, networks: [], event, returnPath } };
  }

  /** As every stall's ({@link BookingPaymentsService.claim}). */
  claim(tx: Tx, payable: PayableBooking): Promise<ClaimedPayment> {
    return this.bookingPayments.claim(tx, payable);
  }
}
