import type { Lifecycle, LifecycleEventKind, PaymentEventKind, TransitionOf } from "../payments/lifecycle.states.js";

/**
 * The state machine of an application to be listed. The database's constraints, the workflow, the services and the
 * diagram in docs/architecture.md follow it; tests enforce that.
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
 * An application's state: `submitted` (stored, not paid), `paying` (an order is open), `lapsed` (not paid for 14 days; a
 * late payment still counts), `under_review` (paid or free of charge, waits for an administrator), `live` (approved and
 * on the site), `expired` (the year is over; can be renewed), `rejected`, `withdrawn` (taken down by an operator or with
 * its stall's booking), `joined` (a free member of the community, without a listing).
 */
export type ApplicationState = (typeof APPLICATION_STATES)[number];

export const APPLICATION_KINDS = ["paid", "free", "mela_free"] as const;
/** Kind of an application: paid, a free lead, or free with a paid stall. */
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

/** The life of an application. */
export const APPLICATION_LIFECYCLE = {
  states: APPLICATION_STATES,
  initial: { submitted: "submitted", claimed: "under_review", joined: "joined" },
  transitions: {
    /** An attempt to open an order at the provider was claimed. */
    payment_started: { from: ["submitted"], to: "paying" },
    /** The provider rejected the order or never received it. */
    payment_not_opened: { from: ["paying"], to: "submitted" },
    /** The payment window ended without a payment; the owner can pay again. */
    payment_ended: { from: ["paying"], to: "submitted" },
    /** Not paid for 14 days: closed; the owner may apply again. */
    lapsed: { from: ["submitted"], to: "lapsed" },
    /** Paid, possibly late. */
    paid: { from: ["paying", "submitted", "lapsed"], to: "under_review" },
    /** Approved by an administrator: on the site for a year. */
    approved: { from: ["under_review"], to: "live" },
    /** Rejected by an administrator, with a full refund. */
    rejected: { from: ["under_review"], to: "rejected" },
    /** Another year was paid for: it starts at the end of the previous one, or now if that is over. */
    renewed: { from: ["live", "expired"], to: "live" },
    /** The year is over. */
    expired: { from: ["live"], to: "expired" },
    /** Taken down: the stall's booking was cancelled, or an operator withdrew it. */
    withdrawn: { from: ["submitted", "under_review", "live", "expired"], to: "withdrawn" },
  },
  changes: {
    /** The details were corrected: once paid or granted, and not rejected or withdrawn. */
    corrected: ["under_review", "live", "expired"],
  },
  /** Renewing an expired application, or a late payment for a lapsed one, starts a new run of the workflow. */
  ended: ["lapsed", "expired", "rejected", "withdrawn", "joined"],
} as const satisfies Lifecycle<ApplicationState>;

/** The name of a transition, as stored in listing_events. */
export type ApplicationTransition = TransitionOf<typeof APPLICATION_LIFECYCLE>;

/** The kinds of listing_events. */
export type ApplicationEventKind =
  | LifecycleEventKind<typeof APPLICATION_LIFECYCLE>
  | PaymentEventKind
  | "reviewer_reminded"
  | "owner_reminded_first"
  | "owner_reminded_last"
  | "renewal_started"
  | "renewal_not_opened";
