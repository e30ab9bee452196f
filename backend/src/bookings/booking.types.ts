import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { ReleaseFacts } from "@sakhi/workflows/bookings/stall-booking.activities";

/** A booking as it was when it was read. Money in paise, times UTC. */
export interface BookingRow {
  readonly id: string;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly visitorId: string | undefined;
  readonly state: BookingState;
  readonly releaseReason: ReleaseReason | undefined;
  readonly pricePaise: Paise;
  readonly holdExpiresAt: Date | undefined;
  /** Held or registered, and past its deadline by the database's clock: it counts as released. */
  readonly expired: boolean;
  readonly payUntil: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly fullName: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly businessName: string | undefined;
  readonly gstNumber: string | undefined;
  readonly gstAddress: string | undefined;
  readonly pincode: string | undefined;
  readonly couponCode: string | undefined;
  readonly discountPercentage: number;
  readonly discountPaise: Paise;
  readonly finalPaise: Paise | undefined;
  readonly orderId: string | undefined;
  /** The database's clock at this reading. */
  readonly readAt: Date;
}

/** Milliseconds until the state's deadline by the database's clock; 0 when it has passed, undefined when there is none. */
export function msToDeadline(booking: BookingRow): number | undefined {
  const { state, readAt } = booking;
  if (state === "paying") {
    return booking.payUntil && Math.max(0, booking.payUntil.getTime() - readAt.getTime());
  }
  if ((state !== "held" && state !== "registered") || booking.holdExpiresAt === undefined) return undefined;
  // A Date holds whole milliseconds, the database compares microseconds: before the deadline, at least 1 is left.
  return booking.expired ? 0 : Math.max(1, booking.holdExpiresAt.getTime() - readAt.getTime());
}

/** Whether, when and why a booking was released, whichever process released it. */
export function releaseFacts(booking: BookingRow): ReleaseFacts {
  const { releaseReason: reason, readAt } = booking;
  if (booking.state === "released") {
    const at = (booking.endedAt ?? readAt).toISOString();
    return { released: true, ...(reason === undefined ? {} : { reason }), at };
  }
  const msLeft = msToDeadline(booking);
  return { released: false, at: readAt.toISOString(), ...(msLeft === undefined ? {} : { msLeft }) };
}
