import type { SettlementOutcome } from "@sakhi/domain/payments/consequences.rules";

/** Result of settling an order. */
export interface SettlementSummary {
  readonly outcome: SettlementOutcome;
  readonly pendingAttempts: number;
  /** With `offered`: time until the offer of another stall ends, in ms; 0 if it has ended. */
  readonly offerMsLeft?: number;
}

/** Result of a step towards closing an order whose payment window is over. */
export interface ClosingResult {
  readonly step: "not_due" | "termination_requested" | "attempt_pending" | "closed" | "paid" | "unreachable";
  /** When to check again, in ms; absent if the order is final. */
  readonly recheckInMs?: number;
}
