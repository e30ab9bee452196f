import type { Paise } from "../money/money.js";
import { isFinalOrder, paymentOutcome } from "./payment.states.js";
import type { AutomaticRefundReason, OrderState, PaymentOutcome } from "./payment.states.js";

/**
 * Decides the settlement of an order from the provider's data, as one pure function. Every settlement (workflow,
 * webhook, return page, sweep) calls {@link decideSettlement} and commits the result.
 */

/** A payment of an order, as the provider returns it. */
export interface SeenPayment {
  readonly paymentId: string;
  /** The provider's status; unknown ones count as pending. */
  readonly status: string;
  /** More than the order's amount if the payer was charged a surcharge. */
  readonly amountPaise: Paise;
  readonly currency: string;
}

/** An order, as read from the provider. `absent`: the provider has no such order. */
export type SeenOrder =
  | { readonly kind: "absent" }
  | {
      readonly kind: "found";
      /** The provider's order status (ACTIVE, PAID, …). */
      readonly status: string;
      readonly amountPaise: Paise;
      readonly currency: string;
      /** Oldest first: the first success buys. */
      readonly payments: readonly SeenPayment[];
    };

/** Status of the booking or application being paid for, read under its locks. */
export type SubjectStatus =
  /** Waiting for payment of this order; money for a stall of a cancelled event no longer buys anything. */
  | { readonly kind: "unpaid"; readonly eventCancelled?: true }
  /** Waiting for payment of another order, which replaced this one. */
  | { readonly kind: "replaced" }
  | { readonly kind: "sold"; readonly byThisOrder: boolean }
  /** Sold by this order, then cancelled by an operator, who decided the refund. */
  | { readonly kind: "cancelled" }
  /** Released: payments from now on are late. */
  | { readonly kind: "released"; readonly place: LatePlace; readonly offer?: LateOffer };

/**
 * Status of the stall of a late payment: free; held by the same payer; taken by another visitor; bought by the same
 * payer with another order; the payer has bought another stall of the event; the event no longer sells stalls; or it is
 * cancelled.
 */
export type LatePlace = "free" | "own_hold" | "taken" | "bought_again" | "bought_other" | "closed" | "event_cancelled";

/**
 * Status of the offer of another stall (absent: none is possible). `possible`: not made yet, and a free stall of the same
 * type and price exists. `open`: waiting for the payer's choice. `chosen`: open, and the payer is choosing a free stall
 * now. `declined` and `over` (expired or withdrawn): the money is refunded.
 */
export type LateOffer = "possible" | "open" | "chosen" | "declined" | "over";

/** Whether another stall was offered for the late payment, even if the offer has ended. */
export function wasOffered(subject: SubjectStatus): boolean {
  return subject.kind === "released" && subject.offer !== undefined && subject.offer !== "possible";
}

/** Inputs of {@link decideSettlement}. */
export interface SettlementInput {
  readonly order: {
    readonly state: OrderState;
    readonly amountPaise: Paise;
    readonly currency: string;
    /** Whether the provider ever accepted the order; if not, it cannot have been paid. */
    readonly accepted: boolean;
    /** Whether an attempt to open it had an unknown result too recently for a 404 to be conclusive. */
    readonly openingUnderWay: boolean;
    /** Its money is being or was refunded because no sale stands (`isReturned`). */
    readonly refundDecided: boolean;
    /** Amount refunded or being refunded of the {@link firstSuccess} (`balanceOf`). */
    readonly refundedPaise: Paise;
    /** The payment of its sale; null without one. */
    readonly soldPaymentId: string | null;
  };
  readonly seen: SeenOrder;
  readonly subject: SubjectStatus;
}

/** Reason for a refund in the mail to the payer. */
export type RefundWhy =
  | "stall_taken"
  | "offer_declined"
  | "offer_expired"
  | "second_payment"
  | "own_other_stall"
  /** The event's sales had ended. */
  | "sales_closed"
  /** The event is cancelled. */
  | "event_cancelled"
  | "operator"
  /** Of a booking that moved to a cheaper stall. */
  | "moved"
  /** Money for a move that had ended. */
  | "move_over"
  /** Two payments succeeded on one order; the later one is refunded. */
  | "paid_twice"
  /** Refunded at the payment provider. */
  | "provider";

/** Issues raised for an operator. */
export type SettlementIssue = "amount_differs" | "provider_paid_unknown";

export type SettlementDecision =
  /** No change: the order can still be paid, or a payment is pending. */
  | { readonly do: "wait" }
  /** Final at the provider: no payment succeeded and none is pending. */
  | { readonly do: "unpaid" }
  /** The provider never had the order: it was not opened. */
  | { readonly do: "not_opened" }
  /** Already sold by this order, even if cancelled since: its money is accounted for. */
  | { readonly do: "keep"; readonly issues?: SettlementIssue }
  /** The payer's own hold on the stall is released first. */
  | { readonly do: "sell"; readonly paymentId: string; readonly late: boolean }
  | {
      readonly do: "refund";
      readonly paymentId: string;
      readonly amountPaise: Paise;
      readonly reason: AutomaticRefundReason;
      readonly why: RefundWhy;
    }
  /** Late payment for a taken stall: another stall is offered once, for a limited time. */
  | { readonly do: "offer" }
  /** No change: another stall was offered and the payer can still choose. */
  | { readonly do: "offered" }
  /** Already being refunded, by us or by the provider. */
  | { readonly do: "refunding" }
  /** Neither sold nor refunded: an operator decides. */
  | { readonly do: "issue"; readonly issues: SettlementIssue };

/**
 * Decides the settlement of an order by its first successful payment. Pure. Any further success is refunded
 * automatically (`surplusPayments`), unless the order raises an issue anyway.
 */
