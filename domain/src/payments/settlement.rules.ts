import { paymentOutcome } from "./payment.states.js";
import type { OrderState, PaymentAttemptsSummary, PaymentOutcome, RefundReason } from "./payment.states.js";
import type { Paise } from "../money/money.js";

/**
 * What follows from what the provider says about an order: as
 * one pure function. Every settlement (workflow, webhook, return page, recovery) asks this and commits the result.
 */

/** One payment of an order, as the provider returns it. */
export interface SeenPayment {
  readonly paymentId: string;
  /** The provider's own word; unknown words count as pending. */
  readonly status: string;
  /** May be more than the order's when a surcharge is put on the payer. */
  readonly amountPaise: Paise;
  readonly currency: string;
}

/** What was read at the provider. `absent`: it has no such order. */
export type SeenOrder =
  | { readonly kind: "absent" }
  | {
      readonly kind: "found";
      /** The provider's own word (ACTIVE, PAID, …). */
      readonly status: string;
      readonly amountPaise: Paise;
      readonly currency: string;
      /** Oldest first: the first success is the one that buys. */
      readonly payments: readonly SeenPayment[];
    };

/** Where the thing that is paid for stands, under its locks. */
export type SubjectStatus =
  /** Waiting for this order's money. */
  | { readonly kind: "unpaid" }
  /** Waiting for another order's money: this one was replaced. */
  | { readonly kind: "replaced" }
  | { readonly kind: "sold"; readonly byThisOrder: boolean }
  /** Was sold by this order, and an operator has cancelled the sale and decided then what is refunded of its money. */
  | { readonly kind: "cancelled" }
  /** Given up; money that comes now is late. */
  | { readonly kind: "released"; readonly place: LatePlace; readonly offer?: LateOffer };

/**
 * What late money finds: the stall is free; the payer's own unpaid hold stands on it; somebody else has it; the
 * payer has bought this very stall by another order; the payer has bought another stall.
 */
export type LatePlace = "free" | "own_hold" | "taken" | "bought_again" | "bought_other";

/**
 * How a released subject stands towards the offer of another stall (absent: nothing can be offered). `possible`: none
 * was made yet, and a free stall of the same type and price exists. `open`: waiting for the payer's choice. `chosen`:
 * open, and the payer has now chosen a stall that is free. `declined` and `over` (its time has passed, or it was
 * withdrawn): the money is refunded.
 */
export type LateOffer = "possible" | "open" | "chosen" | "declined" | "over";

/** Whether another stall was offered for the order's late money, be it that the offer has ended since. */
export function wasOffered(subject: SubjectStatus): boolean {
  return subject.kind === "released" && subject.offer !== undefined && subject.offer !== "possible";
}

/** Everything the judgement needs. */
export interface SettlementQuestion {
  readonly order: {
    readonly state: OrderState;
    readonly amountPaise: Paise;
    readonly currency: string;
    /** Whether the provider ever accepted it: only then can somebody have paid. */
    readonly accepted: boolean;
    /** Whether an attempt to open it was answered "unknown" too recently for a 404 to be believed. */
    readonly openingUnderWay: boolean;
    /** Its money is or was refunded, because nothing stays sold for it (`isReturned`). */
    readonly refundDecided: boolean;
    /** What has gone back, or is on its way, of that payment: {@link firstSuccess} (`balanceOf`). */
    readonly refundedPaise: Paise;
  };
  readonly seen: SeenOrder;
  readonly subject: SubjectStatus;
}

/** Why money is refunded, as the email says it. */
export type RefundWhy =
  | "stall_taken"
  | "offer_declined"
  | "offer_expired"
  | "second_payment"
  | "own_other_stall"
  | "operator"
  /** Two payments succeeded on one order: the later one is refunded. */
  | "paid_twice"
  /** It was refunded at the payment provider. */
  | "provider";

/** What needs a person. */
export type SettlementIssue = "amount_differs" | "provider_paid_unknown";

