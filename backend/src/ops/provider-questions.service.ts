import { Injectable } from "@nestjs/common";
import { RefundsService } from "../payments/refunds/refunds.service.js";
import { Settlement } from "../payments/settlement/settlement.service.js";
import type { RemedyResult } from "./remedy.types.js";

/** Asking the payment provider once more, because an administrator wants to know. */
@Injectable()
export class ProviderQuestions {
  constructor(
    private readonly settlement: Settlement,
    private readonly refunds: RefundsService,
  ) {}

  /** Settles an order, as everybody does. What it comes to is committed with it. */
  async settle(orderId: string): Promise<RemedyResult> {
    const { outcome } = await this.settlement.settleOrder(orderId, "operator");
    const after = { orderId, outcome };
    switch (outcome) {
      case "sold":
        return { resolved: true, message: "The order is paid, and what it paid for is sold.", after };
      case "offered":
        return { resolved: true, message: "The payer has been offered another stall.", after };
      case "refunding":
        return { resolved: true, message: "The money is on its way back.", after };
      case "unpaid":
        return { resolved: true, message: "The order has ended without money.", after };
      case "not_opened":
        return { resolved: true, message: "The payment provider does not know this order.", after };
      case "attention":
        return { resolved: false, message: "The provider says the same as before.", after };
      case "open":
        return { resolved: false, message: "The payment is still undecided at the provider.", after };
      case "unreachable":
        return { resolved: false, message: "The provider does not answer right now.", after };
    }
  }

  /** Reads a refund at the provider, or asks for it where that was never done. */
  async refund(refundId: string): Promise<RemedyResult> {
    const asked = await this.refunds.requestRefund(refundId);
    const { state } = asked.state === "requested" ? asked : await this.refunds.checkRefund(refundId);
    const after = { refundId, state };
    switch (state) {
      case "succeeded":
        return { resolved: true, message: "The refund has reached the payer.", after };
      case "failed":
        return { resolved: false, message: "The provider has refused the refund.", after };
      case "requested":
        return { resolved: false, message: "The provider does not answer right now.", after };
      case "pending":
        return { resolved: false, message: "The provider is still working on the refund.", after };
    }
  }
}
