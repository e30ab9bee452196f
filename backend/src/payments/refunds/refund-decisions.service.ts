import { Injectable } from "@nestjs/common";
import { salePayment, surplusPayments } from "@sakhi/domain/payments/refundable.rules";
import { wasOffered } from "@sakhi/domain/payments/settlement.rules";
import type { RefundWhy, SettlementDecision } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../../platform/database/database.js";
import type { LockedOrder } from "../orders/order-records.service.js";
import { OrderRecords } from "../orders/order-records.service.js";
import type { PaymentEventKind } from "../orders/order-subject.types.js";
import { OrderLedgers } from "./order-ledgers.repository.js";
import { RefundNudges } from "./refund-nudges.service.js";
import { RefundsRepository } from "./refunds.repository.js";

interface AutomaticRefund {
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly reason: "late_payment" | "second_payment";
  readonly why: RefundWhy;
  /** What the history says before the refund. */
  readonly because: PaymentEventKind;
}

/** Deciding without a person that money goes back: the row, the history, the mail and the workflow, in one transaction. */
@Injectable()
export class RefundDecisions {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly ledgers: OrderLedgers,
    private readonly records: OrderRecords,
    private readonly nudges: RefundNudges,
  ) {}

  /** Late or second money is given back: what is left of the payment. */
  async decide(
    tx: Tx,
    locked: LockedOrder,
    { paymentId, amountPaise, reason, why }: Extract<SettlementDecision, { do: "refund" }>,
  ): Promise<void> {
    if (reason !== "late_payment" && reason !== "second_payment") throw new Error(`not automatic: ${reason}`);
    if (amountPaise > 0) {
      await this.note(tx, locked, { paymentId, amountPaise, reason, why, because: "late_money" });
    }
  }

  /**
   * Gives back every payment that bought nothing: of two successes on one order the later one (architecture section
   * 9). Each payment once; decided again, nothing happens.
   */
  async returnSurplus(tx: Tx, locked: LockedOrder): Promise<void> {
    for (const { paymentId, leftPaise } of surplusPayments(
      await this.ledgers.read(locked.order.orderId, tx),
    )) {
      await this.note(tx, locked, {
        paymentId,
        amountPaise: leftPaise,
        reason: "second_payment",
        why: "paid_twice",
        because: "paid_twice",
      });
    }
  }

  /** Where the provider has reversed the payment that bought the sale, another one of the order takes its place. */
  async replaceReversed(tx: Tx, { order }: LockedOrder): Promise<void> {
    if (order.soldPaymentId === null) return;
    const sale = salePayment(await this.ledgers.read(order.orderId, tx));
    if (sale !== undefined && sale !== order.soldPaymentId) {
      await this.records.orders.soldBy(tx, order.orderId, sale);
    }
  }

  private async note(
    tx: Tx,
    { order, subject, status }: LockedOrder,
    refund: AutomaticRefund,
  ): Promise<void> {
    const { orderId, subjectId } = order;
    const { paymentId, amountPaise, reason, why, because } = refund;
    const refundId = await this.refunds.decide(tx, {
      orderId,
      paymentId,
      amountPaise,
      reason,
      state: "requested",
    });
    if (refundId === undefined) return;
    await this.records.orders.paid(tx, orderId);
    // That money came late was told already when another stall was offered for it.
    if (because !== "late_money" || !wasOffered(status)) {
      await subject.record(tx, subjectId, {
        kind: because,
        actor: "provider",
        note: orderId,
        detail: { paymentId },
      });
    }
    await subject.record(tx, subjectId, {
      kind: "refund_requested",
      actor: "system",
      note: why,
      detail: { refundId, amountPaise },
    });
    await subject.refundDecided(tx, subjectId, { orderId, refundId, amountPaise, why });
    await this.nudges.nudge(tx, { refundId, orderId });
  }
}
