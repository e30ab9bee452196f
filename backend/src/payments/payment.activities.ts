import { Injectable } from "@nestjs/common";
import { SETTLEMENT_OUTCOMES } from "@sakhi/domain/payments/consequences.rules";
import type { LateMoneyResult, LatePaymentActivities } from "@sakhi/workflows/payments/late-payment.activities";
import type { RefundActivities, RefundStep } from "@sakhi/workflows/payments/refund.activities";
import { RefundsService } from "./refunds.service.js";
import { SettlementService } from "./settlement.service.js";

/** Activities of the late-payment and refund workflows. */
@Injectable()
export class PaymentActivities implements LatePaymentActivities, RefundActivities {
  constructor(
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
  ) {}

  async checkForLateMoney(orderId: string): Promise<LateMoneyResult> {
    const { outcome, offerMsLeft } = await this.settlement.settleOrder(orderId, "workflow");
    return { found: SETTLEMENT_OUTCOMES[outcome].lateMoney, ...(offerMsLeft === undefined ? {} : { offerMsLeft }) };
  }

  requestRefund(refundId: string): Promise<RefundStep> {
    return this.refunds.requestRefund(refundId);
  }

  checkRefund(refundId: string): Promise<RefundStep> {
    return this.refunds.checkRefund(refundId);
  }

  reportStuckRefund(refundId: string): Promise<void> {
    return this.refunds.reportStuckRefund(refundId);
  }
}
