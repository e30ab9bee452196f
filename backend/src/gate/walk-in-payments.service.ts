import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { walkInQrEnds } from "@sakhi/domain/bookings/walk-in.rules";
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
import { OrdersService } from "../payments/orders.service.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import { PaymentProvider } from "../payments/provider/payment-provider.js";
import { Database, type Tx } from "../platform/database/database.js";

/** A walk-in's registered booking, and the slug of its event. */
interface WalkInPayment {
  readonly bookingId: string;
  readonly event: string;
}

/** Begins the payment of a stall that the gate has reserved: the ordinary one of a booking, started by who is at the gate. */
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
    private readonly orders: OrdersService,
    private readonly provider: PaymentProvider,
    private readonly database: Database,
  ) {}

  /**
   * Starts or continues the payment; see {@link OrderPaymentService.initiate}.
   *
   * @throws DomainError hold_expired; booking_ended; sales_paused; order_closing; already_paid; order_refused; provider_unavailable
   */
  initiate(payment: WalkInPayment): Promise<InitiateResponse> {
    return this.orderPayment.initiate(this, payment);
  }

  /**
   * Begins the payment, and gets a code for it unless there is one that can be paid.
   *
   * @throws DomainError those of {@link initiate}
   */
  async open(slug: string, bookingId: string): Promise<void> {
    const { orderId, paymentSessionId: sessionId } = await this.initiate({ bookingId, event: slug });
    const [order, [known]] = await Promise.all([
      this.orders.find(orderId),
      this.database.query<{ now: Date; payable: boolean }>(
        `SELECT clock_timestamp() AS now, coalesce(qr_expires_at > clock_timestamp(), false) AS payable
           FROM walk_ins WHERE booking_id = :bookingId`,
        { bookingId },
      ),
    ]);
    if (known === undefined || known.payable || !order?.providerExpiresAt) return;
    const expiresAt = new Date(walkInQrEnds(known.now.getTime(), order.providerExpiresAt.getTime()));
    const code = await this.provider.payByUpiQr({ sessionId, expiresAt }, randomUUID());
    if (code.kind !== "done") throw new DomainError("provider_unavailable");
    await this.database.query(
      `UPDATE walk_ins SET qr = :qr, qr_expires_at = :expiresAt
        WHERE booking_id = :bookingId AND (qr IS NULL OR qr_expires_at <= clock_timestamp())`,
      { bookingId, qr: code.value, expiresAt },
    );
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
