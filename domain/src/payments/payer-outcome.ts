import type { Paise } from "../money/money.js";
import type { PaymentAttemptsSummary, RefundState } from "./payment.states.js";

/**
 * The outcome of an order's money shown to its payer, whatever it was to buy: shared by the bookings of stalls and the
 * applications to be listed. Pure; amounts in paise, times ISO 8601 in UTC.
 */

/** A refund of an order that was decided, by us, by an operator, or by the provider itself. */
export interface DecidedRefund {
  readonly amountPaise: Paise;
  readonly state: RefundState;
  /** Decided by the rules (late or second money), not by an operator or at the provider. */
  readonly automatic: boolean;
  /** Of money beyond the sale's own payment. */
  readonly surplus?: boolean;
  /** When it succeeded or failed. */
  readonly endedAt?: string | undefined;
  /** What a bank can find it by: the provider's refund id, or ours before there is one. */
  readonly reference?: string | undefined;
  /** The number the payer's bank gave it (ARN or RRN), where the provider has named it. */
  readonly bankReference?: string | undefined;
}

/** All money of one order. */
export interface OrderMoney {
  /** Successful payments: the sale's own first, then in the order in which they were completed. */
  readonly paid: readonly Paise[];
  readonly attempts: PaymentAttemptsSummary;
  /** Whether the provider can still take money for it: its pending attempts then count. */
  readonly open: boolean;
  readonly refunds: readonly DecidedRefund[];
}

/** The status of the refund, all refunds of the order taken together. */
export interface RefundNotice {
  /** `failed`: rejected by the provider and not requested again; the money is still owed. */
  readonly state: "pending" | "succeeded" | "failed";
  readonly amountPaise: Paise;
  /** When the last of it arrived at the bank; only once all of it has. */
  readonly at?: string | undefined;
  readonly reference?: string | undefined;
  /** Of the last refund, as `reference`; only once all of it has arrived. */
  readonly bankReference?: string | undefined;
}

/** The outcome shown to the payer of an order that has bought nothing. */
export type UnsoldOutcome =
  /** A payment is under way, and only the bank knows how it ends. */
  | { readonly kind: "pending" }
  /** Never any successful money, and none under way. */
  | { readonly kind: "not_charged" }
  /** All of the money is being refunded and has not arrived yet; `refund.state` may be `failed`. */
  | { readonly kind: "refund_pending"; readonly paidPaise: Paise; readonly refund: RefundNotice }
  /** All of the money is back. */
  | { readonly kind: "refunded"; readonly paidPaise: Paise; readonly refund: RefundNotice }
  /** Part of the money is being refunded or was refunded. `kept`: what was bought stays bought. */
  | {
      readonly kind: "partly_refunded";
      readonly paidPaise: Paise;
      readonly refund: RefundNotice;
      readonly kept: boolean;
    }
  /** Money was taken that has neither bought anything nor is refunded: a person decides. `kept`: still reserved. */
  | { readonly kind: "money_under_review"; readonly paidPaise: Paise; readonly kept: boolean };

/** What was paid, in all. */
export function paidOf({ paid }: OrderMoney): Paise {
  return paid.reduce((sum, amount) => sum + amount, 0);
}

/** What goes or went back, failed refunds not counted. */
function inRefund(refunds: readonly DecidedRefund[]): Paise {
  return refunds.reduce((sum, { amountPaise, state }) => (state === "failed" ? sum : sum + amountPaise), 0);
}

/** All refunds of an order as one; undefined where none was decided. */
export function refundNotice(refunds: readonly DecidedRefund[]): RefundNotice | undefined {
  // A rejected refund that was requested again counts by the second request.
  const live = refunds.filter(({ state }) => state !== "failed");
  const counted = live.length > 0 ? live : refunds;
  if (counted.length === 0) return undefined;
  const amountPaise = counted.reduce((sum, refund) => sum + refund.amountPaise, 0);
  const reference = counted.at(-1)?.reference;
  if (live.length === 0) return { state: "failed", amountPaise, reference };
  if (live.some(({ state }) => state !== "succeeded")) return { state: "pending", amountPaise, reference };
  const at = live.flatMap(({ endedAt }) => (endedAt === undefined ? [] : [endedAt])).toSorted();
  const bankReference = counted.at(-1)?.bankReference;
  return { state: "succeeded", amountPaise, at: at.at(-1), reference, bankReference };
}

/** The outcome where all of the money is refunded. */
export function allBack(
  paidPaise: Paise,
  refund: RefundNotice,
): Extract<UnsoldOutcome, { kind: "refunded" | "refund_pending" }> {
  return { kind: refund.state === "succeeded" ? "refunded" : "refund_pending", paidPaise, refund };
}

/**
 * The outcome of an order that has bought nothing.
 *
 * @param kept whether what it was to buy is still reserved for the payer
 */
export function unsoldOutcome(money: OrderMoney, kept: boolean): UnsoldOutcome {
  const paidPaise = paidOf(money);
  if (paidPaise === 0) {
    return money.open && money.attempts.pending > 0 ? { kind: "pending" } : { kind: "not_charged" };
  }
  const refund = refundNotice(money.refunds);
  if (refund === undefined) return { kind: "money_under_review", paidPaise, kept };
  // An automatic refund is of everything that is left: the provider may have returned the rest by itself.
  const all = refund.amountPaise >= paidPaise || money.refunds.some(({ automatic }) => automatic);
  return all ? allBack(paidPaise, refund) : { kind: "partly_refunded", paidPaise, refund, kept: false };
}

/**
 * What became of money beyond a sale's own payment, and whether the sale's own payment went back too.
 *
 * @returns all: nothing of the money is left; part: some of the sale's own payment went back; otherwise what was paid
 * on top of it (a second payment) and its refund
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

/** A second payment on an order that had bought already: it is returned, the sale stands. */
export interface SecondPayment {
  readonly amountPaise: Paise;
  /** Absent until its refund was decided. */
  readonly refund: RefundNotice | undefined;
}
