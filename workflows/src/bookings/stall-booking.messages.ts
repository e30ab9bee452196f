import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { defineQuery } from "@temporalio/workflow";
import type { PacingWaits } from "../shared/pacing.js";
import type { HistoryEntry } from "./stall-booking.activities.js";

/** The workflow type in Temporal. */
export const STALL_BOOKING = "stallBooking";

/** One workflow per booking. */
export function stallBookingWorkflowId(bookingId: string): string {
  return `stall-booking/${bookingId}`;
}

/** Waits that do not depend on the booking's deadlines, in ms. */
export interface StallBookingWaits extends PacingWaits {
  /** Time after which an unconfirmed order is checked. */
  readonly unopenedOrderMs: number;
}

export const STALL_BOOKING_WAITS: StallBookingWaits = {
  // One second longer, so that the provider is certain to be queried.
  unopenedOrderMs: UNKNOWN_ATTEMPT_MS + 1_000,
  retryFirstMs: 2_000,
  retryLongestMs: 10 * 60_000,
  continueAfterEvents: 8_000,
};

/** Input of a run. */
export interface StallBookingInput {
  readonly bookingId: string;
  /** For tests only. */
  readonly waits?: Partial<StallBookingWaits>;
}

/** Result of a booking's workflow. */
export interface StallBookingResult {
  readonly outcome: Extract<BookingState, "sold" | "released" | "blocked">;
  /** Why it was released. */
  readonly reason?: ReleaseReason;
  readonly stallId: string;
  readonly orderId?: string;
}

/** A booking's stage, a search attribute: its state, or `closing` while its order is being closed. */
export type BookingStage = BookingState | "closing";

/** A booking's history as far as the workflow has read it. */
export interface BookingHistory {
  /** Absent until the first check. */
  readonly stage?: BookingStage;
  readonly stallId?: string;
  readonly orderId?: string;
  readonly entries: readonly HistoryEntry[];
}

/** Query of the history: read-only, and works on closed runs too. */
export const history = defineQuery<BookingHistory>("history");
