import { STALL_REST_SECONDS } from "./live-holds.rules.js";

/** What a tab last saw of a hold that has ended since. */
export interface SeenHold {
  readonly stallId: string;
  /** When it was to end, or the time to pay while paying; ISO 8601. */
  readonly endsAt: string;
  /** Its order, once a payment was started. */
  readonly payingOrder?: string | undefined;
  /** How far the server's clock was ahead of the device's, in ms: for a page that opens without network. */
  readonly clockAhead?: number | undefined;
}

/**
 * How a hold ended: its time is over, its payment has ended one way or another, or it was released before its time, in
 * another tab or by us.
 */
export type HoldEnd = "time_over" | "payment_ended" | "released_early";

/** Clocks and answers are apart by less than this, in ms. */
const TOLERANCE_MS = 5000;

/** How a hold that is no more has ended. @param now ms since 1970, by the server's clock */
export function holdEnd({ endsAt, payingOrder }: SeenHold, now: number): HoldEnd {
  if (payingOrder !== undefined) return "payment_ended";
  return now >= Date.parse(endsAt) - TOLERANCE_MS ? "time_over" : "released_early";
}

/**
 * Until when the stall is left to others, after its time was over (live-holds.rules.ts); ISO 8601. Of a hold that was released early it is
 * not known here when: the server's answer says it.
 */
export function restsUntil({ endsAt }: SeenHold, end: HoldEnd): string | undefined {
  return end === "time_over" ? new Date(Date.parse(endsAt) + STALL_REST_SECONDS * 1000).toISOString() : undefined;
}

/**
 * What can be said of the stall of an ended hold, as the plan shows it: "resting" while it is free for others only; "unknown" before
 * the plan is there.
 */
export type FreeAgain = "free" | "resting" | "taken" | "sold" | "unknown";

/**
 * Whether the stall of an ended hold can be reserved again.
 *
 * @param isOnSale stalls are sold now
 * @param restSeconds for how long it is left to others
 */
export function freeAgain(
  status: "Available" | "Reserved" | "Sold" | undefined,
  isOnSale: boolean,
  restSeconds = 0,
): FreeAgain {
  switch (status) {
    case "Available":
      if (!isOnSale) return "unknown";
      return restSeconds > 0 ? "resting" : "free";
    case "Reserved":
      return "taken";
    case "Sold":
      return "sold";
    case undefined:
      return "unknown";
  }
}

/** What a device without network can say of a hold: its time runs, or is over, or it cannot say whether the payment arrived. */
export type UncheckedHold = "running" | "over" | "paying";

/** See {@link UncheckedHold}. No hold outlives its time, so that it is over needs no answer. @param now as of {@link holdEnd} */
export function uncheckedHold({ endsAt, payingOrder }: SeenHold, now: number): UncheckedHold {
  if (payingOrder !== undefined) return "paying";
  return now < Date.parse(endsAt) ? "running" : "over";
}

/** The server's time by the device's clock, ms since 1970, where no answer has said it. @param deviceNow ms since 1970 */
export const serverTimeBy = ({ clockAhead = 0 }: SeenHold, deviceNow: number): number => deviceNow + clockAhead;
