import { Injectable } from "@nestjs/common";
import { Outbox } from "../../platform/outbox/outbox.js";
import type { Tx } from "../../platform/database/database.js";

/** The workflow that sees a refund through. */
export function refundWorkflowId(refundId: string): string {
  return `refund/${refundId}`;
}

/** Starts refunds' workflows. */
@Injectable()
export class RefundNudges {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Has the workflow started that sees a refund through, or told to look again, once `tx` has committed.
   *
   * @param again also where a run has completed: the sweep knows that the refund is not finished
   */
  nudge(
    tx: Tx,
    refund: { readonly refundId: string; readonly orderId: string },
    again = false,
  ): Promise<void> {
    return this.outbox.nudge(tx, {
      workflowType: "refund",
      workflowId: refundWorkflowId(refund.refundId),
      args: [{ refundId: refund.refundId }],
      signal: "recheck",
      searchAttributes: { StallId: undefined, OrderId: refund.orderId, Stage: "refunding" },
      summary: `Refund of order ${refund.orderId}`,
      ...(again ? { evenIfCompleted: true } : {}),
    });
  }
}
