import { Injectable } from "@nestjs/common";
import type { ReleaseFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { OrdersService } from "../../payments/orders.service.js";
import type { ClosingActor, OrderRow } from "../../payments/payments.types.js";
import { Database } from "../../platform/database/database.js";
import { BookingPaymentRelease } from "./booking-payment-release.service.js";
import { BookingPaymentStatus } from "./booking-payment-status.service.js";
import { msToDeadline } from "../history/booking-facts.service.js";
import { BookingsRepository } from "../bookings.repository.js";

/** The end of a payment without money, as the workflow and the sweep ask for it. */
@Injectable()
export class BookingPaymentUnpaid {
  constructor(
    private readonly database: Database,
    private readonly status: BookingPaymentStatus,
    private readonly bookings: BookingsRepository,
    private readonly orders: OrdersService,
    private readonly release: BookingPaymentRelease,
  ) {}

  /**
   * Releases the stall of a paying booking once its order is closed: final at the provider, without money. Asked any
   * number of times, the facts tell when and why it was released.
   *
   * @throws DomainError not_found
   */
  async releaseUnpaidStall(bookingId: string): Promise<ReleaseFacts> {
    await this.database.transaction(async (tx) => {
      const booking = await this.status.lock(tx, bookingId);
      if (booking.state !== "paying" || booking.orderId === undefined) return;
      const order = await this.orders.find(booking.orderId, tx);
      if (order?.state !== "closed") return;
      await this.release.releaseUnpaid(tx, booking, endedBy(order));
    });
    const booking = await this.bookings.find(bookingId);
    if (booking === undefined) throw new DomainError("not_found");
    if (booking.state === "released") {
      const at = (booking.endedAt ?? booking.readAt).toISOString();
      return {
        released: true,
        ...(booking.releaseReason === undefined ? {} : { reason: booking.releaseReason }),
        at,
      };
    }
    const msLeft = booking.state === "paying" ? msToDeadline(booking) : undefined;
    return {
      released: false,
      at: booking.readAt.toISOString(),
      ...(msLeft === undefined ? {} : { msLeft }),
    };
  }
}

/** Who ended the time to pay. */
function endedBy({ closingActor, closingSince, providerExpiresAt }: OrderRow): ClosingActor {
  if (closingActor === "operator") return "operator";
  // Closed before the provider's own expiry: the visitor has turned to another stall.
  const early = closingSince !== null && providerExpiresAt !== null && closingSince < providerExpiresAt;
  return early ? "visitor" : "system";
}
