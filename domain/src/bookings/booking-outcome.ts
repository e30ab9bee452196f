import type { StallType } from "../stalls/stall.types.js";
import type { Paise } from "../money/money.js";
import { allBack, paidOf, refundNotice, soldMoney, unsoldOutcome } from "../payments/payer-outcome.js";
import type { OrderMoney, RefundNotice, SecondPayment, UnsoldOutcome } from "../payments/payer-outcome.js";
import type { PaymentStatus } from "./booking.rules.js";
import type { BookingState, ReleaseReason } from "./booking.states.js";

/**
 * What the payer of a stall must know, the same everywhere: pages, mails, dashboard and export all ask this
 * one function. It never says "failed" or "not charged" where money was taken. Pure; amounts in paise.
 */

/** Everything the outcome of one order of a booking depends on. */
export interface BookingOutcomeFacts {
  readonly state: BookingState;
  readonly releaseReason?: ReleaseReason | null | undefined;
  /** Whether it is the booking's newest order; an older one was replaced and can no longer buy anything. */
  readonly current: boolean;
  /** Held or registered, and past its deadline: it counts as released. */
  readonly expired: boolean;
  /** The stall it stands on now. */
  readonly stallId: string;
  readonly stallType: StallType;
  /** The stall that was before the payer when they paid. */
  readonly bookedStallId: string;
  readonly money: OrderMoney;
  /** Late money whose stall was taken: another stall of the same type is offered until then (ISO 8601, UTC). */
  readonly offer?: { readonly expiresAt: string } | undefined;
}

/** See {@link bookingOutcome}. */
export type BookingOutcome =
  | Exclude<UnsoldOutcome, { kind: "pending" }>
  /** As in {@link UnsoldOutcome}; `untried`: the stall is still reserved and no attempt is known, so she may start one. */
  | { readonly kind: "pending"; readonly untried?: true }
  /** Registered and reserved; nobody has started to pay. */
  | { readonly kind: "not_started" }
  /** An attempt failed; the stall is still reserved, and the same order can be paid for again. */
  | { readonly kind: "failed_attempt" }
  | { readonly kind: "sold"; readonly paidPaise: Paise; readonly second?: SecondPayment }
  /** Sold, and now on another stall than the one that was paid for. */
  | { readonly kind: "moved"; readonly paidPaise: Paise; readonly fromStallId: string; readonly second?: SecondPayment }
  /** Sold and cancelled by an operator, with a refund. */
  | { readonly kind: "cancelled"; readonly paidPaise: Paise; readonly refund: RefundNotice }
  | { readonly kind: "cancelled_without_refund"; readonly paidPaise: Paise }
  /** The money came after the stall was given to somebody else: another stall of its type is theirs for the asking. */
  | {
      readonly kind: "late_offer";
      readonly paidPaise: Paise;
      readonly expiresAt: string;
      readonly stallType: StallType;
    };

/** The names of all outcomes, as they stand on the wire. */
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
 * The specified status of payment-status (specification 2, section 4). It knows three words only, so that a page must
 * look at the outcome before it calls anything failed.
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
      return allBack(paidPaise, kept.refund);
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
