import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { defineQuery } from "@temporalio/workflow";
import type { PacingWaits } from "../shared/pacing.js";
import type { HistoryEntry } from "./stall-booking.activities.js";

/** The workflow type in Temporal. */
export const STALL_BOOKING = "stallBooking";

/** One workflow per booking. */
export function stallBookingWorkflowId(bookingId: string): string {
  return `stall-booking/${bookingId}`;
}

/** Input of a run. */
export interface StallBookingInput {
  readonly bookingId: string;
  /** For tests only. */
  readonly waits?: Partial<PacingWaits>;
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
