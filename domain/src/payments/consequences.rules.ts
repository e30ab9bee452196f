import type { OrderState } from "./payment.states.js";
import type { SettlementDecision } from "./settlement.rules.js";

/**
 * What follows from the decision of a settlement, in two exhaustive tables: for the order and its subject by the decision, and
 * for those who asked by its outcome. What a decision changes in the database is SettlementService.apply.
 */

/**
 * Result of settling an order. `open`: it can still be paid. `unpaid` and `not_opened`: it ended without money, or the
 * provider never had it. `offered`: late money waits for the payer's choice of another stall. `issue`: an operator decides.
 * `unreachable`: the provider did not respond, so nothing was decided.
 */
export type SettlementOutcome =
  | "sold"
  | "open"
  | "unpaid"
  | "offered"
  | "refunding"
  | "issue"
  | "not_opened"
  | "unreachable";

/** What follows from a decision. */
interface DecisionConsequences {
  /** See {@link outcomeOf}. */
  readonly outcome: SettlementOutcome;
  /** Whether an open offer of another stall ends. Not while the payer can still choose, nor if the offered stall is sold. */
  readonly endsOffer: boolean;
  /** Whether it waits, while sales are paused, until everything outside was read; see {@link waitsForRecovery}. */
  readonly waitsUntilRead: boolean;
}

const DECISIONS: Readonly<Record<SettlementDecision["do"], DecisionConsequences>> = {
  wait: { outcome: "open", endsOffer: false, waitsUntilRead: false },
  offer: { outcome: "offered", endsOffer: false, waitsUntilRead: true },
  offered: { outcome: "offered", endsOffer: false, waitsUntilRead: false },
  sell: { outcome: "sold", endsOffer: false, waitsUntilRead: true },
  keep: { outcome: "sold", endsOffer: true, waitsUntilRead: true },
  unpaid: { outcome: "unpaid", endsOffer: true, waitsUntilRead: false },
  not_opened: { outcome: "not_opened", endsOffer: true, waitsUntilRead: false },
  refund: { outcome: "refunding", endsOffer: true, waitsUntilRead: true },
  refunding: { outcome: "refunding", endsOffer: true, waitsUntilRead: true },
  issue: { outcome: "issue", endsOffer: true, waitsUntilRead: true },
};

/** What a check for late money found, for its workflow. */
export type LateMoney = "nothing" | "sold" | "offered" | "refunding" | "issue" | "unreachable";

/** What follows from an outcome. */
interface OutcomeConsequences {
  /**
   * Where an order that is being closed stands: paid, closed, or to be checked again, soon (`open`, `unreachable`) or slowly
   * until an operator has decided (`issue`).
   */
  readonly closing: "paid" | "closed" | "issue" | "open" | "unreachable";
  readonly lateMoney: LateMoney;
  /** Whether the search for late money ends. The offer of another stall signals its workflow itself. */
  readonly endsLateWatch: boolean;
  /** Whether it closes an issue about the order. */
  readonly resolved: boolean;
}

/** By the outcome of a settlement. */
export const SETTLEMENT_OUTCOMES: Readonly<Record<SettlementOutcome, OutcomeConsequences>> = {
  sold: { closing: "paid", lateMoney: "sold", endsLateWatch: true, resolved: true },
  offered: { closing: "paid", lateMoney: "offered", endsLateWatch: false, resolved: true },
  refunding: { closing: "paid", lateMoney: "refunding", endsLateWatch: true, resolved: true },
  issue: { closing: "issue", lateMoney: "issue", endsLateWatch: true, resolved: false },
  unpaid: { closing: "closed", lateMoney: "nothing", endsLateWatch: false, resolved: true },
  not_opened: { closing: "closed", lateMoney: "nothing", endsLateWatch: false, resolved: true },
  open: { closing: "open", lateMoney: "nothing", endsLateWatch: false, resolved: false },
  unreachable: { closing: "unreachable", lateMoney: "unreachable", endsLateWatch: false, resolved: false },
};

/** The outcome of a decision about an order in this state. */
export function outcomeOf(decision: SettlementDecision, state: OrderState): SettlementOutcome {
  // No payment is expected on a closed order.
  if (decision.do === "wait" && state === "closed") return "unpaid";
  // The sale's payment was reversed: not settled.
  if (decision.do === "keep" && decision.issues !== undefined) return "issue";
  return DECISIONS[decision.do].outcome;
}

/** Whether a decision ends an open offer of another stall. */
export function endsOffer(decision: SettlementDecision): boolean {
  return DECISIONS[decision.do].endsOffer;
}

/** A pause of the sales, because the database was restored or nobody could compare it with what is known outside. */
export interface SalesPause {
  readonly since: Date;
  /** Whether everything outside was read since. */
  readonly read: boolean;
}

/**
 * Whether a decision must wait while sales are paused (docs/decisions/0050). In a restored database, a stall that looks free
 * may have been sold since, so late money waits. Until everything outside was read, so does what happened before the pause:
 * a payment was sold already and keeps its invoice's number, and a refund was decided and mailed already. Payments that are
 * made meanwhile are sold at once.
 *
 * @param paidAt when a payment of the reading was completed, if the provider says so
 * @param pause undefined while sales are not paused
 */
export function waitsForRecovery(
  decision: SettlementDecision,
  paidAt: (paymentId: string) => Date | undefined,
  pause: SalesPause | undefined,
): boolean {
  if (pause === undefined) return false;
  if (decision.do === "sell") {
    if (decision.late) return true;
    const at = paidAt(decision.paymentId);
    if (at !== undefined && at >= pause.since) return false;
  }
  return DECISIONS[decision.do].waitsUntilRead && !pause.read;
}
