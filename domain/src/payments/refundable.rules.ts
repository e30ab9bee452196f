import type { Paise } from "../money/money.js";
import { type DisputeOutcome, isWithheld } from "./dispute.rules.js";
import { AUTOMATIC_REFUND_REASONS, type RefundReason, type RefundState } from "./payment.states.js";

/**
 * The single formula for refundable money: all successful payments of an order, less all decided refunds that have not
 * failed and what payers' banks withhold (dispute.rules.ts), with the sale's payment separate from the others (decision 10).
 * Cancellations, rejections, withdrawals, issue resolutions, automatic refunds and credit notes all use it; the dashboard's
 * figures use the same rule in SQL (`saleRefundedPaise`). Pure; amounts in paise.
 */

/** A successful payment. */
export interface LedgerPayment {
  readonly paymentId: string;
  readonly paise: Paise;
}

/** A recorded refund: decided by us, or made at the provider (`reason: "provider"`). */
export interface LedgerRefund {
  readonly refundId: string;
  /** The refunded payment. Our own attribution: the provider refunds per order. */
  readonly paymentId: string | undefined;
  readonly paise: Paise;
  readonly state: RefundState;
  readonly reason: RefundReason;
  /** The provider's refund id, once it has one. */
  readonly providerRefundId: string | undefined;
}

/** A recorded dispute of a payment. */
export interface LedgerDispute {
  /** Undefined if the provider did not name it. */
  readonly paymentId: string | undefined;
  readonly paise: Paise;
  readonly outcome: DisputeOutcome;
}

/** All recorded payments, refunds, disputes and documents of an order, read under the order's lock. */
export interface OrderLedger {
  /** Oldest first. */
  readonly payments: readonly LedgerPayment[];
  /** The payment that bought the sale; undefined without a sale. */
  readonly soldPaymentId: string | undefined;
  /** Oldest first. */
  readonly refunds: readonly LedgerRefund[];
  /** Money that the payer's bank took back, or may take: nothing of it is refunded. None if absent. */
  readonly disputes?: readonly LedgerDispute[];
  /** Total of the order's invoice; 0 without one. */
  readonly invoicedPaise: Paise;
  /** Total of the credit notes issued so far. */
  readonly creditedPaise: Paise;
}

/** A successful payment and its amount after refunds and disputes. */
export interface PaymentBalance extends LedgerPayment {
  readonly leftPaise: Paise;
  /** Whether this payment bought the sale. */
  readonly ofSale: boolean;
}

/** An order's money after refunds and disputes. */
interface OrderBalance {
  readonly payments: readonly PaymentBalance[];
  /** Remainder of all payments. */
  readonly leftPaise: Paise;
  /** Remainder of the sale's payment; 0 without a sale. */
  readonly saleLeftPaise: Paise;
  /** The provider reversed the sale's payment, and no other payment replaced it. */
  readonly reversed: boolean;
  /** Amount still to be credited, so that the invoiced total equals the money kept. */
  readonly toCreditPaise: Paise;
}

