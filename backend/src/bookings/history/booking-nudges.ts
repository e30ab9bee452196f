import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import type { Outbox } from "../../platform/outbox/outbox.js";
import type { Tx } from "../../platform/database/database.js";

/** What a nudge shows in Temporal's search attributes: stall, order and stage, no personal data. */
export interface BookingNudge {
  readonly bookingId: string;
  readonly stallId: string;
  readonly orderId?: string | undefined;
  readonly stage: BookingState;
  /** Start a new run though the last one completed: the sweep's, and that of news after the end. */
  readonly evenIfCompleted?: boolean;
}

/** The workflow that tells a booking's story. */
export function bookingWorkflowId(bookingId: string): string {
  return `stall-booking/${bookingId}`;
}

/** Notes that the booking's workflow is to be started, or told to look again, once `tx` has committed. */
export function nudgeBooking(outbox: Outbox, tx: Tx, booking: BookingNudge): Promise<void> {
  return outbox.nudge(tx, {
    workflowType: "stallBooking",
    workflowId: bookingWorkflowId(booking.bookingId),
    args: [{ bookingId: booking.bookingId }],
    signal: "recheck",
    searchAttributes: { StallId: booking.stallId, OrderId: booking.orderId, Stage: booking.stage },
    summary: `Stall ${booking.stallId}`,
    ...(booking.evenIfCompleted === true ? { evenIfCompleted: true } : {}),
  });
}
