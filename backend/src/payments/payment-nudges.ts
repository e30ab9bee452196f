import type { Tx } from "../platform/database/database.js";
import type { Outbox } from "../platform/outbox/outbox.js";

const SIGNAL = "lookAgain";

/** Has the workflow that sees a refund through started, or told to look again, once `tx` has committed. */
export function nudgeRefund(
  outbox: Outbox,
  tx: Tx,
  refund: { refundId: string; orderId: string },
): Promise<void> {
  return outbox.nudge(tx, {
    workflowType: "refund",
    workflowId: refundWorkflowId(refund.refundId),
    args: [{ refundId: refund.refundId }],
    signal: SIGNAL,
    searchAttributes: { StallId: undefined, OrderId: refund.orderId, Stage: "refunding" },
    summary: `Refund of order ${refund.orderId}`,
  });
}

/** Has the workflow started that looks for money which comes after a release (architecture section 4, step 6). */
export function nudgeLatePayment(
  outbox: Outbox,
  tx: Tx,
  order: { orderId: string; stallId?: string },
): Promise<void> {
  return outbox.nudge(tx, {
    workflowType: "latePayment",
    workflowId: latePaymentWorkflowId(order.orderId),
    args: [{ orderId: order.orderId }],
    signal: SIGNAL,
    searchAttributes: { StallId: order.stallId, OrderId: order.orderId, Stage: "released" },
    summary: `Looking for late money on order ${order.orderId}`,
  });
}

export function refundWorkflowId(refundId: string): string {
  return `refund/${refundId}`;
}

export function latePaymentWorkflowId(orderId: string): string {
  return `late-payment/${orderId}`;
}
