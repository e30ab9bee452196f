import type { BookingEventKind, BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { ClosingResult, SettlementSummary } from "../payments/settlement.types.js";
import type { SubjectReading } from "../shared/subject.types.js";

/** A booking's state, and its events since the workflow's last check. */
export interface BookingReading extends SubjectReading<BookingState, BookingEventKind> {
  readonly stallId: string;
  readonly releaseReason?: ReleaseReason;
  /** Time until the deadline by the database's clock, in ms; 0 if passed, absent if there is none. */
  readonly msLeft?: number;
}

/** Result of releasing a stall. */
export interface ReleaseResult {
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
  lookUpBooking(bookingId: string, afterEvent: string): Promise<BookingReading>;
  /** Releases a held or registered booking if its hold has expired; otherwise returns the time left. */
  releaseExpiredHold(bookingId: string): Promise<ReleaseResult>;
  /** Settles the booking's order by the provider's data. */
  settlePayment(orderId: string): Promise<SettlementSummary>;
  /** Requests the termination of an order whose payment window is over, or reads its progress. */
  closePaymentOrder(orderId: string): Promise<ClosingResult>;
  /** Releases the stall of a booking whose order ended unpaid. */
  releaseUnpaidStall(bookingId: string): Promise<ReleaseResult>;
}