export type SettlementDecision =
  /** Nothing changes; the order can still be paid (or a payment is under way). */
  | { readonly do: "wait" }
  /** The provider's last word is in: no money came and none is under way. */
  | { readonly do: "unpaid" }
  /** The provider does not know the order and never did: it was not opened. */
  | { readonly do: "not_opened" }
  /** Sold already by this order, be it that the sale was cancelled since: its money is accounted for. */
  | { readonly do: "keep"; readonly issues?: SettlementIssue }
  /** A hold of the payer's own on the stall gives way first. */
  | { readonly do: "sell"; readonly paymentId: string; readonly late: boolean }
  | {
      readonly do: "refund";
      readonly paymentId: string;
      readonly amountPaise: Paise;
      readonly reason: RefundReason;
      readonly why: RefundWhy;
    }
  /** Late money whose stall is taken: another stall is offered for a while, once. */
  | { readonly do: "offer"; readonly paymentId: string }
  /** Another stall was offered and the payer still has time to choose: nothing changes. */
  | { readonly do: "offered" }
  /** Money that is already on its way back, by us or by the provider itself. */
  | { readonly do: "refunding" }
  /** Not sold and not refunded: a person decides. */
  | { readonly do: "issue"; readonly issues: SettlementIssue };

/** Provider order statuses after which no new attempt can begin. */
const FINAL = new Set(["EXPIRED", "TERMINATED"]);

/**
 * Decides about one order by its first successful payment. Pure; see {@link SettlementDecision} for what each result means.
 * Any further success is refunded automatically (`surplusPayments`), unless the order needs a person anyway.
 */
export function decideSettlement(question: SettlementQuestion): SettlementDecision {
  const { order, seen, subject } = question;
  if (seen.kind === "absent") {
    // An order the provider once accepted cannot be unknown to it: wait for a sensible answer.
    if (order.accepted || order.openingUnderWay || order.state === "paid") return { do: "wait" };
    return { do: "not_opened" };
  }
  const successes = successesOf(seen);
  const paid = firstSuccess(seen);
  if (paid === undefined) return withoutMoney(question, seen);
  if (isSettled(subject)) return { do: "keep" };
  if (order.refundDecided) return { do: "refunding" };
  if (!isOurAmount(order, seen, successes)) return { do: "issue", issues: "amount_differs" };

  switch (subject.kind) {
    case "unpaid":
      return { do: "sell", paymentId: paid.paymentId, late: false };
    case "replaced":
      return { do: "issue", issues: "provider_paid_unknown" };
    case "sold":
      return refund(paid, order.refundedPaise, "second_payment", "second_payment");
    case "cancelled":
      return { do: "keep" };
    case "released":
      return lateMoney(subject, paid, order.refundedPaise, successes.length);
  }
}

/** The payment that decides about an order: the oldest one that succeeded. */
export function firstSuccess(seen: SeenOrder): SeenPayment | undefined {
  return seen.kind === "absent" ? undefined : successesOf(seen)[0];
}

function successesOf(seen: Extract<SeenOrder, { kind: "found" }>): readonly SeenPayment[] {
  return seen.payments.filter((payment) => paymentOutcome(payment.status) === "success");
}

/** Whether the order's money has done what it was paid for: what became of the sale since is for a person to decide. */
function isSettled(subject: SubjectStatus): boolean {
  return (subject.kind === "sold" && subject.byThisOrder) || subject.kind === "cancelled";
}

function withoutMoney(
  { subject, order }: SettlementQuestion,
  seen: Extract<SeenOrder, { kind: "found" }>,
): SettlementDecision {
  const pending = pendingPayments(seen);
  if (isSettled(subject)) {
    // Money we sold for is no longer there: the provider reversed it afterwards.
    const reversed = seen.payments.length > 0 && pending === 0;
    return reversed ? { do: "keep", issues: "provider_paid_unknown" } : { do: "keep" };
  }
  if (order.refundDecided) return { do: "refunding" };
  // "PAID" without a payment to show for it, TERMINATION_REQUESTED and unknown words can all still become money.
  return FINAL.has(seen.status) && pending === 0 ? { do: "unpaid" } : { do: "wait" };
}

