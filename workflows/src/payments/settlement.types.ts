/** What came of asking the provider about an order. */
export interface SettlementFacts {
  readonly outcome: "sold" | "open" | "unpaid" | "offered" | "refunding" | "issue" | "not_opened" | "unreachable";
  readonly pendingAttempts: number;
  /** With `offered`: milliseconds until the offer of another stall ends, 0 when it has. */
  readonly offerMsLeft?: number;
}

/** What came of a step towards closing an order whose window is over. */
export interface ClosingFacts {
  readonly step: "not_due" | "termination_requested" | "attempt_pending" | "closed" | "paid" | "unreachable";
  /** When to check again, in milliseconds; absent when the order is final. */
  readonly recheckInMs?: number;
}
