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

export const BOOKING_ACTORS = ["visitor", "system", "provider", "operator"] as const;
/** Who triggered a booking event. */
export type BookingActor = (typeof BOOKING_ACTORS)[number];

interface Transition {
  readonly from: readonly BookingState[];
  readonly to: BookingState;
  /** Release reasons this transition may have; only for transitions to `released`. */
  readonly reasons?: readonly ReleaseReason[];
  /** Release reasons that forbid this transition; only for transitions from `released`. */
  readonly neverAfter?: readonly ReleaseReason[];
}

/** All transitions of a booking after its initial state; the key is the event kind. */
export const BOOKING_TRANSITIONS = {
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
} as const satisfies Record<string, Transition>;

/** The name of a transition, as stored in booking_events. */
export type BookingTransition = keyof typeof BOOKING_TRANSITIONS;

/** Initial states of a booking, by the event that records its creation. */
export const BOOKING_INITIAL_STATES = {
  reserved: "held",
  blocked: "blocked",
  /** A walk-in who paid outside the payment provider. */
  sold_offline: "sold",
} as const satisfies Record<string, BookingState>;

/** Operator changes that keep a booking's state, with the states in which they are allowed. */
export const BOOKING_CHANGES = {
  /** Moved to another stall of the same type and price; not while paying, because the payment page names the old stall. */
  moved: ["held", "registered", "sold"],
  /** The deadline was extended. Not while paying, because the countdown is stopped. */
  hold_extended: ["held", "registered"],
  /** The registration was corrected; on a sold booking, changed tax facts issue a credit note and a new invoice. */
  corrected: ["registered", "paying", "sold"],
} as const satisfies Record<string, readonly BookingState[]>;

/** The name of a change that keeps the state, as stored in booking_events. */
export type BookingChange = keyof typeof BOOKING_CHANGES;

/** The kinds of booking_events: creations, transitions, and events that keep the state. */
export type BookingEventKind =
  | keyof typeof BOOKING_INITIAL_STATES
  | BookingTransition
  | BookingChange
  | "payment_opened"
  | "attempt_failed"
  | "termination_requested"
  | "order_closed"
  | "invoice_issued"
  | "credit_note_issued"
  | "listing_claimed"
  | "listing_offer_returned"
  | "late_money"
  | "paid_twice"
  | "stall_offered"
  | "offer_accepted"
  | "offer_declined"
  | "offer_expired"
  | "offer_withdrawn"
  | "refund_requested"
  | "refund_succeeded"
  | "refund_failed"
  | "issue_raised";

/** Whether a transition is allowed from a state. */
export function canTransition(transition: BookingTransition, from: BookingState): boolean {
  const allowed: readonly BookingState[] = BOOKING_TRANSITIONS[transition].from;
  return allowed.includes(from);
}

/** Whether a change is allowed in a state. */
export function canChange(change: BookingChange, state: BookingState): boolean {
  return (BOOKING_CHANGES[change] as readonly BookingState[]).includes(state);
}

/** Whether a booking in this state occupies its stall. */
export function isLive(state: BookingState): boolean {
  return (LIVE_STATES as readonly BookingState[]).includes(state);
}

/** Whether a booking in this state has ended: only late money or a cancellation can still change it. */
export function isEnded(state: BookingState): boolean {
  return state === "sold" || state === "released";
}
