import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { CouponsService } from "../coupons/coupons.service.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { type Claim, OrderOpeningService, type OrderParams } from "../payments/order-opening.service.js";
import type { Tx } from "../platform/database/database.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingLocksService } from "./booking-locks.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";

/** Starts the payment of a registration: from then on its price and its coupon are promised. */
@Injectable()
export class PaymentStartsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly orderOpening: OrderOpeningService,
    private readonly coupons: CouponsService,
  ) {}

  /**
   * Moves registered → paying before the hold's deadline and claims the right to open the order, in one transaction.
   *
   * @param seen the booking as it was checked; if it has changed since, nothing happens
   * @returns undefined if another request claimed it first
   * @throws DomainError hold_expired; coupon_exhausted if others began to pay with the last uses of the coupon
   */
  async start(tx: Tx, seen: BookingRow, to: OrderTarget): Promise<Claim | undefined> {
    await assertNotPaused(tx);
    const { booking } = await this.bookingLocks.lock(tx, seen.id);
    if (booking.state !== "registered" || booking.orderId !== seen.orderId) return undefined;
    const seconds = this.orderOpening.windowSeconds + PAYMENT_GRACE_SECONDS;
    if (!(await this.bookings.startPaying(tx, booking.id, seconds))) throw new DomainError("hold_expired");
    const params = orderParams(booking, to);
    const claim = await this.orderOpening.claim(tx, params);
    await this.coupons.promise(tx, booking);
    await this.bookingHistory.publish(
      tx,
      { ...booking, state: "paying" },
      { kind: "payment_started", actor: "visitor", note: params.orderId },
    );
    return claim;
  }
}

/** What the provider gets to know of a booking's event. */
interface OrderTarget {
  /** The event's slug. */
  readonly event: string;
  /** The event's page to which the provider returns. */
  readonly returnPath: string;
}

/** The parameters that open a registered booking's order at the provider. */
function orderParams(booking: BookingRow, { event, returnPath }: OrderTarget): OrderParams {
  const { id, stallId, orderId, finalPaise, phone, visitorId, email, fullName } = booking;
  if (orderId === null || finalPaise === null || phone === null || visitorId === null) {
    throw new Error(`booking ${id} is not registered`);
  }
  return {
    orderId,
    amountPaise: finalPaise,
    payer: { id: visitorId, phone, email: email ?? undefined, name: fullName ?? undefined },
    returnPath,
    subject: { type: "booking", id, stallId, event },
  };
}
