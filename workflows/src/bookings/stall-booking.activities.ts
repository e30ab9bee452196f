import type {
  BookingActor,
  BookingEventKind,
  BookingState,
  ReleaseReason,
} from "@sakhi/domain/bookings/booking.states";
import type { ClosingFacts, SettlementFacts } from "../payments/settlement.types.js";

/** One event of a booking's history: what, when (ISO, UTC) and triggered by whom. */
export interface HistoryEntry {
  readonly what: BookingEventKind;
  readonly at: string;
  readonly by: BookingActor;
  /** A few plain words, e.g. a release reason or an order id; never personal data. */
  readonly note?: string;
}

/** A booking's state, and what happened to it since the workflow's last check. */
export interface BookingFacts {
  readonly state: BookingState;
  readonly stallId: string;
  readonly orderId?: string;
  readonly releaseReason?: ReleaseReason;
  /** Milliseconds until the stage's deadline by the database's clock, 0 when it has passed; absent when none. */
  readonly msLeft?: number;
  readonly happened: readonly HistoryEntry[];
  /** Id of the newest event; passed to the next check. */
  readonly lastEvent: string;
}

/** What came of releasing a stall. */
export interface ReleaseFacts {
  readonly released: boolean;
  readonly reason?: ReleaseReason;
  /** Milliseconds until the deadline when it is too early. */
  readonly msLeft?: number;
}

/**
 * The activities of the stall-booking workflow. All are idempotent, decide by the database's clock, and return facts,
 * so that Temporal's history is complete even where another process did the work.
 */
export interface StallBookingActivities {
  /** Reads the booking and what happened since `afterEvent` ("0" for all). */
  lookUpBooking(bookingId: string, afterEvent: string): Promise<BookingFacts>;
  /** Releases a held or registered booking whose ten minutes are over; otherwise returns how long is left. */
  releaseExpiredHold(bookingId: string): Promise<ReleaseFacts>;
  /** Asks the provider about the booking's order and commits what follows: the one way to settle. */
  settlePayment(orderId: string): Promise<SettlementFacts>;
  /** Asks the provider to terminate an order whose window is over, or reads how far that has come. */
  closePaymentOrder(orderId: string): Promise<ClosingFacts>;
  /** Releases the stall of a booking whose order is final without money. */
  releaseUnpaidStall(bookingId: string): Promise<ReleaseFacts>;
}
