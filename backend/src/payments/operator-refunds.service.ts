import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { CancelledSale } from "@sakhi/domain/events/event-cancellation.rules";
import type { Paise } from "@sakhi/domain/money/money";
import type { Actor } from "@sakhi/domain/payments/lifecycle.states";
import { balanceOf, type PaymentBalance } from "@sakhi/domain/payments/refundable.rules";
import type { RefundWhy } from "@sakhi/domain/payments/settlement.rules";
import type { IssuedInvoice } from "../invoices/invoices.service.js";
import { IssuesService } from "../issues/issues.service.js";
import type { Tx } from "../platform/database/database.js";
import { refundedOf } from "./order-subject.js";
import { OrdersRepository } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import { DisputeEntity } from "./payments.entities.js";
import { PaymentsRepository } from "./payments.repository.js";
import { subjectIds } from "./payments.types.js";
import { RefundRecordsService } from "./refund-records.service.js";
import { RefundsRepository, type RefundRow } from "./refunds.repository.js";

/** The part of an order's money that can still be refunded. */
interface MoneyLeft {
  /** The sale's payment less its completed and pending refunds. */
  readonly leftPaise: Paise;
  /** Every successful payment with its refundable remainder, oldest first. */
  readonly payments: readonly PaymentBalance[];
  /** Paid outside the provider, so it is refunded by hand. */
  readonly offline: boolean;
}

/** A refund decided by an operator. */
export interface OperatorRefund {
  readonly refundId: string;
  /** An operator pays it back and confirms that; otherwise the refund's workflow requests it from the provider. */
  readonly byHand: boolean;
}

/** Why a part of a sale that continues is refunded. */
export interface PartRefund {
  readonly actor: Extract<Actor, "visitor" | "operator">;
  readonly why: Extract<RefundWhy, "operator" | "moved">;
  /** Printed on the credit note; no personal data. */
  readonly reason: string;
  /** The further stall of the order whose share it returns. */
  readonly bookingId?: string | undefined;
}

export const BY_OPERATOR: PartRefund = {
  actor: "operator",
  why: "operator",
  reason: "Partly refunded by the Mela organizer",
};

/** A refund that resolves an issue. */
interface IssueRefund {
  readonly orderId: string;
  /** A refund that the provider rejected: the same amount of the same payment is requested again. */
  readonly insteadOf?: string | undefined;
  /** Already paid back outside the provider: it is only recorded. */
  readonly byHand?: boolean;
  /** The operator's reason, for the history. */
  readonly reason: string;
}

/** Preview of a resolution's refund. */
interface RefundPreview {
  readonly amountPaise: Paise;
  /** The order's sale remains. */
  readonly staysSold: boolean;
}

interface Part {
  readonly paymentId: string;
  readonly paise: Paise;
}

const SOLD =
  "This order was sold. Cancel the booking or take the listing down instead: that frees the stall and issues the credit note.";
const STILL_SOLD =
  "The sale still stands, so its invoice does too. If nothing was supplied, cancel the booking or withdraw the listing first.";
const NOT_LOST = "The bank has not decided against you.";
const NOT_OWED = "This refund is not waiting to be paid back by hand.";
const NOTHING_LEFT = "There is nothing left of this order's money to give back.";

/** A refund's first state, by the way the money goes back. */
const FIRST_STATES = { provider: "requested", owed_by_hand: "pending", done_by_hand: "succeeded" } as const;

