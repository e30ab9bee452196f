import type { BookingEventKind, BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { ClosingFacts, SettlementFacts } from "../payments/settlement.types.js";
import type { SubjectFacts } from "../shared/subject.types.js";

/** A booking's state, and its events since the workflow's last check. */
export interface BookingFacts extends SubjectFacts<BookingState, BookingEventKind> {
  readonly stallId: string;
  readonly releaseReason?: ReleaseReason;
  /** Time until the deadline by the database's clock, in ms; 0 if passed, absent if there is none. */
  readonly msLeft?: number;
}

/** Result of releasing a stall. */
export interface ReleaseFacts {
  readonly released: boolean;
  readonly reason?: ReleaseReason;
  /** Time until the deadline in ms, if it was too early. */
  readonly msLeft?: number;
}

/**
 * Activities of the stall-booking workflow. All are idempotent, decide by the database's clock, and return facts, so that
 * Temporal's history is complete even if another process did the work.
 */
export interface StallBookingActivities {
  /** Reads the booking and its events after `afterEvent` ("0" for all). */
  lookUpBooking(bookingId: string, afterEvent: string): Promise<BookingFacts>;
  /** Releases a held or registered booking if its hold has expired; otherwise returns the time left. */
  releaseExpiredHold(bookingId: string): Promise<ReleaseFacts>;
  /** Settles the booking's order by the provider's data. */
  settlePayment(orderId: string): Promise<SettlementFacts>;
  /** Requests the termination of an order whose payment window is over, or reads its progress. */
  closePaymentOrder(orderId: string): Promise<ClosingFacts>;
  /** Releases the stall of a booking whose order ended unpaid. */
  releaseUnpaidStall(bookingId: string): Promise<ReleaseFacts>;
}
