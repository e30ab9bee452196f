import type { ReleaseResult } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { BookingRow } from "./bookings.entities.js";

/** Milliseconds until the state's deadline by the database's clock; 0 once it has passed, undefined if there is none. */
export function msToDeadline(booking: BookingRow): number | undefined {
  const { state, readAt } = booking;
  if (state === "paying") {
    return booking.payUntil === null ? undefined : Math.max(0, booking.payUntil.getTime() - readAt.getTime());
  }
  if ((state !== "held" && state !== "registered") || booking.holdExpiresAt === null) return undefined;
  // A Date holds milliseconds but the database compares microseconds: before the deadline, return at least 1.
  return booking.expired ? 0 : Math.max(1, booking.holdExpiresAt.getTime() - readAt.getTime());
}

/** Whether and why a booking was released, by any process. */
export function releaseResult(booking: BookingRow): ReleaseResult {
  const { state, releaseReason: reason } = booking;
  if (state === "released") return { released: true, ...(reason === null ? {} : { reason }) };
  const msLeft = msToDeadline(booking);
  return { released: false, ...(msLeft === undefined ? {} : { msLeft }) };
}
