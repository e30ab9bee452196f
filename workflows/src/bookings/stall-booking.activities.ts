import type {
  BookingActor,
  BookingEventKind,
  BookingState,
  ReleaseReason,
} from "@sakhi/domain/bookings/booking.states";
import type { ClosingFacts, SettlementFacts } from "../payments/settlement.types.js";

/** One line of a booking's story as its history tells it: what, when (ISO, UTC) and triggered by whom. */
export interface HistoryEntry {
  readonly what: BookingEventKind;
  readonly at: string;
  readonly by: BookingActor;
  /** A few plain words, e.g. a release reason or an order id; never personal data. */
  readonly note?: string;
}

/** Where a booking stands, and what happened to it since the workflow last looked. */
export interface BookingFacts {
  readonly state: BookingState;
  readonly stallId: string;
  readonly orderId?: string;
  readonly releaseReason?: ReleaseReason;
  /** Milliseconds until the stage's deadline by the database's clock, 0 when it has passed; absent when none. */
  readonly msLeft?: number;
  readonly happened: readonly HistoryEntry[];
  /** Id of the newest event told; given back with the next look. */
  readonly lastEvent: string;
}

/** What came of releasing a stall. */
export interface ReleaseFacts {
  readonly released: boolean;
  readonly reason?: ReleaseReason;
  readonly at: string;
  /** Milliseconds until the deadline when it is too early. */
  readonly msLeft?: number;
}

/**
 * What the stall-booking workflow has done for it, in business words. All are idempotent, judge by the database's
 * clock, and return facts, so that the history reads as the story even where another process did the deed.
 */
export interface StallBookingActivities {
  /** Reads where the booking stands and what happened since `afterEvent` ("0" for all). */
  lookUpBooking(bookingId: string, afterEvent: string): Promise<BookingFacts>;
  /** Releases a held or registered booking whose ten minutes are over; otherwise tells how long is left. */
  releaseExpiredHold(bookingId: string): Promise<ReleaseFacts>;
  /** Asks the provider about the booking's order and commits what follows: the one way to settle. */
  settlePayment(orderId: string): Promise<SettlementFacts>;
  /** Asks the provider to terminate an order whose window is over, or reads how far that has come. */
  closePaymentOrder(orderId: string): Promise<ClosingFacts>;
  /** Releases the stall of a booking whose order is final without money. */
  releaseUnpaidStall(bookingId: string): Promise<ReleaseFacts>;
}
