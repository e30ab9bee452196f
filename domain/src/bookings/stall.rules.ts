import type { SalesVerdict } from "../events/sales.rules.js";
import type { LatePlace } from "../payments/settlement.rules.js";
import type { StallStatus, StallType } from "../stalls/stall.types.js";
import { type BookingState, isHold } from "./booking.states.js";

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

/** A stall's position; x and y in feet. */
export interface StallPlace {
  readonly stallId: string;
  readonly type: StallType;
  readonly x: number;
  readonly y: number;
}

/**
 * Free stalls to suggest instead of a taken one: at most `limit`, those of the same type first, nearest first, then by
 * number.
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

/** The live or overdue booking on a stall, from one visitor's point of view. */
export interface BookingOnStall {
  readonly state: BookingState;
  /** The booking belongs to this visitor. */
  readonly own: boolean;
  /** Held or registered, and past its deadline. */
  readonly expired: boolean;
}

/** A booking on a stall from a visitor's point of view; hers only if she is known. */
export function onStallFor(
  visitorId: string | null | undefined,
  booking: (Omit<BookingOnStall, "own"> & { readonly visitorId: string | null }) | undefined,
): BookingOnStall | undefined {
  if (booking === undefined) return undefined;
  const { state, expired } = booking;
  return { state, expired, own: booking.visitorId !== null && booking.visitorId === visitorId };
}

/** A stall that is asked for, as far as the waiting list is concerned (decision 117). */
export interface StallInQueue {
  /** A stall that is free goes to those who wait for its type, or back to who was offered it. */
  readonly isKept: boolean;
  /** Who asks has the open offer of this stall. */
  readonly isOfferedToHer: boolean;
}

/** Nobody waits. */
const NO_QUEUE: StallInQueue = { isKept: false, isOfferedToHer: false };

/** Result of a request to reserve a stall; all but the first four are error codes. */
export type ReserveVerdict =
  | "free"
  | "overdue"
  | "offered"
  | "own"
  | "stall_sold"
  | "stall_reserved"
  | "payment_in_progress"
  | Exclude<SalesVerdict, "open">;

/**
 * Whether a visitor can reserve a stall: `own` means that they hold it already, `overdue` that an expired hold must be
 * released first. While sales are closed, visitors who hold or pay for a stall can continue; every other visitor is
 * refused. A free stall that the waiting list comes first for reads reserved; `offered` means that the stall is blocked for the
 * one who asks, with the link of her offer, and that the block must be released first.
 */
export function reserveVerdict(
  onStall: BookingOnStall | undefined,
  sales: SalesVerdict,
  queue: StallInQueue = NO_QUEUE,
): ReserveVerdict {
  const verdict = inQueue(verdictOnStall(onStall), onStall, queue);
  return sales === "open" || verdict === "own" || verdict === "payment_in_progress" ? verdict : sales;
}

function inQueue(
  verdict: ReserveVerdict,
  onStall: BookingOnStall | undefined,
  { isKept, isOfferedToHer }: StallInQueue,
): ReserveVerdict {
  if (isOfferedToHer) return onStall?.state === "blocked" ? "offered" : verdict;
  return isKept && (verdict === "free" || verdict === "overdue") ? "stall_reserved" : verdict;
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

/**
 * Whether a stall can be sold for money that arrived late: `free`, also if an expired hold is still on it; `own_hold`, the
 * payer's own, which the sale releases; else `taken`.
 */
export function stallForLateMoney(onStall: BookingOnStall | undefined): "free" | "own_hold" | "taken" {
  // An expired hold counts as released in every read.
  if (onStall === undefined || onStall.state === "released" || onStall.expired) return "free";
  return onStall.own && isHold(onStall.state) ? "own_hold" : "taken";
}

/** What is known about late money's stall, its event and its payer, read under the locks. */
export interface LateStall {
  readonly eventCancelled: boolean;
  /** Whether the payer has bought this stall, or another of the event, with another order. */
  readonly bought: "this" | "other" | undefined;
  /** Whether the event no longer sells stalls. */
  readonly salesClosed: boolean;
  /** Whether a publication of the plan has removed the stall since it was booked. */
  readonly removed: boolean;
  readonly onStall: BookingOnStall | undefined;
}

/** The state of a released booking's own stall when late money arrives. */
export function latePlace({ eventCancelled, bought, salesClosed, removed, onStall }: LateStall): LatePlace {
  if (eventCancelled) return "event_cancelled";
  if (bought !== undefined) return bought === "this" ? "bought_again" : "bought_other";
  if (salesClosed) return "closed";
  return removed ? "taken" : stallForLateMoney(onStall);
}

/** What stops the sale of several stalls for late money first; all must be free. */
const PLACES = ["event_cancelled", "bought_again", "bought_other", "closed", "taken", "own_hold", "free"] as const;

/** The state of all stalls of an order when late money arrives: that of the one which stops the sale, if one does. */
export function placeOfAll(places: readonly LatePlace[]): LatePlace {
  return PLACES.find((place) => places.includes(place)) ?? "taken";
}

/** Result of a request to release a stall: nothing to release, an error code, or the release reason. */
export type ReleaseVerdict = "nothing" | "not_yours" | "payment_in_progress" | "left" | "hold_expired";

/** Whether a visitor can release a stall. */
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
