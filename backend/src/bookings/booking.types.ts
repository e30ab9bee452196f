import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { ReleaseFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { BookingEntity } from "./bookings.entities.js";

/** A booking as it was when it was read, with its stall's type. */
export type BookingRow = Readonly<BookingEntity> & {
  readonly stallType: StallType;
  /** Held or registered, and past its deadline by the database's clock: it counts as released. */
  readonly expired: boolean;
  /** The database's clock at this reading. */
  readonly readAt: Date;
};

/** Milliseconds until the state's deadline by the database's clock; 0 when it has passed, undefined when there is none. */
export function msToDeadline(booking: BookingRow): number | undefined {
  const { state, readAt } = booking;
  if (state === "paying") {
    return booking.payUntil === null ? undefined : Math.max(0, booking.payUntil.getTime() - readAt.getTime());
  }
  if ((state !== "held" && state !== "registered") || booking.holdExpiresAt === null) return undefined;
  // A Date holds whole milliseconds, the database compares microseconds: before the deadline, at least 1 is left.
  return booking.expired ? 0 : Math.max(1, booking.holdExpiresAt.getTime() - readAt.getTime());
}

/** Whether, when and why a booking was released, whichever process released it. */
export function releaseFacts(booking: BookingRow): ReleaseFacts {
  const { releaseReason: reason, readAt } = booking;
  if (booking.state === "released") {
    const at = (booking.endedAt ?? readAt).toISOString();
    return { released: true, ...(reason === null ? {} : { reason }), at };
  }
  const msLeft = msToDeadline(booking);
  return { released: false, at: readAt.toISOString(), ...(msLeft === undefined ? {} : { msLeft }) };
}
