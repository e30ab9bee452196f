import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import { balanceOf, type PaymentBalance } from "@sakhi/domain/payments/refundable.rules";
import type { IssuedInvoice } from "../invoices/invoices.service.js";
import { IssuesService } from "../issues/issues.service.js";
import type { Tx } from "../platform/database/database.js";
import { OrdersRepository } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import { PaymentsRepository } from "./payments.repository.js";
import { RefundRecordsService } from "./refund-records.service.js";
import { RefundsRepository, type RefundRow } from "./refunds.repository.js";

/** What of an order's money is left to refund. */
interface MoneyLeft {
  /** Of the payment that bought the sale, less what was refunded or is on its way. */
  readonly leftPaise: Paise;
  /** Every successful payment with what is left of it, oldest first. */
  readonly payments: readonly PaymentBalance[];
  /** Paid outside the provider: it is refunded by hand. */
  readonly offline: boolean;
}

/** A refund that an operator decided. */
export interface OperatorRefund {
  readonly refundId: string;
  /** The operator pays it back; otherwise the payment provider is asked by the refund's workflow. */
  readonly byHand: boolean;
}

/** Money that is refunded because a person resolved an issue so. */
interface IssueRefund {
  readonly orderId: string;
  /** The refund that the provider rejected: the same amount of the same payment is requested again. */
  readonly insteadOf?: string | undefined;
  /** It was paid back outside the provider: it is only recorded. */
  readonly byHand?: boolean;
  /** Why, in the operator's words; for the history. */
  readonly reason: string;
}

/** What a resolution would refund now. */
interface RefundPreview {
  readonly amountPaise: Paise;
  /** Something is sold for the order and stays so. */
  readonly staysSold: boolean;
}

interface Part {
  readonly paymentId: string;
  readonly paise: Paise;
}

const SOLD =
  "This order was sold. Cancel the booking or take the listing down instead: that frees the stall and issues the credit note.";
const NOTHING_LEFT = "There is nothing left of this order's money to give back.";

