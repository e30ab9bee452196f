import { Injectable } from "@nestjs/common";
import type { LateMoneyResult, LatePaymentActivities } from "@sakhi/workflows/payments/late-payment.activities";
import type { RefundActivities, RefundStep } from "@sakhi/workflows/payments/refund.activities";
import type { SettlementSummary } from "@sakhi/workflows/payments/settlement.types";
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
    return { found: lateMoney(outcome), ...(offerMsLeft === undefined ? {} : { offerMsLeft }) };
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

/** Maps a settlement of an order whose stall was released. */
function lateMoney(outcome: SettlementSummary["outcome"]): LateMoneyResult["found"] {
  switch (outcome) {
    case "sold":
    case "offered":
    case "refunding":
    case "issue":
    case "unreachable":
      return outcome;
    case "open":
    case "unpaid":
    case "not_opened":
      return "nothing";
  }
}