function lateMoney(
  { place, offer }: Extract<SubjectStatus, { kind: "released" }>,
  paid: SeenPayment,
  back: Paise,
  successes: number,
): SettlementDecision {
  const { paymentId } = paid;
  // Part of the money has gone back already: what is left cannot pay for the stall.
  if (back > 0) return refund(paid, back, "late_payment", "stall_taken");
  if (place === "bought_again") return refund(paid, back, "second_payment", "second_payment");
  if (place === "bought_other") return refund(paid, back, "late_payment", "own_other_stall");
  switch (offer) {
    case "open": // Even if the first stall is free again: what the payer read holds until the offer ends.
      return { do: "offered" };
    case "chosen":
      return { do: "sell", paymentId, late: true };
    case "declined":
      return refund(paid, back, "late_payment", "offer_declined");
    case "over":
      return refund(paid, back, "late_payment", "offer_expired");
    case "possible":
    case undefined:
      break;
  }
  if (place !== "taken") {
    return { do: "sell", paymentId, late: true };
  }
  // Two payments both go back: a second one never waits for a choice.
  return offer === "possible" && successes === 1
    ? { do: "offer", paymentId }
    : refund(paid, back, "late_payment", "stall_taken");
}

/** What is left of the payment is refunded. */
function refund(paid: SeenPayment, back: Paise, reason: RefundReason, why: RefundWhy): SettlementDecision {
  return { do: "refund", paymentId: paid.paymentId, amountPaise: paid.amountPaise - back, reason, why };
}

function isOurAmount(
  order: SettlementQuestion["order"],
  seen: Extract<SeenOrder, { kind: "found" }>,
  successes: readonly SeenPayment[],
): boolean {
  return (
    seen.amountPaise === order.amountPaise &&
    seen.currency === order.currency &&
    successes.every(
      // More is a surcharge; less never pays for it.
      (payment) => payment.currency === order.currency && payment.amountPaise >= order.amountPaise,
    )
  );
}

/** How many attempts at the provider can still turn into money. */
export function pendingPayments(seen: SeenOrder): number {
  if (seen.kind === "absent") return 0;
  // An attempt that was never started cannot start once the order takes no more.
  const over = FINAL.has(seen.status);
  return seen.payments.filter(
    ({ status }) => paymentOutcome(status) === "pending" && !(over && status === "NOT_ATTEMPTED"),
  ).length;
}

/**
 * What we keep of a payment we already know: success is only undone by the provider's own reversal, and an ended
 * attempt never returns to pending, because two readers may commit in the other order than they read.
 */
export function mergedOutcome(known: PaymentOutcome | undefined, status: string): PaymentOutcome {
  const reported = paymentOutcome(status);
  if (known === undefined || known === "pending") return reported;
  if (reported === "pending") return known;
  if (known === "success" && reported === "failed") {
    return status === "CANCELLED" || status === "VOID" ? "failed" : "success";
  }
  return reported;
}

/** Why an unpaid stall is released at the end of the window. */
export function unpaidReason(attempts: PaymentAttemptsSummary): "payment_failed" | "payment_expired" {
  return attempts.failed > 0 ? "payment_failed" : "payment_expired";
}

/** How a refund's word at the provider reads to us; unknown words (ONHOLD, PENDING_APPROVAL) are pending. */
export function refundOutcome(providerStatus: string): "pending" | "succeeded" | "failed" {
  switch (providerStatus) {
    case "SUCCESS":
      return "succeeded";
    case "FAILED":
    case "CANCELLED":
    case "REJECTED":
      return "failed";
    default:
      return "pending";
  }
}

/** A create that was not answered is read after this long, in milliseconds. */
export const UNKNOWN_ATTEMPT_MS = 30_000;
