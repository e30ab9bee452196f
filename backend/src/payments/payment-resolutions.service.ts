import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise } from "@sakhi/domain/money/money";
import { SETTLEMENT_OUTCOMES } from "@sakhi/domain/payments/consequences.rules";
import { type DisputeOutcome, disputeOutcome } from "@sakhi/domain/payments/dispute.rules";
import type { RefundState } from "@sakhi/domain/payments/payment.states";
import type { IssueEntity } from "../issues/issues.entities.js";
import {
  requiredOrder,
  ResolutionHandlersService,
  type ResolutionResult,
} from "../issues/resolution-handlers.service.js";
import type { Tx } from "../platform/database/database.js";
import { DisputesService } from "./disputes.service.js";
import { OperatorRefundsService } from "./operator-refunds.service.js";
import { OrdersService } from "./orders.service.js";
import { RefundsService } from "./refunds.service.js";
import { SettlementService } from "./settlement.service.js";
import { UnknownOrdersService } from "./unknown-orders.service.js";

/** By refund state: the message for the administrator. */
const REFUND_MESSAGES: Readonly<Record<RefundState, string>> = {
  succeeded: "The refund has reached the payer.",
  failed: "The provider has rejected the refund.",
  requested: "The provider does not respond right now.",
  pending: "The provider is still working on the refund.",
};
/** By the outcome of a dispute: the message for the administrator. */
const DISPUTE_MESSAGES: Readonly<Record<DisputeOutcome, string>> = {
  open: "The bank has not decided yet.",
  won: "The dispute is won: the money is yours.",
  lost: "The dispute is lost: the payer has the money.",
};
const NO_DISPUTE = "The provider does not respond right now, or names no dispute of this order.";
/** Why an order that is not in our records was not refunded. */
const UNKNOWN_REFUNDS = {
  nothing_left: "There is nothing left of this order's money to give back.",
  not_ours: "The payment provider no longer has this order of ours.",
  refused: "The payment provider has rejected the refund. Please refund it on its pages.",
  unreachable: "The provider does not respond right now. Please try again in a moment.",
} as const;

/** Resolutions of issues about payments and refunds. */
@Injectable()
export class PaymentResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly unknownOrders: UnknownOrdersService,
    private readonly disputes: DisputesService,
    private readonly orders: OrdersService,
  ) {
    handlers.registerBefore({
      settle_again: ({ issue }) => this.settle(requiredOrder(issue)),
      check_dispute: ({ issue }) => this.checkDispute(requiredOrder(issue), issue.subject),
      check_refund: ({ issue }) => this.checkRefund(issue.subject),
      "order_unknown/refund_in_full": ({ issue }) => this.refundUnknown(issue.subject),
    });
    handlers.register({
      refund_in_full: (tx, { issue, reason }) => this.refund(tx, issue, reason, false),
      paid_by_hand: (tx, { issue, reason }) => this.refund(tx, issue, reason, true),
      credit_lost: (tx, { issue, reason }) => this.creditLost(tx, issue, reason),
      confirm_paid_back: (tx, { issue, reason }) => this.confirmPaidBack(tx, issue.subject, reason),
    });
  }

  /** Settles an order like webhooks and workflows do. */
  private async settle(orderId: string): Promise<ResolutionResult> {
    const { outcome } = await this.settlement.settleOrder(orderId, "operator");
    const { resolved, message } = SETTLEMENT_OUTCOMES[outcome];
    return { resolved, message, after: { orderId, outcome } };
  }

  /** Reads an order's disputes at the provider; the issue of one that was won closes itself. */
  private async checkDispute(orderId: string, disputeId: string): Promise<ResolutionResult> {
    const dispute = (await this.disputes.check(orderId)).find((each) => each.disputeId === disputeId);
    if (dispute === undefined) return { resolved: false, message: NO_DISPUTE, after: { orderId, disputeId } };
    const outcome = disputeOutcome(dispute.status);
    if (outcome === "won" && (await this.orders.isRecorded(orderId)))
      await this.settlement.settleOrder(orderId, "operator");
    return { resolved: false, message: DISPUTE_MESSAGES[outcome], after: { orderId, disputeId, outcome } };
  }

  /** Reads a refund at the provider, or requests it if that was never done. */
  private async checkRefund(refundId: string): Promise<ResolutionResult> {
    const requested = await this.refunds.requestRefund(refundId);
    const { state } = requested.state === "requested" ? requested : await this.refunds.checkRefund(refundId);
    return { resolved: state === "succeeded", message: REFUND_MESSAGES[state], after: { refundId, state } };
  }

  private async refund(tx: Tx, issue: IssueEntity, reason: string, byHand: boolean): Promise<ResolutionResult> {
    const orderId = requiredOrder(issue);
    const insteadOf = issue.kind === "refund_failed" ? issue.subject : undefined;
    const amountPaise = await this.operatorRefunds.refundForIssue(tx, { orderId, insteadOf, byHand, reason });
    const amount = `₹${formatPaise(amountPaise)}`;
    const message = byHand
      ? `${amount} is recorded as refunded by hand.`
      : `${amount} will be refunded; the payer is informed by mail.`;
    return { resolved: true, message, after: { orderId, amountPaise } };
  }

  /** Has the sale of a lost dispute credited: nothing was supplied for the money that the payer's bank took. */
  private async creditLost(tx: Tx, issue: IssueEntity, reason: string): Promise<ResolutionResult> {
    const orderId = requiredOrder(issue);
    const { amountPaise, creditNote } = await this.operatorRefunds.creditLostDispute(tx, {
      ...{ orderId, disputeId: issue.subject, reason },
    });
    const note = creditNote === undefined ? "There was no invoice to credit." : `The credit note is ${creditNote}.`;
    const message = `₹${formatPaise(amountPaise)} is recorded as returned by the bank. ${note}`;
    return { resolved: true, message, after: { orderId, amountPaise } };
  }

  private async confirmPaidBack(tx: Tx, refundId: string, reference: string): Promise<ResolutionResult> {
    const amountPaise = await this.operatorRefunds.confirmByHand(tx, refundId, reference);
    const message = `₹${formatPaise(amountPaise)} is recorded as paid back.`;
    return { resolved: true, message, after: { refundId, amountPaise } };
  }

  /** Refunds an order that is not in our records at the provider. @throws DomainError resolution_failed */
  private async refundUnknown(orderId: string): Promise<ResolutionResult> {
    const refund = await this.unknownOrders.refund(orderId);
    if (refund.kind !== "requested") throw new DomainError("resolution_failed", {}, UNKNOWN_REFUNDS[refund.kind]);
    const { amountPaise, refundId } = refund;
    const message = `₹${formatPaise(amountPaise)} will be refunded by the payment provider.`;
    return { resolved: true, message, after: { orderId, amountPaise, refundId } };
  }
}
