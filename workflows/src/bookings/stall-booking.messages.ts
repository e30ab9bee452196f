import type { BookingEventKind, BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { defineQuery } from "@temporalio/workflow";
import type { PacingWaits } from "../shared/pacing.js";
import type { SubjectHistory } from "../shared/subject.types.js";

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

/** A booking's history as far as the workflow has read it. */
export type BookingHistory = SubjectHistory<BookingState, BookingEventKind>;

/** Query of the history: read-only, and works on closed runs too. */
export const history = defineQuery<BookingHistory>("history");
