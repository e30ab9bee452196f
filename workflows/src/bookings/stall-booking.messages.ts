import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { defineQuery } from "@temporalio/workflow";
import type { PacingWaits } from "../shared/pacing.js";
import type { HistoryEntry } from "./stall-booking.activities.js";

/** The workflow's type, as Temporal knows it. */
export const STALL_BOOKING = "stallBooking";

/** One workflow per booking. */
export function stallBookingWorkflowId(bookingId: string): string {
  return `stall-booking/${bookingId}`;
}

/** How long the workflow waits where the booking itself says nothing; milliseconds. */
export interface StallBookingWaits extends PacingWaits {
  /** After which an order is read that the provider has not confirmed. */
  readonly unopenedOrderMs: number;
}

export const STALL_BOOKING_WAITS: StallBookingWaits = {
  // A moment more, so that the provider is really asked.
  unopenedOrderMs: UNKNOWN_ATTEMPT_MS + 1_000,
  retryFirstMs: 2_000,
  retryLongestMs: 10 * 60_000,
  continueAfterEvents: 8_000,
};

/** What a run is started with. */
export interface StallBookingInput {
  readonly bookingId: string;
  /** Only tests pass it. */
  readonly waits?: Partial<StallBookingWaits>;
}

/** How a booking's workflow closed. */
export interface StallBookingResult {
  readonly outcome: Extract<BookingState, "sold" | "released" | "blocked">;
  /** Why it was released. */
  readonly reason?: ReleaseReason;
  readonly stallId: string;
  readonly orderId?: string;
}

/** A booking's stage as Temporal can be searched by it: its state, or `closing` while its order is being closed. */
export type BookingStage = BookingState | "closing";

/** A booking's history so far. */
export interface BookingHistory {
  /** Absent until the first check. */
  readonly stage?: BookingStage;
  readonly stallId?: string;
  readonly orderId?: string;
  readonly entries: readonly HistoryEntry[];
}

/** The history as the workflow knows it. A query: reading it changes nothing and works on closed runs, too. */
export const history = defineQuery<BookingHistory>("history");
