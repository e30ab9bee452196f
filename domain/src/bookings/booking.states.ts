import type { Lifecycle, LifecycleEventKind, PaymentEventKind } from "../payments/lifecycle.states.js";

/**
 * The state machine of a booking. The database's partial unique indexes, the workflow, the services and the diagram in
 * docs/architecture.md all follow it; tests enforce that.
 */
export const BOOKING_STATES = ["held", "registered", "paying", "sold", "released", "blocked"] as const;
/** A booking's state. Only operators create `blocked` ones. */
export type BookingState = (typeof BOOKING_STATES)[number];

/** States in which a booking occupies its stall: at most one such booking per stall, by a unique index. */
export const LIVE_STATES = ["held", "registered", "paying", "sold", "blocked"] as const satisfies BookingState[];

/** States that expire at the hold's deadline; at most one such booking per visitor. */
export const HOLD_STATES = ["held", "registered"] as const satisfies BookingState[];

/** States in which a visitor has the stall but has not bought it yet. */
export const UNPAID_STATES = [...HOLD_STATES, "paying"] as const satisfies BookingState[];

/** States in which what a booking was offered is promised: its price, and its use of the coupon. */
export const PROMISED_STATES = ["paying", "sold"] as const satisfies BookingState[];

/** States in which a stall is not for sale, whatever becomes of the holds on others. */
export const OFF_SALE_STATES = ["sold", "blocked"] as const satisfies BookingState[];

export const RELEASE_REASONS = [
  "left",
  "replaced",
  "hold_expired",
  "payment_expired",
  "payment_failed",
  "operator",
  "cancelled",
] as const;
/**
 * Why a booking was released: the visitor left or took another stall, the hold expired, the payment window
 * ended without attempts (payment_expired) or after failed ones (payment_failed), an operator ended the hold, the
 * payment or the block (operator), or cancelled the sale (cancelled).
 */
export type ReleaseReason = (typeof RELEASE_REASONS)[number];

/** The life of a booking. */
export const BOOKING_LIFECYCLE = {
  states: BOOKING_STATES,
  initial: {
    reserved: "held",
    blocked: "blocked",
    /** A walk-in who paid outside the payment provider. */
    sold_offline: "sold",
  },
  transitions: {
    /** The registration form was accepted. Repeated while registered, it updates the registration in place. */
    registered: { from: ["held", "registered"], to: "registered" },
    /** An attempt to open an order at the provider was claimed; the hold's countdown stops. */
    payment_started: { from: ["registered"], to: "paying" },
    /** The provider rejected the order or never received it; the original deadline applies again. */
    payment_not_opened: { from: ["paying"], to: "registered" },
    /** The order is paid. */
    sold: { from: ["paying", "registered"], to: "sold" },
    /** Money arrived after the release, and the stall was still free or the payer chose another. Never after a cancellation. */
    sold_late: { from: ["released"], to: "sold", neverAfter: ["cancelled"] },
    hold_released: {
      from: ["held", "registered"],
      to: "released",
      reasons: ["left", "replaced", "hold_expired", "operator"],
    },
    payment_released: { from: ["paying"], to: "released", reasons: ["payment_expired", "payment_failed", "operator"] },
    unblocked: { from: ["blocked"], to: "released", reasons: ["operator"] },
    /** An operator cancelled the sale and decided the refund. */
    cancelled: { from: ["sold"], to: "released", reasons: ["cancelled"] },
  },
  changes: {
    /** A move to a dearer stall waits for its money; the stall is kept. */
    move_asked: ["sold"],
    /** The time to pay for a move is over, or it was withdrawn; the kept stall is free. */
    move_lapsed: ["sold"],
    move_withdrawn: ["sold", "released"],
    /** Moved to another stall; not while paying, because the payment page names the old stall. */
    moved: ["held", "registered", "sold"],
    /** The deadline was extended. Not while paying, because the countdown is stopped. */
    hold_extended: ["held", "registered"],
    /** The registration was corrected; on a sold booking, changed tax facts issue a credit note and a new invoice. */
    corrected: ["registered", "paying", "sold"],
  },
  ended: ["sold", "released"],
} as const satisfies Lifecycle<BookingState, ReleaseReason>;

/** The kinds of booking_events. */
export type BookingEventKind =
  | LifecycleEventKind<typeof BOOKING_LIFECYCLE>
  | PaymentEventKind
  | "listing_claimed"
  | "listing_offer_returned"
  | "stall_offered"
  | "offer_accepted"
  | "offer_declined"
  | "offer_expired"
  | "offer_withdrawn";

/** Kinds of events by which a booking became sold. */
export const SALE_EVENTS = ["sold", "sold_late", "sold_offline"] as const satisfies BookingEventKind[];

/** Kinds of events by which a booking came to another stall. */
export const MOVE_EVENTS = ["moved", "offer_accepted"] as const satisfies BookingEventKind[];

/** Whether a booking in this state expires at the hold's deadline. */
export function isHold(state: BookingState): state is (typeof HOLD_STATES)[number] {
  return (HOLD_STATES as readonly BookingState[]).includes(state);
}

/** Whether a visitor has the stall of a booking in this state but has not bought it yet. */
export function isUnpaid(state: BookingState): state is (typeof UNPAID_STATES)[number] {
  return (UNPAID_STATES as readonly BookingState[]).includes(state);
}

/** Whether a booking in this state occupies its stall. */
export function isLive(state: BookingState): boolean {
  return (LIVE_STATES as readonly BookingState[]).includes(state);
}
