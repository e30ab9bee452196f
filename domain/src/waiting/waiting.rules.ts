import type { BookingState, ReleaseReason } from "../bookings/booking.states.js";

/**
 * The waiting list of an event and a type of stalls (decision 117). A freed stall is offered in order: it is blocked for the
 * first who waits, who takes it with the link in her mail, or lets it pass to the next.
 */

export const WAITING_STATES = ["waiting", "offered", "taken", "bought", "left", "lapsed", "removed", "closed"] as const;
/**
 * What became of a place in the queue. `taken`: she holds the stall that she was offered, and has not paid yet. `lapsed`: she let
 * an offer pass. `removed`: by an operator. `closed`: the sale of stalls ended.
 */
export type WaitingState = (typeof WAITING_STATES)[number];

/** States of a place that is not over: at most one of a person and type. */
export const OPEN_WAITING_STATES = ["waiting", "offered", "taken"] as const satisfies WaitingState[];

/** Length of a link's token: the place's id, a dot, 256 bits as base64url. */
export const WAITING_TOKEN_LENGTH = 76;

/** How long an offer stands at most, in hours: an operator's choice for an event. */
export const OFFER_HOURS = { least: 1, most: 72, usual: 24 } as const;

/** What a stall on offer says of itself where operators read why it is blocked. */
export const WAITING_BLOCK = "Offered to the waiting list";

const HOUR = 3600;
/** Shortest offer that is worth a mail, in seconds: fifteen minutes. */
const SHORTEST = HOUR / 4;
/** Shortest offer while the sale lasts longer, in seconds: one hour. */
const SHORT = HOUR;
/** An offer is at most this part of the time that is left, so that some who wait behind her have a turn. */
const PART_OF_SALE = 1 / 10;

/**
 * How long an offer stands, in whole seconds: the operator's hours, or less as the end of the sale nears, and never beyond it.
 *
 * @param hours the operator's choice
 * @param secondsToSell until the sale of stalls ends
 * @returns 0 if nothing is offered now
 */
export function offerSeconds(hours: number, secondsToSell: number): number {
  if (secondsToSell < SHORTEST) return 0;
  const nearing = Math.max(SHORT, secondsToSell * PART_OF_SALE);
  return Math.floor(Math.min(hours * HOUR, nearing, secondsToSell));
}

/** Places of one address that stand in the order of joining; further ones come after everyone's first ones. */
export const PLACES_IN_TURN = 5;

/**
 * The round in which a new place is offered a stall, 0 for the first: a sum of what comes from one address. A family or a village
 * loses nothing; anyone who joins a hundred times stands in front of nobody with most of them.
 *
 * @param placesOfAddress open places of the event that were taken from the same address
 */
export function turnOf(placesOfAddress: number): number {
  return Math.floor(placesOfAddress / PLACES_IN_TURN);
}

/** What is known of a place whose stall was offered, under the locks of the stall. */
export interface OfferState {
  readonly state: WaitingState;
  /** Its booking: the block while it is offered, then the hold that she took; undefined if there is none. */
  readonly booking: { readonly state: BookingState; readonly releaseReason: ReleaseReason | null } | undefined;
  /** Past the offer's time, by the database's clock. */
  readonly isOver: boolean;
  /** The event no longer sells stalls, or was cancelled. */
  readonly isClosed: boolean;
}

/** What happens to a place next; undefined: nothing. */
export type NextOfPlace =
  /** The offer ends, and its stall goes to the next. */
  | "lapse"
  /** Nothing can be offered now. */
  | "close"
  /** She has paid for it. */
  | "bought"
  /** Her ten minutes ended, and her offer has not: it stands again. */
  | "offer_again"
  /** The stall was taken from her offer; she keeps her place. */
  | "wait";

/** Whether who has this place can take the stall that it was offered, now or again. */
export function isOfferOpen({ state, isOver }: Pick<OfferState, "state" | "isOver">): boolean {
  return !isOver && (state === "offered" || state === "taken");
}

/** Reasons of a release by which somebody gave up what she was offered. */
const GIVEN_UP: readonly (ReleaseReason | null)[] = ["left", "replaced"];

/** Decides what happens to a place; the same facts always give the same answer. */
export function nextOfPlace({ state, booking, isOver, isClosed }: OfferState): NextOfPlace | undefined {
  switch (state) {
    case "waiting":
      return isClosed ? "close" : undefined;
    case "offered":
      if (isClosed && !isOver) return "close";
      if (isOver) return "lapse";
      return booking?.state === "blocked" ? undefined : "wait";
    case "taken":
      if (booking?.state === "sold") return "bought";
      if (booking !== undefined && booking.state !== "released") return undefined;
      if (isClosed) return "close";
      return isOver || GIVEN_UP.includes(booking?.releaseReason ?? null) ? "lapse" : "offer_again";
    case "bought":
    case "left":
    case "lapsed":
    case "removed":
    case "closed":
      return undefined;
  }
}
