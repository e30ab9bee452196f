import type { Paise } from "../money/money.js";
import type { RefundReason, RefundState } from "./payment.states.js";

/**
 * The one formula for refundable money: all successful payments of an order, less all refunds that are decided and
 * not failed, with the payment that bought the sale kept apart from the others. Cancelling, rejecting, withdrawing,
 * the inbox's resolutions, automatic refunds and credit notes all read from here; the dashboard's figures use the
 * same rule in SQL (`saleRefundedPaise`). Pure; amounts in paise.
 */

/** A successful payment. */
export interface LedgerPayment {
  readonly paymentId: string;
  readonly paise: Paise;
}

/** A refund as it stands in our books: decided by us, or made at the provider (`reason: "provider"`). */
export interface LedgerRefund {
  readonly refundId: string;
  /** The payment whose money it is: the provider refunds per order, so this is our own attribution. */
  readonly paymentId: string | undefined;
  readonly paise: Paise;
  readonly state: RefundState;
  readonly reason: RefundReason;
  /** The provider's id of it, once the provider has it. */
  readonly providerRefundId: string | undefined;
}

/** Everything that is known of an order's money, read under the order's lock. */
export interface OrderLedger {
  /** Oldest first. */
  readonly payments: readonly LedgerPayment[];
  /** The payment that bought the sale; undefined where nothing was sold for the order. */
  readonly soldPaymentId: string | undefined;
  /** Oldest first. */
  readonly refunds: readonly LedgerRefund[];
  /** The total of the order's invoice, 0 without one. */
  readonly invoicedPaise: Paise;
  /** What its credit notes have taken back so far. */
  readonly creditedPaise: Paise;
}

/** A successful payment and what is left of it. */
export interface PaymentBalance extends LedgerPayment {
  readonly leftPaise: Paise;
  /** Whether it bought the sale. */
  readonly ofSale: boolean;
}

/** What is left of an order's money. */
interface OrderBalance {
  readonly payments: readonly PaymentBalance[];
  /** Of all payments together. */
  readonly leftPaise: Paise;
  /** Of the payment that bought the sale; 0 where nothing was sold. */
  readonly saleLeftPaise: Paise;
  /** The provider has reversed the payment that bought the sale, and no other one took its place. */
  readonly reversed: boolean;
  /** What credit notes still have to credit of the invoice, so that money kept and money invoiced agree. */
  readonly toCreditPaise: Paise;
}

/** What is left of an order's money. See {@link OrderBalance}. */
export function balanceOf(ledger: OrderLedger): OrderBalance {
  const sale = salePayment(ledger);
  const left = new Map(ledger.payments.map(({ paymentId, paise }) => [paymentId, paise]));
  let unplaced = 0;
  for (const refund of ledger.refunds.filter(counts)) {
    const of = left.get(refund.paymentId ?? "");
    const taken = Math.min(of ?? 0, refund.paise);
    if (refund.paymentId !== undefined && of !== undefined) left.set(refund.paymentId, of - taken);
    unplaced += refund.paise - taken;
  }
  // Of no known payment, or more than that payment: the sale's own payment first, then the oldest.
  for (const { paymentId } of saleFirst(ledger.payments, sale)) {
    const of = left.get(paymentId) ?? 0;
    const taken = Math.min(of, unplaced);
    left.set(paymentId, of - taken);
    unplaced -= taken;
  }
  const payments = ledger.payments.map((payment) => ({
    ...payment,
    leftPaise: left.get(payment.paymentId) ?? 0,
    ofSale: payment.paymentId === sale,
  }));
  const saleLeftPaise = payments.find(({ ofSale }) => ofSale)?.leftPaise ?? 0;
  return {
    payments,
    leftPaise: payments.reduce((sum, { leftPaise }) => sum + leftPaise, 0),
    saleLeftPaise,
    reversed: ledger.soldPaymentId !== undefined && sale === undefined,
    toCreditPaise: toCredit(ledger, sale),
  };
}

/**
 * The payment that stands for the sale: the one that bought it, or, where the provider has reversed that one, the
 * oldest that is still there.
 */
export function salePayment({ payments, soldPaymentId }: OrderLedger): string | undefined {
  if (soldPaymentId === undefined) return undefined;
  const sold = payments.find(({ paymentId }) => paymentId === soldPaymentId);
  return (sold ?? payments[0])?.paymentId;
}

