import type { StallType } from "../stalls/stall.types.js";
import type { Paise } from "../money/money.js";
import { fullRefundOutcome, paidOf, refundNotice, soldMoney, unsoldOutcome } from "../payments/payer-outcome.js";
import type { OrderMoney, RefundNotice, SecondPayment, UnsoldOutcome } from "../payments/payer-outcome.js";
import type { PaymentStatus } from "./booking.rules.js";
import type { BookingState, ReleaseReason } from "./booking.states.js";

/**
 * The outcome of a stall's order for its payer. Pages, mails, the dashboard and the export all use
 * {@link bookingOutcome}. It never reports "failed" or "not charged" if money was taken. Pure; amounts in paise.
 */

/** Inputs of {@link bookingOutcome}. */
export interface BookingOutcomeFacts {
  readonly state: BookingState;
  readonly releaseReason?: ReleaseReason | null | undefined;
  /** Whether this is the booking's newest order; an older one was replaced and can no longer buy the stall. */
  readonly current: boolean;
  /** Held or registered, and past its deadline: counts as released. */
  readonly expired: boolean;
  /** The booking's current stall. */
  readonly stallId: string;
  readonly stallType: StallType;
  /** The stall the payer paid for. */
  readonly bookedStallId: string;
  readonly money: OrderMoney;
  /** Late money whose stall was taken: another stall of the same type is offered until `expiresAt` (ISO 8601, UTC). */
  readonly offer?: { readonly expiresAt: string } | undefined;
}

/** See {@link bookingOutcome}. */
export type BookingOutcome =
  | Exclude<UnsoldOutcome, { kind: "pending" }>
  /** As in {@link UnsoldOutcome}; `untried`: still reserved and no attempt is known, so the payer may start one. */
  | { readonly kind: "pending"; readonly untried?: true }
  /** Held or registered; payment has not started. */
  | { readonly kind: "not_started" }
  /** An attempt failed; the stall is still reserved, and the same order can be retried. */
  | { readonly kind: "failed_attempt" }
  | { readonly kind: "sold"; readonly paidPaise: Paise; readonly second?: SecondPayment }
  /** Sold, then moved to another stall than the one paid for. */
  | { readonly kind: "moved"; readonly paidPaise: Paise; readonly fromStallId: string; readonly second?: SecondPayment }
  /** Sold, then cancelled by an operator with a refund. */
  | { readonly kind: "cancelled"; readonly paidPaise: Paise; readonly refund: RefundNotice }
  | { readonly kind: "cancelled_without_refund"; readonly paidPaise: Paise }
  /** The money arrived after the stall was taken by another visitor: another stall of the same type is offered. */
  | {
      readonly kind: "late_offer";
      readonly paidPaise: Paise;
      readonly expiresAt: string;
      readonly stallType: StallType;
    };

/** All outcome kinds, as the API returns them. */
export const BOOKING_OUTCOME_KINDS = [
  "pending",
  "not_started",
  "failed_attempt",
  "not_charged",
  "sold",
  "moved",
  "cancelled",
  "cancelled_without_refund",
  "refund_pending",
  "refunded",
  "partly_refunded",
  "money_under_review",
  "late_offer",
] as const satisfies readonly BookingOutcome["kind"][];
export type BookingOutcomeKind = (typeof BOOKING_OUTCOME_KINDS)[number];

/** Derives the outcome of an order for its payer. */
export function bookingOutcome(facts: BookingOutcomeFacts): BookingOutcome {
  const { state, releaseReason, money } = facts;
  if (!facts.current) return unsoldOutcome(money, false);
  switch (state) {
    case "sold":
      return soldOutcome(facts);
    case "paying":
      return payingOutcome(money);
    case "held":
    case "registered":
      if (facts.expired) return released(facts);
      return paidOf(money) > 0 ? unsoldOutcome(money, true) : { kind: "not_started" };
    case "released":
      return releaseReason === "cancelled" ? cancelledOutcome(money) : released(facts);
    case "blocked":
      return unsoldOutcome(money, false);
  }
}

/**
 * The status that payment-status returns (specification 2, section 4). It has only three values: a page must check the
 * outcome before it reports a failure.
 */
export function paymentStatusOf(outcome: BookingOutcome): PaymentStatus {
  switch (outcome.kind) {
    case "sold":
    case "moved":
      return "payment_successful";
    case "pending":
    case "not_started":
      return "payment_pending";
    case "money_under_review":
      return outcome.kept ? "payment_pending" : "payment_failed";
    case "partly_refunded":
      return outcome.kept ? "payment_successful" : "payment_failed";
    case "failed_attempt":
    case "not_charged":
    case "cancelled":
    case "cancelled_without_refund":
    case "refund_pending":
    case "refunded":
    case "late_offer":
      return "payment_failed";
  }
}

function soldOutcome({ money, stallId, bookedStallId }: BookingOutcomeFacts): BookingOutcome {
  const kept = soldMoney(money);
  const { paidPaise } = kept;
  switch (kept.left) {
    case "none":
      return fullRefundOutcome(paidPaise, kept.refund);
    case "part":
      return { kind: "partly_refunded", paidPaise, refund: kept.refund, kept: true };
    case "all": {
      const second = kept.second === undefined ? {} : { second: kept.second };
      return stallId === bookedStallId
        ? { kind: "sold", paidPaise, ...second }
        : { kind: "moved", paidPaise, fromStallId: bookedStallId, ...second };
    }
  }
}

function payingOutcome(money: OrderMoney): BookingOutcome {
  if (paidOf(money) > 0) return unsoldOutcome(money, true);
  const { newest, pending } = money.attempts;
  if (pending > 0) return { kind: "pending" };
  if (newest === "failed") return { kind: "failed_attempt" };
  return newest === undefined && money.open ? { kind: "pending", untried: true } : { kind: "pending" };
}

function cancelledOutcome(money: OrderMoney): BookingOutcome {
  const paidPaise = paidOf(money);
  const refund = refundNotice(money.refunds);
  return refund === undefined
    ? { kind: "cancelled_without_refund", paidPaise }
    : { kind: "cancelled", paidPaise, refund };
}

function released({ money, offer, stallType }: BookingOutcomeFacts): BookingOutcome {
  const outcome = unsoldOutcome(money, false);
  return outcome.kind === "money_under_review" && offer !== undefined
    ? { kind: "late_offer", paidPaise: outcome.paidPaise, expiresAt: offer.expiresAt, stallType }
    : outcome;
}
