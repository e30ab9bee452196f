import type { BookingState } from "./booking.states.js";
import type { StallStatus, StallType } from "../stalls/stall.types.js";

/**
 * The public status of a stall from its live booking. A blocked stall reads Reserved.
 *
 * @param live state of the stall's live booking (an expired hold is not live), or undefined without one
 */
export function stallStatus(live: BookingState | undefined): StallStatus {
  switch (live) {
    case undefined:
    case "released":
      return "Available";
    case "sold":
      return "Sold";
    case "held":
    case "registered":
    case "paying":
    case "blocked":
      return "Reserved";
  }
}

/** What is needed of a stall to compare its place with another's; x and y in feet. */
export interface StallPlace {
  readonly stallId: string;
  readonly type: StallType;
  readonly x: number;
  readonly y: number;
}

/**
 * The free stalls to offer instead of one that is taken: at most `limit`, those of the same type first,
 * nearest first, then by number.
 */
export function similarStalls<S extends StallPlace>(taken: StallPlace, free: readonly S[], limit = 3): S[] {
  const distance = (stall: StallPlace): number => Math.hypot(stall.x - taken.x, stall.y - taken.y);
  const otherType = (stall: StallPlace): number => (stall.type === taken.type ? 0 : 1);
  return free
    .filter((stall) => stall.stallId !== taken.stallId)
    .toSorted(
      (a, b) =>
        otherType(a) - otherType(b) ||
        distance(a) - distance(b) ||
        a.stallId.localeCompare(b.stallId, "en", { numeric: true }),
    )
    .slice(0, limit);
}