/**
 * Payments that bought nothing and go back by themselves: each once, whatever became of that refund. A refund that
 * was rejected needs a person and is not decided again.
 */
export function surplusPayments(ledger: OrderLedger): PaymentBalance[] {
  return balanceOf(ledger).payments.filter(
    ({ paymentId, leftPaise, ofSale }) =>
      !ofSale &&
      leftPaise > 0 &&
      !ledger.refunds.some((refund) => isAutomatic(refund) && refund.paymentId === paymentId),
  );
}

/**
 * Whether an order's money is refunded because nothing stays sold for it: refunded automatically, or all of it in
 * whatever way. The automatic refund of a second payment does not count while the first one keeps its sale.
 */
export function isReturned(ledger: OrderLedger): boolean {
  if (ledger.payments.length > 0 && balanceOf(ledger).leftPaise === 0) return true;
  return ledger.soldPaymentId === undefined && ledger.refunds.some(isAutomatic);
}

/** A refund of the sale's money for which a credit note may be issued, and how much of it is not credited yet. */
export interface CreditableRefund {
  readonly refundId: string;
  readonly paise: Paise;
}

/**
 * The refunds whose credit notes are missing, oldest first. A surcharge of the payment's stands on no invoice: it
 * counts as refunded last.
 *
 * @param credited ids of the refunds that have their credit note
 */
export function missingCreditNotes(ledger: OrderLedger, credited: ReadonlySet<string>): CreditableRefund[] {
  let left = balanceOf(ledger).toCreditPaise;
  const missing: CreditableRefund[] = [];
  for (const refund of saleRefunds(ledger, salePayment(ledger))) {
    if (credited.has(refund.refundId) || left === 0) continue;
    const paise = Math.min(left, refund.paise);
    missing.push({ refundId: refund.refundId, paise });
    left -= paise;
  }
  return missing;
}

function toCredit(ledger: OrderLedger, sale: string | undefined): Paise {
  const back = saleRefunds(ledger, sale).reduce((sum, { paise }) => sum + paise, 0);
  return Math.max(0, Math.min(ledger.invoicedPaise, back) - ledger.creditedPaise);
}

function saleRefunds({ refunds, payments }: OrderLedger, sale: string | undefined): LedgerRefund[] {
  const known = new Set(payments.map(({ paymentId }) => paymentId));
  return refunds.filter(
    (refund) =>
      counts(refund) &&
      // One made at the provider can still fail there, and nobody of ours asks for it again.
      (refund.reason !== "provider" || refund.state === "succeeded") &&
      (refund.paymentId === undefined || refund.paymentId === sale || !known.has(refund.paymentId)),
  );
}

function saleFirst(payments: readonly LedgerPayment[], sale: string | undefined): readonly LedgerPayment[] {
  return [
    ...payments.filter(({ paymentId }) => paymentId === sale),
    ...payments.filter(({ paymentId }) => paymentId !== sale),
  ];
}

function counts({ state }: LedgerRefund): boolean {
  return state !== "failed";
}

/** Decided by us without a person: late money, or a payment too many. */
function isAutomatic({ reason }: LedgerRefund): boolean {
  return reason === "late_payment" || reason === "second_payment";
}

/** A refund as the provider shows it for the order. */
export interface SeenRefund {
  /** Ours, where we asked for it. */
  readonly refundId: string | undefined;
  readonly providerRefundId: string;
  readonly amountPaise: Paise;
  readonly outcome: "pending" | "succeeded" | "failed";
  /** The provider's own word for it; decides nothing. */
  readonly status?: string;
  /** Decides nothing. */
  readonly bankReference?: string | undefined;
}

/** What a reading of the provider's refunds changes in our books. */
export type RefundFinding =
  /** A refund that we know, under the provider's id or as ours, has come to another state. */
  | {
      readonly kind: "reported";
      readonly refundId: string;
      readonly providerRefundId: string;
      readonly outcome: SeenRefund["outcome"];
    }
  /** One of ours that was not asked for yet is needless: the provider's own has given this money back. */
  | {
      readonly kind: "covered";
      readonly refundId: string;
      readonly providerRefundId: string;
      readonly outcome: "pending" | "succeeded";
    }
  /** One of ours that was not asked for yet is for too much: part of the money went back already. */
  | { readonly kind: "reduced"; readonly refundId: string; readonly paise: Paise }
  /** Money was refunded that we had not decided to refund. */
  | {
      readonly kind: "made_elsewhere";
      readonly paymentId: string;
      readonly paise: Paise;
      readonly providerRefundId: string;
      readonly outcome: "pending" | "succeeded";
    };

