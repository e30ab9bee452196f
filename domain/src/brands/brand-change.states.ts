import { type Lifecycle, type StateOf, type TransitionOf } from "../payments/lifecycle.states.js";

export const BRAND_CHANGE_STATES = ["draft", "sent", "returned", "accepted", "discarded"] as const;
/**
 * A change of a brand's page: `draft` (its owner works on it), `sent` (waits for an operator), `returned` (with a reason;
 * she works on it again), `accepted` (public once the brand is), `discarded` (given up).
 */
export type BrandChangeState = (typeof BRAND_CHANGE_STATES)[number];

/** The life of a change. The public page shows the accepted ones only. */
export const BRAND_CHANGE_LIFECYCLE = {
  states: BRAND_CHANGE_STATES,
  initial: { started: "draft" },
  transitions: {
    /** The owner sends it for review. */
    sent: { from: ["draft", "returned"], to: "sent" },
    /** The owner takes it back before an operator has decided. */
    withdrawn: { from: ["sent"], to: "draft" },
    /** An operator accepts it, possibly with a word changed. */
    accepted: { from: ["sent"], to: "accepted" },
    /** A small correction of a brand that was approved before goes live at once. */
    trusted: { from: ["draft", "returned"], to: "accepted" },
    /** An operator returns it, or one picture of it, with a reason. */
    returned: { from: ["sent"], to: "returned" },
    /** The owner goes back to what is public. */
    discarded: { from: ["draft", "returned"], to: "discarded" },
  },
  changes: {
    /** The owner's edits, as she types. */
    edited: ["draft", "returned"],
  },
  ended: ["accepted", "discarded"],
} as const satisfies Lifecycle<BrandChangeState>;

/** The name of a transition of a change. */
export type BrandChangeTransition = TransitionOf<typeof BRAND_CHANGE_LIFECYCLE>;

/** States of a change that is not over: a brand has at most one. */
export const OPEN_BRAND_CHANGES = ["draft", "sent", "returned"] as const satisfies readonly StateOf<
  typeof BRAND_CHANGE_LIFECYCLE
>[];
