import type { MyBooking } from "../../api/mela-api";

/**
 * Whether a booking has a ticket: its stall is hers, also where she moved, and where a part of the money went back, such as the difference to
 * a cheaper stall.
 */
export function hasTicket({ outcome, eventCancelled }: MyBooking["booking"]): boolean {
  if (eventCancelled === true) return false;
  const { kind, kept } = outcome;
  return kind === "sold" || kind === "moved" || (kind === "partly_refunded" && kept === true);
}
