import { PATHS } from "@sakhi/domain/site/routes";
import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { OrderOpeningService } from "../../payments/order-opening.service.js";
import type { OrderRequest } from "../../payments/provider/payment-provider.js";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import { BookingPaymentStatus } from "./booking-payment-status.service.js";
import type { BookingRow } from "../booking.row.js";

/** Begins a payment: the booking is paying and the right to ask the provider is claimed, in one transaction. */
@Injectable()
export class BookingPaymentStart {
  constructor(
    private readonly database: Database,
    private readonly status: BookingPaymentStatus,
    private readonly payments: BookingPaymentRepository,
    private readonly requests: OrderOpeningService,
    private readonly publisher: BookingEventPublisher,
  ) {}

  /**
   * registered → paying, before the hold's deadline.
   *
   * @param seen the booking as it was judged; when it has changed since, nothing happens
   * @returns the attempt to ask the provider with, or undefined when somebody was faster
   * @throws DomainError hold_expired
   */
  begin(seen: BookingRow): Promise<string | undefined> {
    return this.database.transaction((tx) => this.beginInTx(tx, seen));
  }

  private async beginInTx(tx: Tx, seen: BookingRow): Promise<string | undefined> {
    const booking = await this.status.lock(tx, seen.id);
    if (booking.state !== "registered" || booking.orderId !== seen.orderId) return undefined;
    const seconds = this.requests.windowSeconds + PAYMENT_GRACE_SECONDS;
    if (!(await this.payments.startPaying(tx, booking.id, seconds))) throw new DomainError("hold_expired");
    const attemptId = await this.requests.claim(tx, await this.request(tx, booking));
    await this.publisher.record(
      tx,
      { ...booking, state: "paying" },
      { kind: "payment_started", actor: "visitor", note: booking.orderId ?? "" },
    );
    return attemptId;
  }

  private request(tx: Tx, booking: BookingRow): Promise<OrderRequest> {
    const { orderId, finalPaise, phone, visitorId, email, fullName } = booking;
    if (orderId === undefined || finalPaise === undefined || phone === undefined || visitorId === undefined) {
      throw new Error(`booking ${booking.id} is not registered`);
    }
    return this.requests.request(tx, {
      orderId,
      amountPaise: finalPaise,
      payer: { id: visitorId, phone, email, name: fullName },
      returnPath: PATHS.bookingPaid,
    });
  }
}