/** Calculates an order's money after refunds and disputes. */
export function balanceOf(ledger: OrderLedger): OrderBalance {
  const sale = salePayment(ledger);
  const left = new Map(ledger.payments.map(({ paymentId, paise }) => [paymentId, paise]));
  take(left, ledger, ledger.refunds.filter(counts), sale);
  for (const { paymentId, paise, outcome } of ledger.disputes ?? []) {
    if (!isWithheld(outcome)) continue;
    // A bank takes back no more than what is left of the disputed payment, and nothing of another.
    const withheld = Math.min(paise, left.get(paymentId ?? "") ?? paise);
    take(left, ledger, [{ paymentId, paise: withheld }], sale);
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
 * Takes amounts from what is left of their payments. Those without a known payment, or exceeding it, are taken from the
 * sale's payment first, then from the oldest.
 */
function take(
  left: Map<string, Paise>,
  { payments }: OrderLedger,
  parts: readonly { readonly paymentId: string | undefined; readonly paise: Paise }[],
  sale: string | undefined,
): void {
  let unplaced = 0;
  for (const { paymentId, paise } of parts) {
    const of = left.get(paymentId ?? "");
    const taken = Math.min(of ?? 0, paise);
    if (paymentId !== undefined && of !== undefined) left.set(paymentId, of - taken);
    unplaced += paise - taken;
  }
  for (const { paymentId } of saleFirst(payments, sale)) {
    const of = left.get(paymentId) ?? 0;
    const taken = Math.min(of, unplaced);
    left.set(paymentId, of - taken);
    unplaced -= taken;
  }
}

/**
 * The sale's payment: the one that bought it, or the oldest remaining one if the provider has reversed that.
 */
export function salePayment({ payments, soldPaymentId }: OrderLedger): string | undefined {
  if (soldPaymentId === undefined) return undefined;
  const sold = payments.find(({ paymentId }) => paymentId === soldPaymentId);
  return (sold ?? payments[0])?.paymentId;
}

/**
 * Payments that bought nothing and are to be refunded automatically, each once. If that refund fails, an operator
 * decides; it is not retried automatically.
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
 * Whether an order's money is refunded because no sale stands: automatically, or in full by any means. The automatic
 * refund of a second payment does not count while the first one keeps its sale.
 */
export function isReturned(ledger: OrderLedger): boolean {
  if (ledger.payments.length > 0 && balanceOf(ledger).leftPaise === 0) return true;
  return ledger.soldPaymentId === undefined && ledger.refunds.some(isAutomatic);
}

/** A refund of the sale's payment without a credit note, and the amount to credit. */
export interface CreditableRefund {
  readonly refundId: string;
  readonly paise: Paise;
}

/**
 * Refunds that need a credit note, oldest first. A payment surcharge is not on the invoice and counts as refunded last.
 *
 * @param credited ids of the refunds that have a credit note
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
      // A refund made at the provider can still fail, and we never retry it.
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

/** Decided by the rules: a late or second payment. */
function isAutomatic({ reason }: LedgerRefund): boolean {
  return (AUTOMATIC_REFUND_REASONS as readonly RefundReason[]).includes(reason);
}

/** A refund of the order, as the provider returns it. */
export interface SeenRefund {
  /** Our refund id, if we requested it. */
  readonly refundId: string | undefined;
  readonly providerRefundId: string;
  readonly amountPaise: Paise;
  readonly outcome: "pending" | "succeeded" | "failed";
  /** The provider's status; informational. */
  readonly status?: string;
  /** Informational. */
  readonly bankReference?: string | undefined;
}

/** A change to our records that follows from the provider's refunds. */
export type RefundFinding =
  /** A known refund, by the provider's id or ours, has changed its state. */
  | {
      readonly kind: "reported";
      readonly refundId: string;
      readonly providerRefundId: string;
      readonly outcome: SeenRefund["outcome"];
    }
  /** A refund we have not requested yet is unnecessary: a refund made at the provider covers it. */
  | {
      readonly kind: "covered";
      readonly refundId: string;
      readonly providerRefundId: string;
      readonly outcome: "pending" | "succeeded";
    }
  /** A refund we have not requested yet is too large: part of the money was refunded at the provider. */
  | { readonly kind: "reduced"; readonly refundId: string; readonly paise: Paise }
  /** Money was refunded at the provider without our decision. */
  | {
      readonly kind: "made_elsewhere";
      readonly paymentId: string;
      readonly paise: Paise;
      readonly providerRefundId: string;
      readonly outcome: "pending" | "succeeded";
    };

/**
 * Reconciles our records with the provider's refunds. A refund made at the provider is matched first to refunds that we
 * have decided but not requested (nothing is refunded twice), then to surplus payments, then to the sale. A refund that
 * succeeded after it had failed is matched first to the refund decided in its place, if that was not requested yet, and
 * otherwise to itself. Idempotent: returns nothing once its findings are recorded.
 */
export function refundFindings(ledger: OrderLedger, seen: readonly SeenRefund[]): RefundFinding[] {
  const findings: RefundFinding[] = [];
  const waiting = new Map(
    ledger.refunds
      .filter(({ state, providerRefundId }) => state === "requested" && providerRefundId === undefined)
      .map((refund) => [refund.refundId, { ...refund }]),
  );
  // Refunds under our own id are reported as themselves and match no other.
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
    // Only success revives a failed refund: "pending" may be a stale read.
    const revived = outcome === "succeeded" ? known.filter(({ state }) => state === "failed") : [];
    let rest = known
      .filter((refund) => !revived.includes(refund))
      .reduce((paise, refund) => paise - refund.paise, amountPaise);
    for (const refund of [...waiting.values()]) {
      const inPlace = revived.some(({ paymentId }) => paymentId === refund.paymentId);
      if ((revived.length > 0 && !inPlace) || refund.paise > rest) continue;
      findings.push({ kind: "covered", refundId: refund.refundId, providerRefundId, outcome });
      waiting.delete(refund.refundId);
      rest -= refund.paise;
    }
    for (const refund of revived) {
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

/** Drops refunds that the provider reports as failed, so that others can use their money. */
function withoutFailed(ledger: OrderLedger, seen: readonly SeenRefund[]): OrderLedger {
  const failed = new Set(
    seen.filter(({ outcome }) => outcome === "failed").map(({ providerRefundId }) => providerRefundId),
  );
  const refunds = ledger.refunds.filter(
    ({ state, providerRefundId }) => state === "succeeded" || !failed.has(providerRefundId ?? ""),
  );
  // What the provider has refunded left the account, whatever is disputed.
  return { ...ledger, refunds, disputes: [] };
}
