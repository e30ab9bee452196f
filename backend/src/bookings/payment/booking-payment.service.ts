import { Injectable } from "@nestjs/common";
import { paymentStatusOf } from "@sakhi/domain/bookings/booking-outcome";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { InitiateMelaPaymentDto } from "@sakhi/domain/payments/initiate-mela-payment.dto";
import type { ReleaseFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { ClosingFacts } from "@sakhi/workflows/payments/settlement.types";
import { OrderClosingService } from "../../payments/order-closing.service.js";
import { OrdersService } from "../../payments/orders.service.js";
import { CheckoutService } from "../../payments/checkout.service.js";
import type { InitiateResponse } from "../../payments/payment.response.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import type { MelaPaymentStatusResponse } from "../booking.response.js";
import { outcomeOnTheWire } from "../outcome/booking-outcome.response.js";
import { BookingOutcomes } from "../outcome/booking-outcomes.service.js";
import { BookingPaymentInitiate } from "./booking-payment-initiate.service.js";
import { BookingPaymentUnpaid } from "./booking-payment-unpaid.service.js";
import { BookingsRepository } from "../bookings.repository.js";

/** Paying for a stall: beginning, where it stands, and its end. */
@Injectable()
export class BookingPayments {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly beginning: BookingPaymentInitiate,
    private readonly orders: OrdersService,
    private readonly returnPage: CheckoutService,
    private readonly closing: OrderClosingService,
    private readonly unpaid: BookingPaymentUnpaid,
    private readonly outcomes: BookingOutcomes,
  ) {}

  /** See {@link BookingPaymentInitiate.initiate}. */
  initiate(visitor: Visitor, dto: InitiateMelaPaymentDto): Promise<InitiateResponse> {
    return this.beginning.initiate(visitor, dto);
  }

  /**
   * Where an order's payment stands. Has the provider asked, but seldom, and never waits long for it.
   *
   * @throws DomainError order_not_found
   */
  status(orderId: string): Promise<MelaPaymentStatusResponse> {
    return this.returnPage.status(
      orderId,
      () => this.known(orderId),
      ({ paymentStatus }) => paymentStatus === "payment_failed",
      ({ stallId, stallType }) => ({
        orderId,
        stallId,
        stallType,
        paymentStatus: "payment_pending",
        outcome: { kind: "pending" },
      }),
    );
  }

  private async known(orderId: string): Promise<MelaPaymentStatusResponse> {
    const order = await this.orders.find(orderId);
    if (order?.subjectType !== "booking") throw new DomainError("order_not_found");
    const booking = await this.bookings.find(order.subjectId);
    if (booking === undefined) throw new DomainError("order_not_found");
    const outcome = await this.outcomes.ofOrder(booking, orderId);
    return {
      orderId,
      stallId: booking.stallId,
      stallType: booking.stallType,
      paymentStatus: paymentStatusOf(outcome),
      outcome: outcomeOnTheWire(outcome),
    };
  }

  /** Releases the stall of a booking whose order is final without money; otherwise does nothing. */
  releaseUnpaidStall(bookingId: string): Promise<ReleaseFacts> {
    return this.unpaid.releaseUnpaidStall(bookingId);
  }

  /** One step towards the end of a payment whose window is over: closes the order, then releases the stall. */
  async closeExpiredPayment(bookingId: string): Promise<{ closing: ClosingFacts; release?: ReleaseFacts }> {
    const booking = await this.bookings.find(bookingId);
    if (booking?.orderId === undefined) throw new DomainError("not_found");
    const closing = await this.closing.closePaymentOrder(booking.orderId, "sweep");
    if (closing.step !== "closed") return { closing };
    return { closing, release: await this.releaseUnpaidStall(bookingId) };
  }
}
