/**
 * The life of a booking as a table. The database's partial unique indexes, the
 * workflow, the services and the picture in docs/architecture.md all follow this table; tests hold them to it.
 */
export const BOOKING_STATES = ["held", "registered", "paying", "sold", "released", "blocked"] as const;
/** A booking's state. `blocked` is an operator's own. */
export type BookingState = (typeof BOOKING_STATES)[number];

/** States in which a booking occupies its stall: at most one such booking per stall, by a unique index. */
export const LIVE_STATES = ["held", "registered", "paying", "sold", "blocked"] as const satisfies BookingState[];

/** States that end by themselves at the hold's deadline; at most one such booking per visitor. */
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
 * Why a booking was released: the visitor left or took another stall, the hold ran out, the payment window
 * ended without (payment_expired) or after failed attempts (payment_failed), an operator ended the hold, the
 * payment or the block (operator), or cancelled the sale (cancelled).
 */
export type ReleaseReason = (typeof RELEASE_REASONS)[number];

export const BOOKING_ACTORS = ["visitor", "system", "provider", "operator"] as const;
/** Who triggered something that happened to a booking. */
export type BookingActor = (typeof BOOKING_ACTORS)[number];

interface Transition {
  readonly from: readonly BookingState[];
  readonly to: BookingState;
  /** Release reasons this transition may carry; only for those that lead to `released`. */
  readonly reasons?: readonly ReleaseReason[];
  /** Release reasons that bar it; only for those that come from `released`. */
  readonly neverAfter?: readonly ReleaseReason[];
}

/** Everything that can happen to a booking after its first state; the key is the event's name. */
export const BOOKING_TRANSITIONS = {
  /** The registration form was accepted; again while registered, it is updated in place. */
  registered: { from: ["held", "registered"], to: "registered" },
  /** An attempt to open an order with the provider was claimed: the countdown of the hold stops. */
  payment_started: { from: ["registered"], to: "paying" },
  /** The provider refused the order, or never got it: back, with the original deadline. */
  payment_not_opened: { from: ["paying"], to: "registered" },
  /** The order is paid. */
  sold: { from: ["paying", "registered"], to: "sold" },
  /** Money that came after the release, and the stall was still free or another one was chosen. What was cancelled is never sold again. */
  sold_late: { from: ["released"], to: "sold", neverAfter: ["cancelled"] },
  hold_released: {
    from: ["held", "registered"],
    to: "released",
    reasons: ["left", "replaced", "hold_expired", "operator"],
  },
  payment_released: { from: ["paying"], to: "released", reasons: ["payment_expired", "payment_failed", "operator"] },
  unblocked: { from: ["blocked"], to: "released", reasons: ["operator"] },
  /** An operator cancelled the sale; what goes back of the money was decided with it. */
  cancelled: { from: ["sold"], to: "released", reasons: ["cancelled"] },
} as const satisfies Record<string, Transition>;

/** The name of a transition, as it stands in booking_events. */
export type BookingTransition = keyof typeof BOOKING_TRANSITIONS;

/** The states a booking can be created in, with the event that records it. */
export const BOOKING_INITIAL_STATES = {
  reserved: "held",
  blocked: "blocked",
  /** A walk-in who paid outside the payment provider. */
  sold_offline: "sold",
} as const satisfies Record<string, BookingState>;

/** Changes by an operator that leave a booking's state as it is, with the states in which they can happen. */
export const BOOKING_CHANGES = {
  /** To another stall of the same type and price; not while paying: the payer has another stall before them. */
  moved: ["held", "registered", "sold"],
  /** A later deadline. While paying the countdown stands still. */
  hold_extended: ["held", "registered"],
  /** What was registered; of a sold booking with a credit note and a new invoice where tax facts change. */
  corrected: ["registered", "paying", "sold"],
} as const satisfies Record<string, readonly BookingState[]>;

/** The name of a change that leaves the state as it is, as it stands in booking_events. */
export type BookingChange = keyof typeof BOOKING_CHANGES;

/** The kinds of booking_events: initial states, transitions, and facts that change no state. */
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

/** Whether the table allows this transition from this state. */
export function canTransition(transition: BookingTransition, from: BookingState): boolean {
  const allowed: readonly BookingState[] = BOOKING_TRANSITIONS[transition].from;
  return allowed.includes(from);
}

/** Whether a booking in this state can be changed so. */
export function canChange(change: BookingChange, state: BookingState): boolean {
  return (BOOKING_CHANGES[change] as readonly BookingState[]).includes(state);
}

/** Whether a booking in this state occupies its stall. */
export function isLive(state: BookingState): boolean {
  return (LIVE_STATES as readonly BookingState[]).includes(state);
}

/** Whether a booking in this state is finished: nothing but late money can move it. */
export function isEnded(state: BookingState): boolean {
  return state === "sold" || state === "released";
}
