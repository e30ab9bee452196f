import { creditNoteSplit } from "../invoices/credit-note.rules.js";
import type { TaxSplit } from "../invoices/tax-split.js";
import { formatPaise, type Paise } from "../money/money.js";

/** What the organisation keeps of each booking of a cancelled event, for its expenses. */
export type Deduction =
  | {
      readonly kind: "percent";
      /** Hundredths of a percent of what was paid, 0 to 10,000. */
      readonly hundredths: number;
    }
  | { readonly kind: "amount"; readonly paise: Paise };

/** Money of a sold booking of a cancelled event. */
export interface CancelledSale {
  /** What its payer paid for it. */
  readonly paidPaise: Paise;
  /** What of it was not refunded yet. */
  readonly leftPaise: Paise;
}

/** The refund of a booking of a cancelled event. */
export interface EventRefund {
  /** What the organisation keeps: at most what is left. */
  readonly deductedPaise: Paise;
  readonly refundPaise: Paise;
}

/**
 * The refund of one booking: what is left of its money less the deduction, never negative. A percentage is of what was
 * paid, so that an earlier part refund does not lower it, and is rounded down to the paisa, in the payer's favour.
 *
 * @throws RangeError for amounts that are not whole paise, or are negative, or more left than paid; for a percentage
 *   beyond 100
 */
export function eventRefund({ paidPaise, leftPaise }: CancelledSale, deduction: Deduction): EventRefund {
  const amounts = [paidPaise, leftPaise, deduction.kind === "percent" ? deduction.hundredths : deduction.paise];
  if (amounts.some((amount) => !Number.isSafeInteger(amount) || amount < 0) || leftPaise > paidPaise) {
    throw new RangeError("Amounts are whole paise, and no more is left than was paid.");
  }
  if (deduction.kind === "percent" && deduction.hundredths > 10_000) {
    throw new RangeError("A deduction is at most 100 percent.");
  }
  const stated =
    deduction.kind === "percent" ? Math.floor((paidPaise * deduction.hundredths) / 10_000) : deduction.paise;
  const deductedPaise = Math.min(stated, leftPaise);
  return { deductedPaise, refundPaise: leftPaise - deductedPaise };
}

/**
 * The refunds of a booking that was paid for with several orders: its own, then those of its moves. A percentage is kept of each; an
 * amount of the first ones.
 */
export function eventRefunds(sales: readonly CancelledSale[], deduction: Deduction): readonly EventRefund[] {
  if (deduction.kind === "percent") return sales.map((sale) => eventRefund(sale, deduction));
  let rest = deduction.paise;
  return sales.map((sale) => {
    const refund = eventRefund(sale, { kind: "amount", paise: rest });
    rest -= refund.deductedPaise;
    return refund;
  });
}

/** An invoice of a sale, as far as credit notes were issued for it. */
export interface CreditedInvoice {
  readonly tax: TaxSplit;
  readonly creditedPaise: Paise;
}

/**
 * The tax split of the credit note of a refund: what is invoiced then equals what the organisation keeps. Undefined
 * without a refund or an invoice. A surcharge that the payer was charged is on no invoice, and on no credit note.
 */
export function eventCreditNote(
  invoice: CreditedInvoice | undefined,
  { deductedPaise, refundPaise }: EventRefund,
): TaxSplit | undefined {
  if (invoice === undefined) return undefined;
  const { tax, creditedPaise } = invoice;
  const paise = Math.min(refundPaise, tax.totalPaise - creditedPaise - deductedPaise);
  return paise <= 0 ? undefined : creditNoteSplit(tax, creditedPaise, paise);
}

/** Sums of an event's refunds, in paise. */
export interface EventRefundTotals {
  readonly leftPaise: Paise;
  readonly deductedPaise: Paise;
  readonly refundPaise: Paise;
  /** Of the credit notes. */
  readonly taxablePaise: Paise;
  readonly taxPaise: Paise;
}

/** Adds up the refunds of an event's bookings. */
export function eventRefundTotals(
  refunds: readonly (EventRefund & {
    readonly leftPaise: Paise;
    readonly credit: Pick<TaxSplit, "totalPaise" | "taxablePaise"> | undefined;
  })[],
): EventRefundTotals {
  const sum = (of: (refund: (typeof refunds)[number]) => Paise): Paise =>
    refunds.reduce((total, each) => total + of(each), 0);
  return {
    leftPaise: sum(({ leftPaise }) => leftPaise),
    deductedPaise: sum(({ deductedPaise }) => deductedPaise),
    refundPaise: sum(({ refundPaise }) => refundPaise),
    taxablePaise: sum(({ credit }) => credit?.taxablePaise ?? 0),
    taxPaise: sum(({ credit }) => (credit === undefined ? 0 : credit.totalPaise - credit.taxablePaise)),
  };
}

/** A deduction in words: "10%", "₹500" or "nothing". */
export function deductionInWords(deduction: Deduction): string {
  if (deduction.kind === "amount") return deduction.paise === 0 ? "nothing" : `₹${formatPaise(deduction.paise)}`;
  return deduction.hundredths === 0 ? "nothing" : `${deduction.hundredths / 100}%`;
}

/** How often a booking's refund is tried before it becomes an issue. */
export const TRIES_BEFORE_ISSUE = 3;

/** Seconds until a booking whose refund failed this often is tried again: doubling from 10 s, at most an hour. */
export function secondsToNextTry(attempts: number): number {
  return Math.min(10 * 2 ** Math.max(0, Math.min(attempts, 20) - 1), 3_600);
}

/** Whether what was typed is the event's name: letter for letter, but for spaces at the ends and runs of spaces. */
export function isEventName(typed: string, name: string): boolean {
  const plain = (text: string): string => text.normalize("NFC").trim().replaceAll(/\s+/gu, " ");
  return plain(typed) === plain(name);
}
