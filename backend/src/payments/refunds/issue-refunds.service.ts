import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import { balanceOf } from "@sakhi/domain/payments/refundable.rules";
import type { PaymentBalance } from "@sakhi/domain/payments/refundable.rules";
import type { Tx } from "../../platform/database/database.js";
import { OrderRecords } from "../orders/order-records.service.js";
import { OperatorRefunds } from "./operator-refunds.service.js";
import type { OperatorRefund } from "./operator-refunds.service.js";
import { OrderLedgers } from "./order-ledgers.repository.js";
import { RefundsRepository } from "./refunds.repository.js";
import type { RefundRow } from "./refunds.repository.js";
import { SaleCredits } from "./sale-credits.service.js";

/** Money that goes back because a person settled a matter so. */
export interface IssueRefund {
  readonly orderId: string;
  /** The refund that was refused: as much as it was is asked for again, of the same payment. */
  readonly insteadOf?: string | undefined;
  /** It was paid back outside the provider: it is only put on record. */
  readonly byHand?: boolean;
  /** Why, in the operator's words; for the history. */
  readonly reason: string;
}

/** What a resolution would give back now. */
export interface RefundPreview {
  readonly amountPaise: Paise;
  /** Something is sold for the order and stays so. */
  readonly staysSold: boolean;
}

interface Part {
  readonly paymentId: string;
  readonly paise: Paise;
}

/** Refunds of orders that a person was asked about. A sale itself is undone by cancelling the booking or listing. */
@Injectable()
export class IssueRefunds {
  constructor(
    private readonly records: OrderRecords,
    private readonly ledgers: OrderLedgers,
    private readonly refunds: RefundsRepository,
    private readonly operator: OperatorRefunds,
    private readonly credits: SaleCredits,
  ) {}

  /** What {@link refund} would come to now, for the words of its button. */
  async preview({ orderId, insteadOf }: Omit<IssueRefund, "reason">): Promise<RefundPreview> {
    const ledger = await this.ledgers.read(orderId);
    const refused = insteadOf === undefined ? undefined : await this.refunds.find(insteadOf);
    const { payments, saleLeftPaise } = balanceOf(ledger);
    return {
      amountPaise: total(partsOf(payments, refused)),
      staysSold: refused?.paymentId !== ledger.soldPaymentId && saleLeftPaise > 0,
    };
  }

  /**
   * Decides the refund and has its workflow started once `tx` has committed. What nothing was sold for is given up
   * with it: the order is closed, so that its stall is released by its workflow.
   *
   * @returns what goes back, in paise
   * @throws DomainError resolution_failed with a sentence that says why; order_not_found
   */
  async refund(tx: Tx, { orderId, insteadOf, byHand = false, reason }: IssueRefund): Promise<Paise> {
    const { order, subject, status } = await this.records.lock(tx, orderId);
    const refused = insteadOf === undefined ? undefined : await this.refunds.lock(tx, insteadOf);
    if (refused === undefined && status.kind === "sold" && status.byThisOrder) {
      throw new DomainError("resolution_failed", {}, SOLD);
    }
    const { payments } = await this.operator.left(tx, orderId);
    const parts = partsOf(payments, refused);
    if (parts.length === 0) throw new DomainError("resolution_failed", {}, NOTHING_LEFT);
    const given: (Part & OperatorRefund)[] = [];
    for (const { paymentId, paise } of parts) {
      const refund = await this.operator.refundPayment(tx, orderId, paymentId, paise, byHand);
      given.push({ paymentId, paise, ...refund });
      await subject.record(tx, order.subjectId, {
        kind: refund.byHand ? "refund_succeeded" : "refund_requested",
        actor: "operator",
        note: refund.byHand ? `given back by hand: ${reason}` : reason,
        detail: { refundId: refund.refundId, amountPaise: paise },
      });
    }
    if (status.kind === "unpaid" && (await this.records.orders.closed(tx, orderId))) {
      await subject.record(tx, order.subjectId, { kind: "order_closed", actor: "operator", note: orderId });
    }
    // What goes back, be it by hand, can buy nothing else.
    await subject.offers?.end(tx, order.subjectId, orderId);
    await subject.nudge(tx, order.subjectId);
    const notes = await this.credits.issue(tx, orderId, "Refunded by the organiser");
    for (const { refundId, paise, byHand: done } of given) {
      const creditNote = notes.find((note) => note.refundId === refundId)?.note;
      // Who was paid by hand has the money, and heard of it from whoever paid.
      if (done) continue;
      await subject.refundDecided(tx, order.subjectId, {
        orderId,
        refundId,
        amountPaise: paise,
        why: "operator",
        creditNote,
      });
    }
    return total(parts);
  }
}

/** All that is left; or, of a refused refund, as much as it was, of the same payment. */
function partsOf(payments: readonly PaymentBalance[], refused: RefundRow | undefined): Part[] {
  const most = refused?.amountPaise ?? Infinity;
  // A refund of before such things were noted: the sale's payment, or the only one.
  const of = refused?.paymentId ?? (payments.find(({ ofSale }) => ofSale) ?? payments[0])?.paymentId;
  return payments
    .filter(({ paymentId }) => refused === undefined || paymentId === of)
    .map(({ paymentId, leftPaise }) => ({ paymentId, paise: Math.min(leftPaise, most) }))
    .filter(({ paise }) => paise > 0);
}

function total(parts: readonly Part[]): Paise {
  return parts.reduce((sum, { paise }) => sum + paise, 0);
}

const SOLD =
  "This order was sold. Cancel the booking or take the listing down instead: that frees the stall and issues the credit note.";
const NOTHING_LEFT = "There is nothing left of this order's money to give back.";