export function decideSettlement(input: SettlementInput): SettlementDecision {
  const { order, seen, subject } = input;
  if (seen.kind === "absent") {
    // The provider cannot have lost an order it accepted: wait for a plausible response.
    if (order.accepted || order.openingUnderWay || order.state === "paid") return { do: "wait" };
    return { do: "not_opened" };
  }
  const successes = successesOf(seen);
  const paid = firstSuccess(seen);
  if (paid === undefined) return withoutMoney(input, seen);
  if (isSettled(subject)) return { do: "keep" };
  if (order.refundDecided) return { do: "refunding" };
  if (!isOurAmount(order, seen, successes)) return { do: "issue", issues: "amount_differs" };

  switch (subject.kind) {
    case "unpaid":
      return subject.eventCancelled === true
        ? refund(paid, order.refundedPaise, "late_payment", "event_cancelled")
        : { do: "sell", paymentId: paid.paymentId, late: false };
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

/** The payment that decides the settlement: the oldest successful one. */
export function firstSuccess(seen: SeenOrder): SeenPayment | undefined {
  return seen.kind === "absent" ? undefined : successesOf(seen)[0];
}

function successesOf(seen: Extract<SeenOrder, { kind: "found" }>): readonly SeenPayment[] {
  return seen.payments.filter((payment) => paymentOutcome(payment.status) === "success");
}

/** Whether the order has bought its subject; changes to that sale are up to an operator. */
function isSettled(subject: SubjectStatus): boolean {
  return (subject.kind === "sold" && subject.byThisOrder) || subject.kind === "cancelled";
}

function withoutMoney(
  { subject, order }: SettlementInput,
  seen: Extract<SeenOrder, { kind: "found" }>,
): SettlementDecision {
  const pending = pendingPayments(seen);
  if (isSettled(subject)) {
    // The provider reversed the sale's payment afterwards. A reading without it is older than the sale.
    const sale = seen.payments.find(({ paymentId }) => paymentId === order.soldPaymentId);
    const reversed = sale !== undefined && pending === 0;
    return reversed ? { do: "keep", issues: "provider_paid_unknown" } : { do: "keep" };
  }
  if (order.refundDecided) return { do: "refunding" };
  // PAID without a payment, TERMINATION_REQUESTED and unknown statuses can all still become paid.
  return isFinalOrder(seen.status) && pending === 0 ? { do: "unpaid" } : { do: "wait" };
}

function lateMoney(
  { place, offer }: Extract<SubjectStatus, { kind: "released" }>,
  paid: SeenPayment,
  refundedPaise: Paise,
  successes: number,
): SettlementDecision {
  const { paymentId } = paid;
  // Nothing is sold, and offers no longer count.
  if (place === "event_cancelled") return refund(paid, refundedPaise, "late_payment", "event_cancelled");
  // Already partly refunded: the rest cannot pay for the stall.
  if (refundedPaise > 0) return refund(paid, refundedPaise, "late_payment", "stall_taken");
  if (place === "bought_again") return refund(paid, refundedPaise, "second_payment", "second_payment");
  if (place === "bought_other") return refund(paid, refundedPaise, "late_payment", "own_other_stall");
  switch (offer) {
    case "open": // Even if the first stall is free again: the offer stands until it ends.
      return { do: "offered" };
    case "chosen":
      return { do: "sell", paymentId, late: true };
    case "declined":
      return refund(paid, refundedPaise, "late_payment", "offer_declined");
    case "over":
      return refund(paid, refundedPaise, "late_payment", "offer_expired");
    case "possible":
    case undefined:
      break;
  }
  if (place === "closed") return refund(paid, refundedPaise, "late_payment", "sales_closed");
  if (place !== "taken") {
    return { do: "sell", paymentId, late: true };
  }
  // Two payments are both refunded: a second one never waits for a choice.
  return offer === "possible" && successes === 1
    ? { do: "offer" }
    : refund(paid, refundedPaise, "late_payment", "stall_taken");
}

/** Refunds the rest of the payment. */
function refund(
  paid: SeenPayment,
  refundedPaise: Paise,
  reason: AutomaticRefundReason,
  why: RefundWhy,
): SettlementDecision {
  return { do: "refund", paymentId: paid.paymentId, amountPaise: paid.amountPaise - refundedPaise, reason, why };
}

function isOurAmount(
  order: SettlementInput["order"],
  seen: Extract<SeenOrder, { kind: "found" }>,
  successes: readonly SeenPayment[],
): boolean {
  return (
    seen.amountPaise === order.amountPaise &&
    seen.currency === order.currency &&
    successes.every(
      // A larger amount is a surcharge; a smaller one never suffices.
      (payment) => payment.currency === order.currency && payment.amountPaise >= order.amountPaise,
    )
  );
}

/** Number of attempts at the provider that can still succeed. */
export function pendingPayments(seen: SeenOrder): number {
  if (seen.kind === "absent") return 0;
  // An attempt that was never started cannot start once the order is final.
  const final = isFinalOrder(seen.status);
  return seen.payments.filter(
    ({ status }) => paymentOutcome(status) === "pending" && !(final && status === "NOT_ATTEMPTED"),
  ).length;
}

/**
 * Merges a reported payment status into the recorded outcome. Only the provider's reversal undoes a success, and an ended
 * attempt never returns to pending, because concurrent readers may commit stale reads.
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

/** Maps the provider's refund status; unknown ones (ONHOLD, PENDING_APPROVAL) count as pending. */
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

/** Delay before an order creation without a response is checked, in ms. */
export const UNKNOWN_ATTEMPT_MS = 30_000;