/** Refunds that an operator decides: parts of a sale's money, and whole orders of which an issue was raised. */
@Injectable()
export class OperatorRefundsService {
  constructor(
    private readonly repository: RefundsRepository,
    private readonly payments: PaymentsRepository,
    private readonly orderRows: OrdersRepository,
    private readonly orders: OrdersService,
    private readonly records: RefundRecordsService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Locks the order until `tx` ends, after its subject, and returns what is left of its money. A second payment on the
   * order is none of the sale's money: it is refunded automatically.
   *
   * @throws DomainError order_not_found
   */
  async left(tx: Tx, orderId: string): Promise<MoneyLeft> {
    const order = await this.orderRows.lock(tx, orderId);
    if (order === undefined) throw new DomainError("order_not_found");
    const { payments, saleLeftPaise } = balanceOf(await this.payments.ledger(orderId, tx));
    return { leftPaise: saleLeftPaise, payments, offline: order.offline };
  }

  /** What is left of a sale's money, read without a lock: for showing it. */
  async refundable(orderId: string): Promise<Paise> {
    return balanceOf(await this.payments.ledger(orderId)).saleLeftPaise;
  }

  /**
   * Decides the refund of any part of what is left of the sale's money, and starts its workflow once `tx` has committed.
   * The caller records the history, notifies the payer, and ends with {@link endSale}. Under the order's lock, so that
   * all refunds of an order together are never more than was paid. Money that was paid outside the provider is
   * recorded as paid back by hand.
   *
   * @throws RangeError when it is more than is left
   */
  async refund(tx: Tx, orderId: string, amountPaise: Paise): Promise<OperatorRefund> {
    const { leftPaise, payments, offline } = await this.left(tx, orderId);
    if (amountPaise > leftPaise) throw new RangeError(`order ${orderId} has less left than is to be refunded`);
    const sale = payments.find(({ ofSale }) => ofSale);
    return this.decide(tx, { orderId, paymentId: sale?.paymentId, amountPaise }, offline);
  }

  /**
   * The sale is over: issues the credit notes for all that was refunded of it, and closes the issue about a refund made
   * elsewhere. Takes the last lock of all.
   *
   * @param reason printed on the credit note; no personal data
   * @returns the newest credit note; undefined where nothing was to be credited
   */
  async endSale(tx: Tx, orderId: string, reason: string): Promise<IssuedInvoice | undefined> {
    await this.issues.gone(tx, "refunded_elsewhere", orderId);
    return (await this.records.issueCreditNotes(tx, orderId, reason, true)).at(-1)?.note;
  }

  /** What {@link refundForIssue} would refund now, for the label of its button. */
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
   * Refunds an order of which an issue was raised, and starts the refunds' workflows once `tx` has committed. What
   * nothing was sold for is given up with it: the order is closed, so that its stall is released by its workflow. A sale
   * itself is undone by cancelling the booking or listing.
   *
   * @returns what is refunded, in paise
   * @throws DomainError resolution_failed with a sentence that says why; order_not_found
   */
  async refundForIssue(tx: Tx, { orderId, insteadOf, byHand = false, reason }: IssueRefund): Promise<Paise> {
    const { order, subject } = await this.orders.lock(tx, orderId);
    const { status } = subject;
    const rejected = insteadOf === undefined ? undefined : await this.repository.lock(tx, insteadOf);
    if (rejected === undefined && status.kind === "sold" && status.byThisOrder) {
      throw new DomainError("resolution_failed", {}, SOLD);
    }
    const { payments } = balanceOf(await this.payments.ledger(orderId, tx));
    const parts = partsOf(payments, rejected);
    if (parts.length === 0) throw new DomainError("resolution_failed", {}, NOTHING_LEFT);
    const refunds: (Part & OperatorRefund)[] = [];
    for (const { paymentId, paise } of parts) {
      const refund = await this.decide(tx, { orderId, paymentId, amountPaise: paise }, order.offline || byHand);
      refunds.push({ paymentId, paise, ...refund });
      await subject.record({
        kind: refund.byHand ? "refund_succeeded" : "refund_requested",
        actor: "operator",
        note: refund.byHand ? `refunded by hand: ${reason}` : reason,
        detail: { refundId: refund.refundId, amountPaise: paise },
      });
    }
    if (status.kind === "unpaid" && (await this.orderRows.closed(tx, orderId))) {
      await subject.record({ kind: "order_closed", actor: "operator", note: orderId });
    }
    // Refunded money, be it by hand, can buy nothing else.
    await subject.offers?.end();
    await subject.signal();
    const notes = await this.records.issueCreditNotes(tx, orderId, "Refunded by the Mela organiser");
    for (const { refundId, paise: amountPaise, byHand: done } of refunds) {
      // A payer who was paid by hand has the money, and heard of it from the person who paid.
      if (done) continue;
      const creditNote = notes.find((note) => note.refundId === refundId)?.note;
      await subject.refundDecided({ orderId, refundId, amountPaise, why: "operator", creditNote });
    }
    return total(parts);
  }

  private async decide(
    tx: Tx,
    refund: { orderId: string; paymentId: string | undefined; amountPaise: Paise },
    byHand: boolean,
  ): Promise<OperatorRefund> {
    const { orderId } = refund;
    const state = byHand ? "succeeded" : "requested";
    const refundId = await this.repository.decide(tx, { ...refund, reason: "operator", state });
    if (refundId === undefined) throw new Error(`the refund of order ${orderId} was not recorded`);
    if (!byHand) await this.records.startWorkflow(tx, { refundId, orderId });
    return { refundId, byHand };
  }
}

/** All that is left; or, of a rejected refund, as much as it was, of the same payment. */
function partsOf(payments: readonly PaymentBalance[], rejected: RefundRow | undefined): Part[] {
  const most = rejected?.amountPaise ?? Infinity;
  // A refund from before its payment was recorded: the sale's payment, or the only one.
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
 * The rule of refundable.rules.ts in SQL, for the dashboard's figures: what was or is being refunded of the money that an
 * order's sale took; of an order for which nothing was sold, whatever is refunded. In paise.
 *
 * @param orderId the SQL of the order's id
 */
export function saleRefundedPaise(orderId: string): string {
  return `coalesce((SELECT sum(r.amount_paise) FROM refunds r JOIN orders ro ON ro.order_id = r.order_id
      WHERE r.order_id = ${orderId} AND r.state <> 'failed'
        AND (r.payment_id IS NULL OR ro.sold_payment_id IS NULL OR r.payment_id = ro.sold_payment_id)), 0)`;
}
