import { Injectable } from "@nestjs/common";
import type { RefundState } from "@sakhi/domain/payments/payment.states";
import { IssuesService } from "../../issues/issues.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { LockedOrder } from "../orders/order-records.service.js";
import { paidFor } from "../orders/orders.types.js";
import { RefundsRepository } from "./refunds.repository.js";

/** What is known of a refund now: its state, and the provider's words for it. */
export interface RefundEvent {
  readonly state: RefundState;
  readonly providerRefundId?: string;
  readonly providerStatus?: string;
}

/** Records what the provider says of a refund, with everything that follows from its end. */
@Injectable()
export class RefundEnds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly issues: IssuesService,
  ) {}

  /** What was learned before never goes back: a refund that has ended stays as it is. */
  async record(
    tx: Tx,
    { order, subject }: LockedOrder,
    refundId: string,
    publisher: RefundEvent,
  ): Promise<void> {
    const before = await this.refunds.lock(tx, refundId);
    // "requested" says only that nothing new is known.
    if (before === undefined || publisher.state === "requested") return;
    if (!(await this.refunds.reported(tx, refundId, publisher))) return;
    if (publisher.state === "pending") return;
    await subject.record(tx, order.subjectId, {
      kind: publisher.state === "succeeded" ? "refund_succeeded" : "refund_failed",
      actor: "provider",
      note: refundId,
      detail: { amountPaise: before.amountPaise },
    });
    // Of a refund that was made at the provider nobody has told the payer that it is on its way.
    if (before.reason !== "provider") {
      const { orderId, amountPaise } = before;
      await subject.refundEnded(tx, order.subjectId, {
        refundId,
        orderId,
        amountPaise,
        state: publisher.state,
      });
    }
    await this.issues.gone(tx, "refund_stuck", refundId);
    // Nobody of ours wanted one that was made at the provider: that it failed there is no person's matter.
    if (publisher.state === "succeeded" || before.reason === "provider") return;
    await this.issues.raise(tx, {
      kind: "refund_failed",
      subject: refundId,
      ...paidFor(order),
      facts: {
        orderId: order.orderId,
        amountPaise: before.amountPaise,
        providerStatus: publisher.providerStatus ?? "",
      },
    });
  }
}
