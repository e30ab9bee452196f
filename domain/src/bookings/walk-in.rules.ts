import type { OrderState } from "../payments/payment.states.js";
import type { BookingOutcomeKind } from "./booking-outcome.js";
import { type BookingState, isHold } from "./booking.states.js";
import type { WalkInState } from "./walk-in.states.js";

/** Most walk-ins of one account that are not paid for yet: each keeps a stall from everyone else. */
export const MAX_OPEN_WALK_INS = 3;
/** How long a walk-in's QR code can be paid, in seconds: as long as a hold. */
export const WALK_IN_QR_SECONDS = 600;
/** How long the gate's page shows a walk-in that has ended, in seconds. */
export const WALK_IN_SHOWN_SECONDS = 6 * 60 * 60;

/** What {@link walkInState} is decided by. */
export interface WalkInInput {
  readonly state: BookingState;
  /** Held or registered, and past its deadline. */
  readonly expired: boolean;
  readonly order: OrderState | undefined;
  /** As the payer of its order sees it. */
  readonly outcome: BookingOutcomeKind;
}

/** Outcomes of a stall that is no longer hers although money arrived. */
const LATE: readonly BookingOutcomeKind[] = [
  ...(["late_offer", "money_under_review", "refund_pending", "refunded", "partly_refunded"] as const),
];

export function walkInState({ state, expired, order, outcome }: WalkInInput): WalkInState {
  if (state === "sold") return "sold";
  if (state === "paying") return order === "closing" ? "ending" : "paying";
  if (isHold(state) && !expired) return "unopened";
  return LATE.includes(outcome) ? "late" : "free";
}

/**
 * Until when a QR code that is asked for now can be paid, ms since 1970: {@link WALK_IN_QR_SECONDS}, and never longer than its order.
 *
 * @param orderEnds when the order's time is over at the provider
 */
export function walkInQrEnds(now: number, orderEnds: number): number {
  return Math.floor(Math.min(now + WALK_IN_QR_SECONDS * 1000, orderEnds) / 1000) * 1000;
}
