/**
 * The life of what an order pays for: a booking of a stall, an application to be listed. Each product states its own as
 * a value of {@link Lifecycle}; services, workflows, the integrity rules and the diagrams in docs/architecture.md read it.
 */

export const ACTORS = ["visitor", "system", "provider", "operator"] as const;
/** Who triggered an event. */
export type Actor = (typeof ACTORS)[number];

/** A change of state. */
export interface Transition<State extends string = string, Reason extends string = string> {
  readonly from: readonly State[];
  readonly to: State;
  /** Reasons it may have, one of which its event notes. */
  readonly reasons?: readonly Reason[];
  /** Reasons of the previous transition that forbid this one. */
  readonly neverAfter?: readonly Reason[];
}

/** A state machine. The keys of `initial`, `transitions` and `changes` are the kinds of the events that record them. */
export interface Lifecycle<State extends string = string, Reason extends string = string> {
  readonly states: readonly State[];
  /** Initial states, by the event that records the creation. */
  readonly initial: Readonly<Record<string, State>>;
  readonly transitions: Readonly<Record<string, Transition<State, Reason>>>;
  /** Changes that keep the state, with the states in which they are allowed. */
  readonly changes: Readonly<Record<string, readonly State[]>>;
  /** States without pending timers: the workflow closes once no order is open. */
  readonly ended: readonly State[];
}

/** A lifecycle's states. */
export type StateOf<L extends Lifecycle> = L["states"][number];
/** The names of a lifecycle's transitions, as stored in its events. */
export type TransitionOf<L extends Lifecycle> = keyof L["transitions"] & string;
/** The names of a lifecycle's changes that keep the state, as stored in its events. */
export type ChangeOf<L extends Lifecycle> = keyof L["changes"] & string;

/** The kinds of events that a lifecycle records: creations, transitions and changes that keep the state. */
export type LifecycleEventKind<L extends Lifecycle> = (keyof L["initial"] & string) | TransitionOf<L> | ChangeOf<L>;

/** The kinds of events that payments record in the history of any subject. */
export type PaymentEventKind =
  | "payment_opened"
  | "attempt_failed"
  | "termination_requested"
  | "order_closed"
  | "late_money"
  /** A second payment on an order; it is refunded automatically. */
  | "paid_twice"
  | "invoice_issued"
  | "credit_note_issued"
  | "refund_requested"
  | "refund_succeeded"
  | "refund_failed"
  | "issue_raised";

/** Whether a transition is allowed from a state. */
export function canTransition<L extends Lifecycle>(
  lifecycle: L,
  transition: TransitionOf<L>,
  from: StateOf<L>,
): boolean {
  return lifecycle.transitions[transition]?.from.includes(from) === true;
}

/** Whether a change that keeps the state is allowed in a state. */
export function canChange<L extends Lifecycle>(lifecycle: L, change: ChangeOf<L>, state: StateOf<L>): boolean {
  return lifecycle.changes[change]?.includes(state) === true;
}

/** Whether a state has no pending timers. Money that arrives late, an operator or a renewal can still leave it. */
export function isEnded<L extends Lifecycle>(lifecycle: L, state: StateOf<L>): state is L["ended"][number] {
  return lifecycle.ended.includes(state);
}
