import type { Paise } from "../money/money.js";

/**
 * Disputes (chargebacks): a payer asks her bank for her money back. Until the bank decides, the provider withholds the
 * money; if we lose, the payer has it. Either way it must not be refunded a second time.
 */

/** `open`: the bank has not decided, and we may have to answer. */
export type DisputeOutcome = "open" | "won" | "lost";

/** A dispute, as the provider reports it. */
export interface SeenDispute {
  readonly disputeId: string;
  /** The disputed payment; undefined if the report does not name it. */
  readonly paymentId: string | undefined;
  readonly amountPaise: Paise;
  /** The provider's status: CHARGEBACK_CREATED, PRE_ARBITRATION_MERCHANT_WON, … */
  readonly status: string;
  /** Until when the provider takes our evidence. */
  readonly respondBy: Date | undefined;
  /** The bank's reason, a code of the card scheme. */
  readonly reasonCode: string | undefined;
  /** When the provider last changed it. */
  readonly updatedAt: Date | undefined;
}

/** Maps the provider's status; unknown ones are open, so that somebody looks. */
export function disputeOutcome(status: string): DisputeOutcome {
  if (/(?:^|_)MERCHANT_WON$/.test(status)) return "won";
  return /(?:^|_)MERCHANT_(?:LOST|ACCEPTED)$/.test(status) ? "lost" : "open";
}

/** Whether a dispute's money is not ours to refund: it is withheld, or the payer has it already. */
export function isWithheld(outcome: DisputeOutcome): boolean {
  return outcome !== "won";
}

/**
 * Whether a report replaces what is recorded. Webhooks arrive late and in any order: an older report never does, and
 * without times an end is never undone.
 */
export function replacesDispute(known: Pick<SeenDispute, "status" | "updatedAt">, seen: typeof known): boolean {
  if (known.updatedAt !== undefined && seen.updatedAt !== undefined) {
    const newer = seen.updatedAt.getTime() - known.updatedAt.getTime();
    if (newer !== 0) return newer > 0;
  }
  return disputeOutcome(known.status) === "open";
}