/**
 * Compares our books with the refunds that exist at the provider. A refund made there stands first for what we were
 * about to ask for (nothing is refunded twice), then for payments too many, then for the sale. So does one that was done
 * after it had failed: it stands for what was decided in its place and not asked for yet, and only then for itself.
 * Asked again with the findings recorded, it finds nothing.
 */
export function refundFindings(ledger: OrderLedger, seen: readonly SeenRefund[]): RefundFinding[] {
  const findings: RefundFinding[] = [];
  const waiting = new Map(
    ledger.refunds
      .filter(({ state, providerRefundId }) => state === "requested" && providerRefundId === undefined)
      .map((refund) => [refund.refundId, { ...refund }]),
  );
  // At the provider under our own id: it is reported, and stands for nothing else.
  for (const { refundId } of seen) if (refundId !== undefined) waiting.delete(refundId);
  const left = balanceOf(withoutFailed(ledger, seen)).payments.map((payment) => ({ ...payment }));
  const surplusFirst = [...left.filter(({ ofSale }) => !ofSale), ...left.filter(({ ofSale }) => ofSale)];

  for (const entry of seen) {
    const { providerRefundId, amountPaise, outcome } = entry;
    const known = ledger.refunds.filter((refund) => isSame(refund, entry));
    const report = (refund: LedgerRefund): void => {
      findings.push({ kind: "reported", refundId: refund.refundId, providerRefundId, outcome });
    };
    for (const refund of known) {
      if (refund.state !== outcome && (refund.state === "requested" || refund.state === "pending")) report(refund);
    }
    if (outcome === "failed") continue;
    // Only the last word brings back one that has failed: an older reading may say that it is under way.
    const doneAfterAll = outcome === "succeeded" ? known.filter(({ state }) => state === "failed") : [];
    let rest = known
      .filter((refund) => !doneAfterAll.includes(refund))
      .reduce((paise, refund) => paise - refund.paise, amountPaise);
    for (const refund of [...waiting.values()]) {
      const inPlace = doneAfterAll.some(({ paymentId }) => paymentId === refund.paymentId);
      if ((doneAfterAll.length > 0 && !inPlace) || refund.paise > rest) continue;
      findings.push({ kind: "covered", refundId: refund.refundId, providerRefundId, outcome });
      waiting.delete(refund.refundId);
      rest -= refund.paise;
    }
    for (const refund of doneAfterAll) {
      if (refund.paise > rest) continue;
      report(refund);
      rest -= refund.paise;
      const payment = left.find(({ paymentId }) => paymentId === refund.paymentId);
      if (payment !== undefined) payment.leftPaise -= Math.min(payment.leftPaise, refund.paise);
    }
    const elsewhere = (paymentId: string, paise: Paise): void => {
      findings.push({ kind: "made_elsewhere", paymentId, paise, providerRefundId, outcome });
      rest -= paise;
    };
    for (const payment of surplusFirst) {
      const taken = Math.min(payment.leftPaise, rest);
      if (taken <= 0) continue;
      payment.leftPaise -= taken;
      elsewhere(payment.paymentId, taken);
    }
    for (const refund of waiting.values()) {
      if (rest <= 0 || refund.paymentId === undefined || refund.paise <= rest) continue;
      refund.paise -= rest;
      findings.push({ kind: "reduced", refundId: refund.refundId, paise: refund.paise });
      elsewhere(refund.paymentId, rest);
    }
  }
  return findings;
}

function isSame(ours: LedgerRefund, seen: SeenRefund): boolean {
  return ours.providerRefundId === undefined
    ? ours.refundId === seen.refundId
    : ours.providerRefundId === seen.providerRefundId;
}

/** The books with the refunds as failed that the provider now reports so: their money can go back by others. */
function withoutFailed(ledger: OrderLedger, seen: readonly SeenRefund[]): OrderLedger {
  const failed = new Set(
    seen.filter(({ outcome }) => outcome === "failed").map(({ providerRefundId }) => providerRefundId),
  );
  const refunds = ledger.refunds.filter(
    ({ state, providerRefundId }) => state === "succeeded" || !failed.has(providerRefundId ?? ""),
  );
  return { ...ledger, refunds };
}
