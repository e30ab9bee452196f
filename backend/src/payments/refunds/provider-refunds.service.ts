import { Injectable } from "@nestjs/common";
import { refundFindings, salePayment } from "@sakhi/domain/payments/refundable.rules";
import type { RefundFinding, SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import { IssuesService } from "../../issues/issues.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { LockedOrder } from "../orders/order-records.service.js";
import { paidFor } from "../orders/orders.types.js";
import { OrderLedgers } from "./order-ledgers.repository.js";
import { RefundEnds } from "./refund-ends.service.js";
import { RefundsRepository } from "./refunds.repository.js";

type MadeElsewhere = Extract<RefundFinding, { kind: "made_elsewhere" }>;

/** Puts on record what was refunded at the payment provider without us. */
@Injectable()
export class ProviderRefunds {
  constructor(
    private readonly ledgers: OrderLedgers,
    private readonly refunds: RefundsRepository,
    private readonly ends: RefundEnds,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Compares our books with what the provider has, under the order's lock. Observed again, the same reading changes
   * nothing. The caller issues the credit notes that are missing then.
   */
  async observe(tx: Tx, locked: LockedOrder, seen: readonly SeenRefund[]): Promise<void> {
    if (seen.length === 0) return;
    const ledger = await this.ledgers.read(locked.order.orderId, tx);
    for (const finding of refundFindings(ledger, seen)) {
      switch (finding.kind) {
        case "reported":
        case "covered":
          await this.ends.record(tx, locked, finding.refundId, {
            state: finding.outcome,
            providerRefundId: finding.providerRefundId,
          });
          break;
        case "reduced":
          await this.refunds.reduce(tx, finding.refundId, finding.paise);
          break;
        case "made_elsewhere":
          await this.made(tx, locked, finding, finding.paymentId === salePayment(ledger));
          break;
      }
    }
  }

  private async made(tx: Tx, locked: LockedOrder, finding: MadeElsewhere, ofSale: boolean): Promise<void> {
    const { order, subject, status } = locked;
    const { orderId, subjectId } = order;
    const { paymentId, paise: amountPaise, providerRefundId, outcome: state } = finding;
    const refundId = await this.refunds.made(tx, {
      orderId,
      paymentId,
      amountPaise,
      providerRefundId,
      state,
    });
    if (status.kind === "released") {
      await subject.record(tx, subjectId, { kind: "late_money", actor: "provider", note: orderId });
    }
    await subject.record(tx, subjectId, {
      kind: state === "succeeded" ? "refund_succeeded" : "refund_requested",
      actor: "provider",
      note: "given back by the payment provider itself",
      detail: { refundId, amountPaise },
    });
    if (!ofSale || status.kind !== "sold") return;
    const isNew = await this.issues.raise(tx, {
      kind: "refunded_elsewhere",
      subject: orderId,
      ...paidFor(order),
      facts: { orderId, refundId: providerRefundId, amountPaise },
    });
    if (!isNew) return;
    await subject.record(tx, subjectId, {
      kind: "issue_raised",
      actor: "system",
      note: "refunded_elsewhere",
    });
  }
}
