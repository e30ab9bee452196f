import type { Paise } from "../money/money.js";
import type { PaymentAttemptsSummary, PaymentStatus, RefundState } from "./payment.states.js";

/**
 * The outcome of an order for its payer. The kinds here exist for every product; each adds its own, such as what its sale
 * became. Pages, mails, the dashboard and the export all use it. It never reports "failed" or "not charged" if money was
 * taken. Pure; amounts in paise, times ISO 8601 in UTC.
 */

/** A refund decided by the rules, by an operator or by the provider. */
export interface DecidedRefund {
  readonly amountPaise: Paise;
  readonly state: RefundState;
  /** Decided by the rules (late or second payment), not by an operator or the provider. */
  readonly automatic: boolean;
  /** The booking or application whose money it returns; of several stalls of one order, the one. */
  readonly subjectId?: string;
  /** Refunds money beyond the sale's own payment. */
  readonly surplus?: boolean;
  /** When the refund succeeded or failed. */
  readonly endedAt?: string | undefined;
  /** Reference for inquiries: the provider's refund id, or ours until it has one. */
  readonly reference?: string | undefined;
  /** The bank's reference (ARN or RRN), if the provider has reported it. */
  readonly bankReference?: string | undefined;
  /** Of money that was paid outside the provider: an operator pays it back in person. */
  readonly byHand?: boolean;
}

/** Payments and refunds of an order. */
export interface OrderMoney {
  /** Successful payments: the sale's own first, then in order of completion. */
  readonly paid: readonly Paise[];
  readonly attempts: PaymentAttemptsSummary;
  /** Whether the provider still accepts payments, so that pending attempts count. */
  readonly open: boolean;
  readonly refunds: readonly DecidedRefund[];
}

/** Combined status of all refunds of an order. */
export interface RefundNotice {
  /** `failed`: rejected by the provider and not retried; the money is still owed. */
  readonly state: "pending" | "succeeded" | "failed";
  readonly amountPaise: Paise;
  /** When the last refund succeeded; only if all have. */
  readonly at?: string | undefined;
  readonly reference?: string | undefined;
  /** Bank reference of the last refund; only if all have succeeded. */
  readonly bankReference?: string | undefined;
  /** True if all of it is paid back in person. */
  readonly byHand?: true;
}

/** Outcome of an order that has not bought anything, for its payer. */
export type UnsoldOutcome =
  /** A payment is pending at the bank. */
  | { readonly kind: "pending" }
  /** No payment succeeded and none is pending. */
  | { readonly kind: "not_charged" }
  /** A full refund has not arrived yet; `refund.state` may be `failed`. */
  | { readonly kind: "refund_pending"; readonly paidPaise: Paise; readonly refund: RefundNotice }
  /** Fully refunded. */
  | { readonly kind: "refunded"; readonly paidPaise: Paise; readonly refund: RefundNotice }
  /** Partly refunded, or about to be. `kept`: the sale stands. */
  | {
      readonly kind: "partly_refunded";
      readonly paidPaise: Paise;
      readonly refund: RefundNotice;
      readonly kept: boolean;
    }
  /** Money was taken, but neither bought anything nor is refunded: an operator decides. `kept`: still reserved. */
  | { readonly kind: "money_under_review"; readonly paidPaise: Paise; readonly kept: boolean };

/** Outcome of an order that can still be paid, for its payer. */
export type PayableOutcome =
  | UnsoldOutcome
  /** Payment has not started. */
  | { readonly kind: "not_started" }
  /** An attempt failed; the same order can be retried. */
  | { readonly kind: "failed_attempt" };

/** The kinds of outcomes that exist for every product. */
export const ORDER_OUTCOME_KINDS = [
  "pending",
  "not_started",
  "failed_attempt",
  "not_charged",
  "refund_pending",
  "refunded",
  "partly_refunded",
  "money_under_review",
] as const satisfies readonly PayableOutcome["kind"][];

/** The status of each outcome that exists for every product, where it does not depend on whether the sale is kept. */
const STATUSES: Readonly<Record<PayableOutcome["kind"], PaymentStatus>> = {
  pending: "payment_pending",
  not_started: "payment_pending",
  failed_attempt: "payment_failed",
  not_charged: "payment_failed",
  refund_pending: "payment_failed",
  refunded: "payment_failed",
  partly_refunded: "payment_failed",
  money_under_review: "payment_failed",
};

/**
 * The status that payment-status returns (specification 2, section 4). It has only three values: a page must check the
 * outcome before it reports a failure.
 *
 * @param own the status of each outcome that only this product has
 */
export function paymentStatusOf<Own extends { readonly kind: string }>(
  outcome: PayableOutcome | Own,
  own: Readonly<Record<Own["kind"], PaymentStatus>>,
): PaymentStatus {
  const { kind } = outcome;
  if (isKind(own, kind)) return own[kind];
  if (!isKind(STATUSES, kind)) throw new Error(`no payment status of the outcome ${kind}`);
  const kept = "kept" in outcome && outcome.kept;
  if (kept && kind === "partly_refunded") return "payment_successful";
  if (kept && kind === "money_under_review") return "payment_pending";
  return STATUSES[kind];
}

function isKind<Kind extends string>(statuses: Readonly<Record<Kind, PaymentStatus>>, kind: string): kind is Kind {
  return Object.hasOwn(statuses, kind);
}

