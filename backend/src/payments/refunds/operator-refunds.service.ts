import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import type { Tx } from "../../platform/database/database.js";
import { OrdersRepository } from "../orders/orders.repository.js";
import { PaymentsRepository } from "../settlement/payments.repository.js";
import { RefundNudges } from "./refund-nudges.service.js";
import { RefundsRepository } from "./refunds.repository.js";

/** What of an order's money is left to give back. */
export interface MoneyLeft {
  /** What was paid, less what has gone back or is on its way. */
  readonly leftPaise: Paise;
  /** Paid to the organiser directly: it goes back by hand. */
  readonly offline: boolean;
}

/** A refund that an operator decided. */
export interface OperatorRefund {
  readonly refundId: string;
  /** The organiser gives it back herself; otherwise the payment provider is asked by the refund's workflow. */
  readonly byHand: boolean;
}

/** Giving back money of a sale because an operator said so. */
@Injectable()
export class OperatorRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly nudges: RefundNudges,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
  ) {}

  /**
   * Locks the order until `tx` ends, after its subject, and tells what is left of its money. Of several successful
   * payments the first one counts: the provider refunds per order, and which of two goes back a person decides.
   *
   * @throws DomainError order_not_found
   */
  async left(tx: Tx, orderId: string): Promise<MoneyLeft> {
    const order = await this.orders.lock(tx, orderId);
    if (order === undefined) throw new DomainError("order_not_found");
    const paid = (await this.payments.paid(tx, orderId)) ?? 0;
    const back = await this.refunds.goingBack(tx, orderId);
    return { leftPaise: Math.max(0, paid - back), offline: order.offline };
  }

  /**
   * Notes the refund of any part of what is left, and has its workflow started once `tx` has committed. The caller tells
   * the story, the payer and the credit note. Under the order's lock, so that all refunds of an order together
   * are never more than was paid. Money that was paid to the organiser directly is on record as given back by hand.
   *
   * @throws RangeError when it is more than is left
   */
  async refund(tx: Tx, orderId: string, amountPaise: Paise): Promise<OperatorRefund> {
    const { leftPaise, offline } = await this.left(tx, orderId);
    if (amountPaise > leftPaise) throw new RangeError(`order ${orderId} has less left than is to go back`);
    return this.note(tx, orderId, amountPaise, offline);
  }

  private async note(tx: Tx, orderId: string, amountPaise: Paise, byHand: boolean): Promise<OperatorRefund> {
    const refundId = await this.refunds.decide(tx, {
      orderId,
      amountPaise,
      reason: "operator",
      state: byHand ? "succeeded" : "requested",
    });
    if (refundId === undefined) throw new Error(`the refund of order ${orderId} was not noted`);
    if (!byHand) await this.nudges.nudge(tx, { refundId, orderId });
    return { refundId, byHand };
  }
}
