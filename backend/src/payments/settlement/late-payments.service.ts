import { Injectable } from "@nestjs/common";
import { Outbox } from "../../platform/outbox/outbox.js";
import type { Tx } from "../../platform/database/database.js";

/** The workflow that looks for the money of an order after its subject was given up. */
export function latePaymentWorkflowId(orderId: string): string {
  return `late-payment/${orderId}`;
}

/** Looking for money that comes after a release (architecture section 4, step 6). */
@Injectable()
export class LatePayments {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Has the workflow started that looks now and then, or told to look now, once `tx` has committed.
   *
   * @param order with `again` also where a run has completed: there is something to wait for once more
   */
  watch(
    tx: Tx,
    order: { readonly orderId: string; readonly stallId?: string; readonly again?: boolean },
  ): Promise<void> {
    return this.outbox.nudge(tx, {
      workflowType: "latePayment",
      workflowId: latePaymentWorkflowId(order.orderId),
      args: [{ orderId: order.orderId }],
      signal: "recheck",
      searchAttributes: { StallId: order.stallId, OrderId: order.orderId, Stage: "released" },
      summary: `Looking for late money on order ${order.orderId}`,
      ...(order.again === true ? { evenIfCompleted: true } : {}),
    });
  }
}