/** Total of all successful payments. */
export function paidOf({ paid }: OrderMoney): Paise {
  return paid.reduce((sum, amount) => sum + amount, 0);
}

/** Total of pending and completed refunds. */
function inRefund(refunds: readonly DecidedRefund[]): Paise {
  return refunds.reduce((sum, { amountPaise, state }) => (state === "failed" ? sum : sum + amountPaise), 0);
}

/** Combines all refunds of an order; undefined if there are none. */
export function refundNotice(refunds: readonly DecidedRefund[]): RefundNotice | undefined {
  // A failed refund that was retried counts by its retry.
  const live = refunds.filter(({ state }) => state !== "failed");
  const counted = live.length > 0 ? live : refunds;
  if (counted.length === 0) return undefined;
  const amountPaise = counted.reduce((sum, refund) => sum + refund.amountPaise, 0);
  const reference = counted.at(-1)?.reference;
  const byHand = counted.every((refund) => refund.byHand === true) ? { byHand: true as const } : {};
  if (live.length === 0) return { state: "failed", amountPaise, reference };
  if (live.some(({ state }) => state !== "succeeded")) return { state: "pending", amountPaise, reference, ...byHand };
  const at = live.flatMap(({ endedAt }) => (endedAt === undefined ? [] : [endedAt])).toSorted();
  const bankReference = counted.at(-1)?.bankReference;
  return { state: "succeeded", amountPaise, at: at.at(-1), reference, bankReference, ...byHand };
}

/** Outcome of a full refund. */
function fullRefundOutcome(
  paidPaise: Paise,
  refund: RefundNotice,
): Extract<UnsoldOutcome, { kind: "refunded" | "refund_pending" }> {
  return { kind: refund.state === "succeeded" ? "refunded" : "refund_pending", paidPaise, refund };
}

/**
 * Derives the outcome of an order that has not bought anything.
 *
 * @param kept whether the stall is still reserved for the payer, or the listing's order still open
 */
export function unsoldOutcome(money: OrderMoney, kept: boolean): UnsoldOutcome {
  const paidPaise = paidOf(money);
  if (paidPaise === 0) {
    return money.open && money.attempts.pending > 0 ? { kind: "pending" } : { kind: "not_charged" };
  }
  const refund = refundNotice(money.refunds);
  if (refund === undefined) return { kind: "money_under_review", paidPaise, kept };
  // An automatic refund covers the whole remainder: the provider may have refunded the rest on its own.
  const all = refund.amountPaise >= paidPaise || money.refunds.some(({ automatic }) => automatic);
  return all ? fullRefundOutcome(paidPaise, refund) : { kind: "partly_refunded", paidPaise, refund, kept: false };
}

/** Derives the outcome of an order that the provider has and that may still be paid. */
export function payableOutcome(money: OrderMoney): PayableOutcome {
  if (paidOf(money) > 0) return unsoldOutcome(money, true);
  return money.attempts.newest === "failed" && money.attempts.pending === 0
    ? { kind: "failed_attempt" }
    : { kind: "pending" };
}

/**
 * Derives the outcome of an order whose sale stands.
 *
 * @param sold the product's own outcome, if all of the sale's own payment is left
 */
export function saleOutcome<Own>(
  money: OrderMoney,
  sold: (paid: { readonly paidPaise: Paise; readonly second?: SecondPayment }) => Own,
): Own | Extract<UnsoldOutcome, { kind: "refunded" | "refund_pending" | "partly_refunded" }> {
  const kept = soldMoney(money);
  const { paidPaise } = kept;
  switch (kept.left) {
    case "none":
      return fullRefundOutcome(paidPaise, kept.refund);
    case "part":
      return { kind: "partly_refunded", paidPaise, refund: kept.refund, kept: true };
    case "all":
      return sold({ paidPaise, ...(kept.second === undefined ? {} : { second: kept.second }) });
  }
}

/**
 * Splits a sold order's money into the sale's own payment and surplus payments.
 *
 * @returns how much of the sale's own payment is left after refunds; if all of it, also a second payment and its refund
 */
export function soldMoney(
  money: OrderMoney,
):
  | { readonly left: "none" | "part"; readonly paidPaise: Paise; readonly refund: RefundNotice }
  | { readonly left: "all"; readonly paidPaise: Paise; readonly second?: SecondPayment } {
  const paidPaise = paidOf(money);
  const [own = 0] = money.paid;
  const extra = paidPaise - own;
  const ofSale = money.refunds.filter(({ surplus }) => surplus !== true);
  const back = inRefund(ofSale);
  const refund = refundNotice(ofSale);
  if (refund !== undefined && back > 0) {
    return { left: back >= own ? "none" : "part", paidPaise, refund };
  }
  const ofSurplus = refundNotice(money.refunds.filter(({ surplus }) => surplus === true));
  return extra > 0
    ? { left: "all", paidPaise, second: { amountPaise: extra, refund: ofSurplus } }
    : { left: "all", paidPaise };
}

/** A second payment on an order that was already paid: it is refunded, the sale stands. */
export interface SecondPayment {
  readonly amountPaise: Paise;
  /** Undefined until the refund is decided. */
  readonly refund: RefundNotice | undefined;
}
