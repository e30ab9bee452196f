import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import { balanceOf } from "@sakhi/domain/payments/refundable.rules";
import type { PaymentBalance } from "@sakhi/domain/payments/refundable.rules";
import { IssuesService } from "../../issues/issues.service.js";
import type { IssuedInvoice } from "../../invoices/invoices.service.js";
import type { Tx } from "../../platform/database/database.js";
import { OrdersRepository } from "../orders/orders.repository.js";
import { OrderLedgers } from "./order-ledgers.repository.js";
import { RefundNudges } from "./refund-nudges.service.js";
import { RefundsRepository } from "./refunds.repository.js";
import { SaleCredits } from "./sale-credits.service.js";

export { saleRefundedPaise } from "./refundable.sql.js";

/** What of an order's money is left to give back. */
export interface MoneyLeft {
  /** Of the payment that bought the sale, less what has gone back or is on its way. */
  readonly leftPaise: Paise;
  /** Every successful payment with what is left of it, oldest first. */
  readonly payments: readonly PaymentBalance[];
  /** Paid to the organiser directly: it goes back by hand. */
  readonly offline: boolean;
}

/** A refund that an operator decided. */
export interface OperatorRefund {
  readonly refundId: string;
  /** The organiser gives it back herself; otherwise the payment provider is asked by the refund's workflow. */
  readonly byHand: boolean;
}

/** Giving back money because an operator said so. */
@Injectable()
export class OperatorRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly nudges: RefundNudges,
    private readonly orders: OrdersRepository,
    private readonly ledgers: OrderLedgers,
    private readonly credits: SaleCredits,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Locks the order until `tx` ends, after its subject, and tells what is left of its money. A second payment on the
   * order is none of the sale's money: it goes back by itself.
   *
   * @throws DomainError order_not_found
   */
  async left(tx: Tx, orderId: string): Promise<MoneyLeft> {
    const order = await this.orders.lock(tx, orderId);
    if (order === undefined) throw new DomainError("order_not_found");
    const { payments, saleLeftPaise } = balanceOf(await this.ledgers.read(orderId, tx));
    return { leftPaise: saleLeftPaise, payments, offline: order.offline };
  }

  /** What is left of a sale's money, at a glance: for showing it. */
  async refundable(orderId: string): Promise<Paise> {
    return balanceOf(await this.ledgers.read(orderId)).saleLeftPaise;
  }

  /**
   * Notes the refund of any part of what is left of the sale's money, and has its workflow started once `tx` has
   * committed. The caller tells the history and the payer, and ends with {@link endSale}. Under the order's lock, so
   * that all refunds of an order together are never more than was paid. Money that was paid to the organiser directly
   * is on record as given back by hand.
   *
   * @throws RangeError when it is more than is left
   */
  async refund(tx: Tx, orderId: string, amountPaise: Paise): Promise<OperatorRefund> {
    const { leftPaise, payments, offline } = await this.left(tx, orderId);
    if (amountPaise > leftPaise) throw new RangeError(`order ${orderId} has less left than is to go back`);
    const sale = payments.find(({ ofSale }) => ofSale);
    return this.note(tx, { orderId, paymentId: sale?.paymentId, amountPaise }, offline);
  }

  /**
   * Gives back a part of one payment, whatever it was for; see {@link refund}.
   *
   * @param by_hand it has been given back already, outside the provider
   * @throws RangeError when it is more than is left
   */
  async refundPayment(
    tx: Tx,
    orderId: string,
    paymentId: string,
    amountPaise: Paise,
    byHand = false,
  ): Promise<OperatorRefund> {
    const { payments, offline } = await this.left(tx, orderId);
    const leftPaise = payments.find((payment) => payment.paymentId === paymentId)?.leftPaise ?? 0;
    if (amountPaise > leftPaise)
      throw new RangeError(`payment ${paymentId} has less left than is to go back`);
    return this.note(tx, { orderId, paymentId, amountPaise }, offline || byHand);
  }

  /**
   * The sale is over: issues the credit notes for all that went back of it, and closes what a person was asked about
   * it. Takes the last lock of all.
   *
   * @param reason printed on the credit note; no personal data
   * @returns the newest credit note; undefined where nothing was to be credited
   */
  async endSale(tx: Tx, orderId: string, reason: string): Promise<IssuedInvoice | undefined> {
    await this.issues.gone(tx, "refunded_elsewhere", orderId);
    return (await this.credits.issue(tx, orderId, reason, true)).at(-1)?.note;
  }

  private async note(
    tx: Tx,
    refund: { orderId: string; paymentId: string | undefined; amountPaise: Paise },
    byHand: boolean,
  ): Promise<OperatorRefund> {
    const { orderId } = refund;
    const refundId = await this.refunds.decide(tx, {
      ...refund,
      reason: "operator",
      state: byHand ? "succeeded" : "requested",
    });
    if (refundId === undefined) throw new Error(`the refund of order ${orderId} was not noted`);
    if (!byHand) await this.nudges.nudge(tx, { refundId, orderId });
    return { refundId, byHand };
  }
}
