import { Injectable } from "@nestjs/common";
import type { BookingFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { BookingEvents } from "./booking-events.service.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";

/** Where a booking stands, for its workflow. */
@Injectable()
export class BookingFactsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly events: BookingEvents,
  ) {}

  /**
   * Where the booking stands, and what happened to it since `afterEvent` ("0" for all).
   *
   * @throws DomainError not_found when there is no such booking
   */
  async lookUp(bookingId: string, afterEvent: string): Promise<BookingFacts> {
    const booking = await this.bookings.find(bookingId);
    if (booking === undefined) throw new DomainError("not_found");
    // The story second: a run that sees its booking ended closes, so what ended it must have been told.
    const history = await this.events.history(bookingId, afterEvent);
    const msLeft = msToDeadline(booking);
    return {
      state: booking.state,
      stallId: booking.stallId,
      ...(booking.orderId === undefined ? {} : { orderId: booking.orderId }),
      ...(booking.releaseReason === undefined ? {} : { releaseReason: booking.releaseReason }),
      ...(msLeft === undefined ? {} : { msLeft }),
      ...history,
    };
  }
}

/** Milliseconds until the stage's deadline by the database's clock; 0 when it has passed, undefined when none. */
export function msToDeadline(booking: BookingRow): number | undefined {
  const { state, readAt } = booking;
  if (state === "paying") {
    return booking.payUntil && Math.max(0, booking.payUntil.getTime() - readAt.getTime());
  }
  if ((state !== "held" && state !== "registered") || booking.holdExpiresAt === undefined) return undefined;
  // A date holds whole milliseconds, the database judges finer: what is not over has at least one left.
  return booking.expired ? 0 : Math.max(1, booking.holdExpiresAt.getTime() - readAt.getTime());
}
