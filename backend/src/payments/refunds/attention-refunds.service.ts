import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Tx } from "../../platform/database/database.js";
import { OrderRecords } from "../orders/order-records.service.js";
import { OperatorRefunds } from "./operator-refunds.service.js";
import { RefundsRepository } from "./refunds.repository.js";

/** Money that goes back because a person settled a matter so. */
export interface MatterRefund {
  readonly orderId: string;
  /** The refund that was refused: as much as it was is asked for again. */
  readonly insteadOf?: string | undefined;
  /** Whether something may stay sold for the order: its second payment goes back, or part of it. */
  readonly keepsSale: boolean;
  /** Why, in the operator's words; for the story. */
  readonly reason: string;
}

/** Refunds of orders that a person was asked about. A sale itself is undone by cancelling the booking or listing. */
@Injectable()
export class AttentionRefunds {
  constructor(
    private readonly records: OrderRecords,
    private readonly refunds: RefundsRepository,
    private readonly operator: OperatorRefunds,
  ) {}

  /**
   * Decides the refund and has its workflow started once `tx` has committed. What nothing was sold for is given up
   * with it: the order is closed, so that its stall is released by its workflow.
   *
   * @returns what goes back, in paise
   * @throws DomainError remedy_refused with a sentence that says why; order_not_found
   */
  async refund(tx: Tx, { orderId, insteadOf, keepsSale, reason }: MatterRefund): Promise<number> {
    const { order, subject, standing } = await this.records.lock(tx, orderId);
    if (standing.kind === "sold" && standing.byThisOrder && !keepsSale) {
      throw new DomainError("remedy_refused", {}, SOLD);
    }
    const { leftPaise } = await this.operator.left(tx, orderId);
    const refused = insteadOf === undefined ? undefined : await this.refunds.lock(tx, insteadOf);
    const amountPaise = Math.min(leftPaise, refused?.amountPaise ?? leftPaise);
    if (amountPaise <= 0) throw new DomainError("remedy_refused", {}, NOTHING_LEFT);
    const { refundId } = await this.operator.refund(tx, orderId, amountPaise);
    await subject.tell(tx, order.subjectId, {
      kind: "refund_requested",
      actor: "operator",
      note: reason,
      detail: { refundId, amountPaise },
    });
    await subject.refundDecided(tx, order.subjectId, { refundId, orderId, amountPaise, why: "operator" });
    if (standing.kind === "unpaid" && (await this.records.orders.closed(tx, orderId))) {
      await subject.tell(tx, order.subjectId, { kind: "order_closed", actor: "operator", note: orderId });
    }
    await subject.nudge(tx, order.subjectId);
    return amountPaise;
  }
}

const SOLD =
  "This order was sold. Cancel the booking or take the listing down instead: that frees the stall and issues the credit note.";
const NOTHING_LEFT = "There is nothing left of this order's money to give back.";
