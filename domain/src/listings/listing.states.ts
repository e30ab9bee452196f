/**
 * The life of an application to be listed, as a table. The database's constraints, the workflow, the services and
 * the picture in docs/architecture.md follow it; tests hold them to it.
 */
export const APPLICATION_STATES = [
  "submitted",
  "paying",
  "lapsed",
  "under_review",
  "live",
  "expired",
  "rejected",
  "withdrawn",
  "joined",
] as const;
/**
 * Where an application stands: `submitted` (written down, nothing paid), `paying` (an order is open), `lapsed` (nobody
 * paid for weeks; money that comes yet still counts), `under_review` (paid or free of charge, waits for the administrator), `live` (approved and on the site), `expired` (the year is
 * over; renewing brings it back), `rejected`, `withdrawn` (taken down by an operator or with its stall's booking),
 * `joined` (a free member of the community, without a listing).
 */
export type ApplicationState = (typeof APPLICATION_STATES)[number];

export const APPLICATION_KINDS = ["paid", "free", "mela_free"] as const;
/** How it came: paid for, a free lead, or free with a paid stall. */
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

/** Whom an event of an application came from. */
export type ApplicationActor = "visitor" | "system" | "provider" | "operator";

interface Transition {
  readonly from: readonly ApplicationState[];
  readonly to: ApplicationState;
}

/** Everything that can happen to an application after its first state; the key is the event's name. */
export const APPLICATION_TRANSITIONS = {
  /** An attempt to open an order with the provider was claimed. */
  payment_started: { from: ["submitted"], to: "paying" },
  /** The provider refused the order, or never got it. */
  payment_not_opened: { from: ["paying"], to: "submitted" },
  /** The window ended without money; the owner can pay again. */
  payment_ended: { from: ["paying"], to: "submitted" },
  /** Nobody has paid for weeks: it is closed, and anyone who still wants to be listed applies again. */
  lapsed: { from: ["submitted"], to: "lapsed" },
  /** Paid, also late. */
  paid: { from: ["paying", "submitted", "lapsed"], to: "under_review" },
  /** The administrator's yes: on the site for a year. */
  approved: { from: ["under_review"], to: "live" },
  /** The administrator's no: what was paid goes back in full. */
  rejected: { from: ["under_review"], to: "rejected" },
  /** A year was paid for again: from the end of the one before, or from now. */
  renewed: { from: ["live", "expired"], to: "live" },
  /** The year is over. */
  expired: { from: ["live"], to: "expired" },
  /** Taken down: the stall's booking was cancelled, or an operator took it back. */
  withdrawn: { from: ["submitted", "under_review", "live", "expired"], to: "withdrawn" },
} as const satisfies Record<string, Transition>;
export type ApplicationTransition = keyof typeof APPLICATION_TRANSITIONS;

/** Where an application's details can be corrected: it was paid for or granted, and its documents are not closed. */
export function isCorrectable(state: ApplicationState): boolean {
  return state === "under_review" || state === "live" || state === "expired";
}

/** The states an application can be created in, with the event that records it. */
export const APPLICATION_INITIAL_STATES = {
  submitted: "submitted",
  claimed: "under_review",
  joined: "joined",
} as const satisfies Record<string, ApplicationState>;

/** What listing_events can record: initial states, transitions, and facts that change no state. */
export type ApplicationEventKind =
  | keyof typeof APPLICATION_INITIAL_STATES
  | ApplicationTransition
  | "payment_opened"
  | "attempt_failed"
  | "termination_requested"
  | "order_closed"
  | "invoice_issued"
  | "credit_note_issued"
  | "corrected"
  | "late_money"
  | "paid_twice"
  | "refund_requested"
  | "refund_succeeded"
  | "refund_failed"
  | "reviewer_reminded"
  | "owner_reminded_first"
  | "owner_reminded_last"
  | "renewal_started"
  | "renewal_not_opened"
  | "issue_raised";

/** Whether the table allows this transition from this state. */
export function canTransition(transition: ApplicationTransition, from: ApplicationState): boolean {
  const allowed: readonly ApplicationState[] = APPLICATION_TRANSITIONS[transition].from;
  return allowed.includes(from);
}

/**
 * Whether an application in this state needs no clock: its workflow closes, once no order of it is open. An expired
 * one can still be renewed, and a lapsed one paid by money that was under way: either starts a run of its own.
 */
export function isEnded(
  state: ApplicationState,
): state is Extract<ApplicationState, "lapsed" | "expired" | "rejected" | "withdrawn" | "joined"> {
  return (
    state === "lapsed" || state === "expired" || state === "rejected" || state === "withdrawn" || state === "joined"
  );
}
