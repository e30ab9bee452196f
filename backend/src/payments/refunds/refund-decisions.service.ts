import { Injectable } from "@nestjs/common";
import { paymentOutcome } from "@sakhi/domain/payments/payment.states";
import type { SettlementDecision } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../../platform/database/database.js";
import type { LockedOrder } from "../orders/order-records.service.js";
import { OrderRecords } from "../orders/order-records.service.js";
import type { ProviderPayment } from "../provider/payment-provider.js";
import { RefundNudges } from "./refund-nudges.service.js";
import { RefundsRepository } from "./refunds.repository.js";

/** Deciding that money goes back: the row, the story, the mail and the workflow, in the settlement's transaction. */
@Injectable()
export class RefundDecisions {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly records: OrderRecords,
    private readonly nudges: RefundNudges,
  ) {}

  decided(tx: Tx, orderId: string): Promise<boolean> {
    return this.refunds.decided(orderId, tx);
  }

  /** Late or second money is given back in full. */
  async decide(
    tx: Tx,
    { order, subject }: LockedOrder,
    { amountPaise, reason, why, paymentId }: Extract<SettlementDecision, { do: "refund" }>,
  ): Promise<void> {
    const { orderId, subjectId } = order;
    const refundId = await this.refunds.decide(tx, { orderId, amountPaise, reason, state: "requested" });
    if (refundId === undefined) return;
    await this.records.orders.paid(tx, orderId);
    await subject.tell(tx, subjectId, {
      kind: "late_money",
      actor: "provider",
      note: orderId,
      detail: { paymentId },
    });
    await subject.tell(tx, subjectId, {
      kind: "refund_requested",
      actor: "system",
      note: why,
      detail: { refundId, amountPaise },
    });
    await subject.refundDecided(tx, subjectId, { refundId, orderId, amountPaise, why });
    await this.nudges.nudge(tx, { refundId, orderId });
  }

  /** The provider has given late money back by itself: nothing is left to ask for, but it is on record. */
  async byProvider(
    tx: Tx,
    { order, subject }: LockedOrder,
    payments: readonly ProviderPayment[],
  ): Promise<void> {
    const paid = payments.find((payment) => paymentOutcome(payment.status) === "success");
    const { orderId, subjectId } = order;
    const amountPaise = paid?.amountPaise ?? order.amountPaise;
    const refundId = await this.refunds.decide(tx, {
      orderId,
      amountPaise,
      reason: "late_payment",
      state: "succeeded",
    });
    if (refundId === undefined) return;
    await subject.tell(tx, subjectId, { kind: "late_money", actor: "provider", note: orderId });
    await subject.tell(tx, subjectId, {
      kind: "refund_succeeded",
      actor: "provider",
      note: "given back by the payment provider itself",
      detail: { refundId, amountPaise },
    });
  }
}
