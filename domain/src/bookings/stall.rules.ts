import type { SalesVerdict } from "../events/sales.rules.js";
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

/** The live or overdue booking on a stall, as somebody who asks about the stall finds it. */
export interface BookingOnStall {
  readonly state: BookingState;
  /** It is the asker's own. */
  readonly own: boolean;
  /** Held or registered, and past its deadline. */
  readonly expired: boolean;
}

/** What a visitor is answered who wants to reserve a stall; all but the first three are error codes. */
export type ReserveVerdict =
  | "free"
  | "overdue"
  | "own"
  | "stall_sold"
  | "stall_reserved"
  | "payment_in_progress"
  | Exclude<SalesVerdict, "open">;

/**
 * Whether a visitor can have a stall: `own` is the visitor's hold already, `overdue` a hold that the next reserve
 * releases first. While sales are closed, who has a stall or pays for one goes on, and nobody else gets any. The function
 * `reserve_verdict` of the database says the same; a test compares them.
 */
export function reserveVerdict(onStall: BookingOnStall | undefined, sales: SalesVerdict): ReserveVerdict {
  const verdict = verdictOnStall(onStall);
  return sales === "open" || verdict === "own" || verdict === "payment_in_progress" ? verdict : sales;
}

function verdictOnStall(onStall: BookingOnStall | undefined): Exclude<ReserveVerdict, SalesVerdict> {
  if (onStall === undefined) return "free";
  switch (onStall.state) {
    case "released":
      return "free";
    case "sold":
      return "stall_sold";
    case "blocked":
      return "stall_reserved";
    case "paying":
      return onStall.own ? "payment_in_progress" : "stall_reserved";
    case "held":
    case "registered":
      if (onStall.expired) return "overdue";
      return onStall.own ? "own" : "stall_reserved";
  }
}

/** What a visitor is answered who gives a stall up: nothing to release, an error code, or why their hold ends. */
export type ReleaseVerdict = "nothing" | "not_yours" | "payment_in_progress" | "left" | "hold_expired";

/**
 * What giving a stall up does. The function `release_verdict` of the database says the same; a test compares them.
 */
export function releaseVerdict(onStall: BookingOnStall | undefined): ReleaseVerdict {
  if (onStall === undefined || onStall.state === "released") return "nothing";
  if (!onStall.own) return onStall.expired ? "nothing" : "not_yours";
  switch (onStall.state) {
    case "held":
    case "registered":
      return onStall.expired ? "hold_expired" : "left";
    case "paying":
      return "payment_in_progress";
    case "sold":
    case "blocked":
      return "nothing";
  }
}