/** Refunds decided by an operator: parts of a sale's money, and whole orders that have an issue. */
@Injectable()
export class OperatorRefundsService {
  constructor(
    private readonly repository: RefundsRepository,
    private readonly payments: PaymentsRepository,
    private readonly orderRows: OrdersRepository,
    private readonly orders: OrdersService,
    private readonly refundRecords: RefundRecordsService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Locks the order (its subject is locked already) and returns its refundable money. A second payment on the order does
   * not count as the sale's money: it is refunded automatically.
   *
   * @throws DomainError order_not_found
   */
  async left(tx: Tx, orderId: string): Promise<MoneyLeft> {
    const order = await this.orderRows.lock(tx, orderId);
    if (order === undefined) throw new DomainError("order_not_found");
    const { payments, saleLeftPaise } = balanceOf(await this.payments.ledger(orderId, tx));
    return { leftPaise: saleLeftPaise, payments, offline: order.offline };
  }

  /** What was paid for a sale, and what of it was not refunded yet; read without the order's lock. */
  async saleMoney(orderId: string, tx: Tx): Promise<CancelledSale> {
    return saleMoneyOf(balanceOf(await this.payments.ledger(orderId, tx)));
  }

  /** A sale's refundable money, read without a lock, for display. */
  async refundable(orderId: string): Promise<Paise> {
    return balanceOf(await this.payments.ledger(orderId)).saleLeftPaise;
  }

  /**
   * Records a refund of part or all of the sale's money and starts its workflow once `tx` has committed. The caller
   * records the history, notifies the payer, and calls {@link endSale} last. Runs under the order's lock, so that the
   * refunds of an order never exceed its payments. Money that was paid outside the provider is paid back by hand: the
   * refund is pending, with an issue, until {@link confirmByHand}.
   *
   * @param bookingId the further stall of the order whose share it returns
   * @throws RangeError when the amount exceeds the refundable money
   */
  async refund(tx: Tx, orderId: string, amountPaise: Paise, bookingId?: string): Promise<OperatorRefund> {
    const { leftPaise, payments, offline } = await this.left(tx, orderId);
    if (amountPaise > leftPaise) throw new RangeError(`the refund of order ${orderId} exceeds its refundable money`);
    const sale = payments.find(({ ofSale }) => ofSale);
    const refund = await this.decide(
      tx,
      { orderId, paymentId: sale?.paymentId, amountPaise, bookingId },
      offline ? "owed_by_hand" : "provider",
    );
    if (refund.byHand) {
      const { order } = await this.orders.lock(tx, orderId);
      const facts = { orderId, amountPaise };
      const about = subjectIds(order, bookingId);
      await this.issues.raise(tx, { kind: "refund_by_hand", subject: refund.refundId, facts, ...about });
    }
    return refund;
  }

  /**
   * Refunds a part of a sale that continues: history, credit note and mail included.
   *
   * @returns the refund with its credit note's number, if the sale has an invoice
   * @throws RangeError when the amount exceeds the refundable money
   */
  async refundKeepingSale(
    tx: Tx,
    orderId: string,
    amountPaise: Paise,
    { actor, why, reason, bookingId }: PartRefund = BY_OPERATOR,
  ): Promise<OperatorRefund & { readonly creditNote: string | undefined }> {
    const refund = await this.refund(tx, orderId, amountPaise, bookingId);
    const { refundId, byHand } = refund;
    const locked = await this.orders.lock(tx, orderId);
    const subject = refundedOf(locked.subject, bookingId);
    const note = byHand ? "to be paid back by hand" : "the booking stays";
    await subject.publish({ kind: "refund_requested", actor, note, detail: { refundId, amountPaise } });
    const notes = await this.refundRecords.issueCreditNotes(tx, orderId, reason);
    const creditNote = notes.find((issued) => issued.refundId === refundId)?.note;
    if (creditNote !== undefined) {
      await subject.record({ kind: "credit_note_issued", actor: "system", note: creditNote.number });
    }
    await subject.mailRefund({ orderId, refundId, amountPaise, why, creditNote });
    return { ...refund, creditNote: creditNote?.number };
  }

  /**
   * Records that a pending refund was paid back by hand.
   *
   * @param reference of the transfer or the receipt; shown to the payer
   * @returns the amount in paise
   * @throws DomainError resolution_failed if it is not a pending refund by hand
   */
  async confirmByHand(tx: Tx, refundId: string, reference: string): Promise<Paise> {
    const { orderId, bookingId } = (await this.repository.find(refundId)) ?? {};
    if (orderId === undefined) throw new DomainError("resolution_failed", {}, NOT_OWED);
    const locked = await this.orders.lock(tx, orderId);
    const subject = refundedOf(locked.subject, bookingId);
    const refund = await this.repository.lock(tx, refundId);
    if (refund?.byHand !== true || refund.state !== "pending") throw new DomainError("resolution_failed", {}, NOT_OWED);
    const { amountPaise } = refund;
    await this.repository.update(tx, refundId, { state: "succeeded", bankReference: reference });
    await subject.publish({
      kind: "refund_succeeded",
      actor: "operator",
      note: `paid back by hand: ${reference}`,
      detail: { refundId, amountPaise },
    });
    return amountPaise;
  }

  /**
   * Ends the sale: issues the missing credit notes and closes the issue about a refund made elsewhere. Takes the invoice
   * counter's lock, the last in the order of locks.
   *
   * @param reason printed on the credit note; no personal data
   * @returns the newest credit note; undefined when nothing was to be credited
   */
  async endSale(tx: Tx, orderId: string, reason: string): Promise<IssuedInvoice | undefined> {
    await this.issues.closeIfOpen(tx, "refunded_elsewhere", orderId);
    return (await this.refundRecords.issueCreditNotes(tx, orderId, reason, true)).at(-1)?.note;
  }

  /** The amount that {@link refundForIssue} would refund now, for its button's label. */
  async previewForIssue({ orderId, insteadOf }: Omit<IssueRefund, "reason">): Promise<RefundPreview> {
    const ledger = await this.payments.ledger(orderId);
    const rejected = insteadOf === undefined ? undefined : await this.repository.find(insteadOf);
    const { payments, saleLeftPaise } = balanceOf(ledger);
    return {
      amountPaise: total(partsOf(payments, rejected)),
      staysSold: (rejected?.paymentId ?? undefined) !== ledger.soldPaymentId && saleLeftPaise > 0,
    };
  }

  /**
   * Refunds an order that has an issue and starts the refunds' workflows once `tx` has committed. An unpaid order is also
   * closed, so that its workflow releases the stall. A sale is undone by cancelling the booking or listing instead.
   *
   * @returns the refunded amount in paise
   * @throws DomainError resolution_failed with the reason as a sentence; order_not_found
   */
  async refundForIssue(tx: Tx, { orderId, insteadOf, byHand = false, reason }: IssueRefund): Promise<Paise> {
    const { order, subject } = await this.orders.lock(tx, orderId);
    const { status } = subject;
    const rejected = insteadOf === undefined ? undefined : await this.repository.lock(tx, insteadOf);
    if (rejected === undefined && status.kind === "sold" && status.byThisOrder) {
      throw new DomainError("resolution_failed", {}, SOLD);
    }
    // Of one stall of several, the share that is still owed.
    const bookingId = rejected?.bookingId ?? undefined;
    const refunded = refundedOf(subject, bookingId);
    const { payments } = balanceOf(await this.payments.ledger(orderId, tx));
    const parts = partsOf(payments, rejected);
    if (parts.length === 0) throw new DomainError("resolution_failed", {}, NOTHING_LEFT);
    const way = byHand || order.offline ? "done_by_hand" : "provider";
    const refunds: (Part & OperatorRefund)[] = [];
    for (const { paymentId, paise } of parts) {
      const refund = await this.decide(tx, { orderId, paymentId, amountPaise: paise, bookingId }, way);
      refunds.push({ paymentId, paise, ...refund });
      await refunded.record({
        kind: refund.byHand ? "refund_succeeded" : "refund_requested",
        actor: "operator",
        note: refund.byHand ? `refunded by hand: ${reason}` : reason,
        detail: { refundId: refund.refundId, amountPaise: paise },
      });
    }
    if (status.kind === "unpaid" && (await this.orderRows.closed(tx, orderId))) {
      await subject.record({ kind: "order_closed", actor: "operator", note: orderId });
    }
    // Refunded money, even by hand, can no longer buy the offered stall.
    await subject.offers?.end();
    await refunded.signal();
    const notes = await this.refundRecords.issueCreditNotes(tx, orderId, "Refunded by the Mela organizer");
    for (const { refundId, paise: amountPaise, byHand: done } of refunds) {
      // The operator who pays back by hand informs the payer.
      if (done) continue;
      const creditNote = notes.find((note) => note.refundId === refundId)?.note;
      await refunded.mailRefund({ orderId, refundId, amountPaise, why: "operator", creditNote });
    }
    return total(parts);
  }

  /**
   * Records what a lost dispute gave the payer as a refund of a sale that has ended, so that it is credited. A sale that stands
   * keeps its invoice (docs/decisions/0124).
   *
   * @param lost.reason the operator's, for the history
   * @throws DomainError resolution_failed with the reason as a sentence; order_not_found
   */
  async creditLostDispute(
    tx: Tx,
    { orderId, disputeId, reason }: { orderId: string; disputeId: string; reason: string },
  ): Promise<{ readonly amountPaise: Paise; readonly creditNote: string | undefined }> {
    const { subject } = await this.orders.lock(tx, orderId);
    if (subject.status.kind === "sold" && subject.status.byThisOrder)
      throw new DomainError("resolution_failed", {}, STILL_SOLD);
    const dispute = await tx.findOneBy(DisputeEntity, { disputeId, orderId });
    if (dispute?.outcome !== "lost") throw new DomainError("resolution_failed", {}, NOT_LOST);
    // What the bank took is still ours in the ledger until it is a refund.
    const { payments } = balanceOf({ ...(await this.payments.ledger(orderId, tx)), disputes: [] });
    const of =
      payments.find(({ paymentId }) => paymentId === dispute.paymentId) ?? payments.find(({ ofSale }) => ofSale);
    const amountPaise = Math.min(of?.leftPaise ?? 0, dispute.amountPaise);
    if (of === undefined || amountPaise <= 0) throw new DomainError("resolution_failed", {}, NOTHING_LEFT);
    const { refundId } = await this.decide(tx, { orderId, paymentId: of.paymentId, amountPaise }, "owed_by_hand");
    await this.repository.update(tx, refundId, { state: "succeeded", bankReference: `dispute ${disputeId}` });
    await subject.publish({
      kind: "refund_succeeded",
      actor: "operator",
      note: `returned by the payer's bank: ${reason}`,
      detail: { refundId, amountPaise },
    });
    const notes = await this.refundRecords.issueCreditNotes(tx, orderId, "Returned by the payer's bank", true);
    return { amountPaise, creditNote: notes.find((issued) => issued.refundId === refundId)?.note.number };
  }

  /** @param way through the provider; or by hand, still to be paid back or already done */
  private async decide(
    tx: Tx,
    refund: { orderId: string; paymentId: string | undefined; amountPaise: Paise; bookingId?: string | undefined },
    way: keyof typeof FIRST_STATES,
  ): Promise<OperatorRefund> {
    const { orderId } = refund;
    const byHand = way !== "provider";
    const refundId = await this.repository.decide(tx, {
      ...refund,
      reason: "operator",
      state: FIRST_STATES[way],
      byHand,
    });
    if (refundId === undefined) throw new Error(`the refund of order ${orderId} was not recorded`);
    if (!byHand) await this.refundRecords.startWorkflow(tx, { refundId, orderId });
    return { refundId, byHand };
  }
}

/** A sale's payment and its remainder. */
export function saleMoneyOf({ payments }: { readonly payments: readonly PaymentBalance[] }): CancelledSale {
  const sale = payments.find(({ ofSale }) => ofSale);
  return { paidPaise: sale?.paise ?? 0, leftPaise: sale?.leftPaise ?? 0 };
}

/** All refundable money; to replace a rejected refund, up to its amount from the same payment. */
function partsOf(payments: readonly PaymentBalance[], rejected: RefundRow | undefined): Part[] {
  const most = rejected?.amountPaise ?? Infinity;
  // Old refunds have no payment recorded: use the sale's payment, or the only one.
  const of = rejected?.paymentId ?? (payments.find(({ ofSale }) => ofSale) ?? payments[0])?.paymentId;
  return payments
    .filter(({ paymentId }) => rejected === undefined || paymentId === of)
    .map(({ paymentId, leftPaise }) => ({ paymentId, paise: Math.min(leftPaise, most) }))
    .filter(({ paise }) => paise > 0);
}

function total(parts: readonly Part[]): Paise {
  return parts.reduce((sum, { paise }) => sum + paise, 0);
}

/**
 * The rule of refundable.rules.ts in SQL, for the dashboard's figures: completed and pending refunds of the sale's payment
 * in paise; all refunds of an order without a sale. Of several stalls of one order, those of this one's share.
 *
 * @param orderId SQL expression of the order's id
 * @param bookingId SQL expression of the booking's id
 */
export function saleRefundedPaise(orderId: string, bookingId: string): string {
  return `coalesce((SELECT sum(r.amount_paise) FROM refunds r JOIN orders ro ON ro.order_id = r.order_id
      WHERE r.order_id = ${orderId} AND coalesce(r.booking_id, ro.subject_id) = ${bookingId} AND r.state <> 'failed'
        AND (r.payment_id IS NULL OR ro.sold_payment_id IS NULL OR r.payment_id = ro.sold_payment_id)), 0)`;
}
