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

/** What can be said of the stall of an ended hold, as the plan shows it; "unknown" before the plan is there. */
export type FreeAgain = "free" | "taken" | "sold" | "unknown";

/** Whether the stall of an ended hold can be reserved again. @param isOnSale stalls are sold now */
export function freeAgain(status: "Available" | "Reserved" | "Sold" | undefined, isOnSale: boolean): FreeAgain {
  switch (status) {
    case "Available":
      return isOnSale ? "free" : "unknown";
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
