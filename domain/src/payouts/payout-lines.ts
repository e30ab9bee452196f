import type { Paise } from "../money/money.js";

/**
 * Payouts: what the payment provider transfers to our bank, and the lines that each is made of: payments less fees, refunds, what
 * a dispute withholds, and anything else. The provider calls a payout a settlement; here settling is reading an order.
 */

/** What a line is about. */
export const PAYOUT_LINE_KINDS = [
  "payment",
  "refund",
  "refund_reversal",
  "dispute",
  "dispute_reversal",
  "other",
] as const;
export type PayoutLineKind = (typeof PAYOUT_LINE_KINDS)[number];

/** `failed`: its money did not arrive, and comes with another payout. */
export const PAYOUT_STATES = ["under_way", "paid", "failed"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** A payout, as a report has it. */
export interface ReportedPayout {
  readonly payoutId: string;
  /** The bank's number of the transfer. */
  readonly utr: string | undefined;
  /** The provider's status. */
  readonly status: string | undefined;
  /** What arrives; undefined if the report has lines only. */
  readonly amountPaise: Paise | undefined;
  /** The provider's charge for the payout itself, and the GST on it. */
  readonly feePaise: Paise;
  readonly feeTaxPaise: Paise;
  readonly paidAt: Date | undefined;
}

/** A line of a payout, as a report has it. */
export interface ReportedLine {
  readonly payoutId: string;
  readonly utr: string | undefined;
  readonly paidAt: Date | undefined;
  readonly kind: PayoutLineKind;
  /** The provider's name of the kind. */
  readonly eventType: string;
  readonly eventId: string;
  readonly orderId: string | undefined;
  /** The provider's ids. */
  readonly paymentId: string | undefined;
  readonly refundId: string | undefined;
  /** Before fees; negative if it is taken from the payout. */
  readonly grossPaise: Paise;
  readonly feePaise: Paise;
  readonly feeTaxPaise: Paise;
  /** After fees; negative like `grossPaise`. */
  readonly netPaise: Paise;
  readonly at: Date | undefined;
}

/** By the provider's type of an event, as published. */
const KINDS: Readonly<Record<string, PayoutLineKind>> = {
  PAYMENT: "payment",
  REFUND: "refund",
  REFUND_REVERSAL: "refund_reversal",
  DISPUTE: "dispute",
  CHARGEBACK: "dispute",
  DISPUTE_REVERSAL: "dispute_reversal",
  CHARGEBACK_REVERSAL: "dispute_reversal",
};

/** The type of the lines that are the payout itself. */
export const PAYOUT_EVENT = "SETTLEMENT";

/** Maps the provider's type of an event; one that this release does not know is `other`. */
export function payoutLineKind(eventType: string): PayoutLineKind {
  return KINDS[eventType.toUpperCase()] ?? "other";
}

/** Maps the provider's status of a payout; without one, a transfer number means that it was paid. */
export function payoutState(status: string | undefined, utr: string | undefined): PayoutState {
  if (status === undefined || status === "") return utr === undefined ? "under_way" : "paid";
  if (/^(?:SUCCESS|PAID|PROCESSED|SETTLED)$/i.test(status)) return "paid";
  return /^(?:FAILED|REVERSED|REJECTED|CANCELLED)$/i.test(status) ? "failed" : "under_way";
}

/** Identifies a line: a report that is read again has the same. */
export const payoutLineKey = ({
  payoutId,
  eventType,
  eventId,
}: Pick<ReportedLine, "payoutId" | "eventType" | "eventId">): string => `${payoutId}/${eventType}/${eventId}`;

/**
 * Amounts of a line with their signs. A report has them without, and says DEBIT of what is taken from the payout.
 *
 * @param net undefined if the report has none: then the fees are subtracted
 */
export function signedAmounts(
  kind: PayoutLineKind,
  saleType: string | undefined,
  { gross, fee, tax, net }: { gross: Paise; fee: Paise; tax: Paise; net: Paise | undefined },
): Pick<ReportedLine, "grossPaise" | "feePaise" | "feeTaxPaise" | "netPaise"> {
  const takes = saleType === undefined ? kind === "refund" || kind === "dispute" : /^d/i.test(saleType);
  const [whole, after] = [Math.abs(gross), net === undefined ? undefined : Math.abs(net)];
  // 0 and not -0.
  const signed = (paise: Paise): Paise => (takes ? 0 - paise : paise);
  // Of a refund or dispute some reports repeat the payment's fees, which its own line has.
  const free = kind !== "payment" && after === whole;
  const [feePaise, feeTaxPaise] = free ? [0, 0] : [fee, tax];
  return {
    grossPaise: signed(whole),
    feePaise,
    feeTaxPaise,
    netPaise: after === undefined ? signed(whole) - feePaise - feeTaxPaise : signed(after),
  };
}
