import type { Paise } from "../money/money.js";
import { fullRefundOutcome, paidOf, refundNotice, soldMoney, unsoldOutcome } from "../payments/payer-outcome.js";
import type { OrderMoney, RefundNotice, SecondPayment, UnsoldOutcome } from "../payments/payer-outcome.js";
import type { PaymentStatus } from "../bookings/booking.rules.js";
import type { OrderState } from "../payments/payment.states.js";
import type { ApplicationState } from "./listing.states.js";

/** The outcome of a listing's order for its payer; the counterpart of `booking-outcome`. Pure. */

/** Inputs of {@link listingOutcome}. */
export interface ListingOutcomeFacts {
  readonly application: ApplicationState;
  readonly order: OrderState;
  /** Its payment bought the listing's year, including in trial listings without a provider. */
  readonly tookItsYear: boolean;
  readonly money: OrderMoney;
}

/** See {@link listingOutcome}. */
export type ListingOutcome =
  | UnsoldOutcome
  /** Payment has not started. */
  | { readonly kind: "not_started" }
  /** An attempt failed; the same order can be retried. */
  | { readonly kind: "failed_attempt" }
  /** Paid; `status` is the listing's progress. */
  | {
      readonly kind: "paid";
      readonly paidPaise: Paise;
      readonly status: "in_review" | "live" | "expired";
      readonly second?: SecondPayment;
    }
  /** Paid, then rejected. */
  | { readonly kind: "rejected"; readonly paidPaise: Paise; readonly refund: RefundNotice | undefined }
  /** Paid, then withdrawn. */
  | { readonly kind: "withdrawn"; readonly paidPaise: Paise; readonly refund: RefundNotice | undefined };

/** All outcome kinds, as the API returns them. */
export const LISTING_OUTCOME_KINDS = [
  "pending",
  "not_started",
  "failed_attempt",
  "not_charged",
  "paid",
  "rejected",
  "withdrawn",
  "refund_pending",
  "refunded",
  "partly_refunded",
  "money_under_review",
] as const satisfies readonly ListingOutcome["kind"][];
export type ListingOutcomeKind = (typeof LISTING_OUTCOME_KINDS)[number];

/** Derives the outcome of a listing's order for its payer. */
export function listingOutcome(facts: ListingOutcomeFacts): ListingOutcome {
  return facts.tookItsYear ? taken(facts) : notTaken(facts);
}

/** The status that the listing's payment-status returns (specification 2, section 4). */
export function listingPaymentStatusOf(outcome: ListingOutcome): PaymentStatus {
  switch (outcome.kind) {
    case "paid":
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
    case "refund_pending":
    case "refunded":
    case "rejected":
    case "withdrawn":
      return "payment_failed";
  }
}

function taken({ application, money }: ListingOutcomeFacts): ListingOutcome {
  if (application === "rejected" || application === "withdrawn") {
    return { kind: application, paidPaise: paidOf(money), refund: refundNotice(money.refunds) };
  }
  const kept = soldMoney(money);
  const { paidPaise } = kept;
  switch (kept.left) {
    case "none":
      return fullRefundOutcome(paidPaise, kept.refund);
    case "part":
      return { kind: "partly_refunded", paidPaise, refund: kept.refund, kept: true };
    case "all":
      return {
        kind: "paid",
        paidPaise,
        status: application === "live" || application === "expired" ? application : "in_review",
        ...(kept.second === undefined ? {} : { second: kept.second }),
      };
  }
}

function notTaken({ order, money }: ListingOutcomeFacts): ListingOutcome {
  if (paidOf(money) > 0) return unsoldOutcome(money, order === "open" || order === "closing");
  switch (order) {
    case "unsent":
      return { kind: "not_started" };
    case "open":
    case "closing":
      return money.attempts.newest === "failed" && money.attempts.pending === 0
        ? { kind: "failed_attempt" }
        : { kind: "pending" };
    // Paid according to the provider, but not recorded yet.
    case "paid":
      return { kind: "pending" };
    case "closed":
    case "void":
      return { kind: "not_charged" };
  }
}
