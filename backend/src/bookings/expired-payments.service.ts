import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ReleaseResult } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { ClosingResult } from "@sakhi/workflows/payments/settlement.types";
import { OrderClosingService } from "../payments/order-closing.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Database } from "../platform/database/database.js";
import { BookingLocksService } from "./booking-locks.service.js";
import { BookingsRepository } from "./bookings.repository.js";
import { releaseResult } from "./release-result.js";
import { UnpaidBookingsService } from "./unpaid-bookings.service.js";

/** The end of a stall's payment without money, for the workflow and the sweep. */
@Injectable()
export class ExpiredPaymentsService {
  constructor(
    private readonly database: Database,
    private readonly bookings: BookingsRepository,
    private readonly bookingLocks: BookingLocksService,
    private readonly orders: OrdersService,
    private readonly orderClosing: OrderClosingService,
    private readonly unpaidBookings: UnpaidBookingsService,
  ) {}

  /**
   * Releases the stall of a paying booking once its order is closed: final at the provider, without money. Idempotent:
   * the facts give the release reason on every call.
   *
   * @throws DomainError not_found
   */
  async releaseUnpaidStall(bookingId: string): Promise<ReleaseResult> {
    await this.database.transaction(async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      if (booking.state !== "paying" || booking.orderId === null) return;
      const order = await this.orders.find(booking.orderId, tx);
      if (order?.state === "closed") {
        await this.unpaidBookings.release(tx, booking, order.closingActor ?? "system");
      }
    });
    const booking = await this.bookings.find(bookingId);
    if (booking === undefined) throw new DomainError("not_found");
    return releaseResult(booking);
  }

  /** Takes the next step to end a payment whose window is over: closes the order, then releases the stall. */
  async closeExpiredPayment(bookingId: string): Promise<{ closing: ClosingResult; release?: ReleaseResult }> {
    const booking = await this.bookings.find(bookingId);
    if (booking === undefined || booking.orderId === null) throw new DomainError("not_found");
    const closing = await this.orderClosing.closePaymentOrder(booking.orderId, "sweep");
    if (closing.step !== "closed") return { closing };
    return { closing, release: await this.releaseUnpaidStall(bookingId) };
  }
}
