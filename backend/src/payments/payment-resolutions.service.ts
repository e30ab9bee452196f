import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { formatPaise } from "@sakhi/domain/money/money";
import { SETTLEMENT_OUTCOMES } from "@sakhi/domain/payments/consequences.rules";
import { disputeOutcome } from "@sakhi/domain/payments/dispute.rules";
import {
  requiredOrder,
  ResolutionHandlersService,
  type ResolutionRequest,
  type ResolutionResult,
} from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
import type { Tx } from "../platform/database/database.js";
import { DisputesService } from "./disputes.service.js";
import { OperatorRefundsService } from "./operator-refunds.service.js";
import { OrdersService } from "./orders.service.js";
import { RefundsService } from "./refunds.service.js";
import { SettlementService } from "./settlement.service.js";
import { UnknownOrdersService } from "./unknown-orders.service.js";

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
      settle_again: ({ issue, language }) => this.settle(requiredOrder(issue), language),
      check_dispute: (request) => this.checkDispute(requiredOrder(request.issue), request),
      check_refund: ({ issue, language }) => this.checkRefund(issue.subject, language),
      "order_unknown/refund_in_full": ({ issue, language }) => this.refundUnknown(issue.subject, language),
    });
    handlers.register({
      refund_in_full: (tx, request) => this.refund(tx, request, false),
      paid_by_hand: (tx, request) => this.refund(tx, request, true),
      credit_lost: (tx, request) => this.creditLost(tx, request),
      confirm_paid_back: (tx, request) => this.confirmPaidBack(tx, request),
    });
  }

  /** Settles an order like webhooks and workflows do. */
  private async settle(orderId: string, language: LanguageCode): Promise<ResolutionResult> {
    const { outcome } = await this.settlement.settleOrder(orderId, "operator");
    const { resolved } = SETTLEMENT_OUTCOMES[outcome];
    return { resolved, message: RESULTS[language].settlements[outcome], after: { orderId, outcome } };
  }

  /** Reads an order's disputes at the provider; the issue of one that was won closes itself. */
  private async checkDispute(
    orderId: string,
    { issue: { subject: disputeId }, language }: ResolutionRequest,
  ): Promise<ResolutionResult> {
    const { disputes } = RESULTS[language];
    const dispute = (await this.disputes.check(orderId)).find((each) => each.disputeId === disputeId);
    if (dispute === undefined) return { resolved: false, message: disputes.none, after: { orderId, disputeId } };
    const outcome = disputeOutcome(dispute.status);
    if (outcome === "won" && (await this.orders.isRecorded(orderId)))
      await this.settlement.settleOrder(orderId, "operator");
    return { resolved: false, message: disputes[outcome], after: { orderId, disputeId, outcome } };
  }

  /** Reads a refund at the provider, or requests it if that was never done. */
  private async checkRefund(refundId: string, language: LanguageCode): Promise<ResolutionResult> {
    const requested = await this.refunds.requestRefund(refundId);
    const { state } = requested.state === "requested" ? requested : await this.refunds.checkRefund(refundId);
    return { resolved: state === "succeeded", message: RESULTS[language].refunds[state], after: { refundId, state } };
  }

  private async refund(
    tx: Tx,
    { issue, reason, language }: ResolutionRequest,
    byHand: boolean,
  ): Promise<ResolutionResult> {
    const orderId = requiredOrder(issue);
    const insteadOf = issue.kind === "refund_failed" ? issue.subject : undefined;
    const amountPaise = await this.operatorRefunds.refundForIssue(tx, { orderId, insteadOf, byHand, reason });
    const amount = `₹${formatPaise(amountPaise)}`;
    const { refundedByHand, refunded } = RESULTS[language];
    const message = byHand ? refundedByHand({ amount }) : refunded({ amount });
    return { resolved: true, message, after: { orderId, amountPaise } };
  }

  /** Has the sale of a lost dispute credited: nothing was supplied for the money that the payer's bank took. */
  private async creditLost(tx: Tx, { issue, reason, language }: ResolutionRequest): Promise<ResolutionResult> {
    const orderId = requiredOrder(issue);
    const { amountPaise, creditNote } = await this.operatorRefunds.creditLostDispute(tx, {
      ...{ orderId, disputeId: issue.subject, reason },
    });
    const { lostWithoutInvoice, lostCredited } = RESULTS[language];
    const amount = `₹${formatPaise(amountPaise)}`;
    const message = creditNote === undefined ? lostWithoutInvoice({ amount }) : lostCredited({ amount, creditNote });
    return { resolved: true, message, after: { orderId, amountPaise } };
  }

  private async confirmPaidBack(
    tx: Tx,
    { issue: { subject: refundId }, reason: reference, language }: ResolutionRequest,
  ): Promise<ResolutionResult> {
    const amountPaise = await this.operatorRefunds.confirmByHand(tx, refundId, reference);
    const message = RESULTS[language].paidBack({ amount: `₹${formatPaise(amountPaise)}` });
    return { resolved: true, message, after: { refundId, amountPaise } };
  }

  /** Refunds an order that is not in our records at the provider. @throws DomainError resolution_failed */
  private async refundUnknown(orderId: string, language: LanguageCode): Promise<ResolutionResult> {
    const refund = await this.unknownOrders.refund(orderId);
    const { refusedRefunds, refundedUnknown } = RESULTS[language];
    if (refund.kind !== "requested") throw new DomainError("resolution_failed", {}, refusedRefunds[refund.kind]);
    const { amountPaise, refundId } = refund;
    const message = refundedUnknown({ amount: `₹${formatPaise(amountPaise)}` });
    return { resolved: true, message, after: { orderId, amountPaise, refundId } };
  }
}
