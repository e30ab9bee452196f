/** Disputes: a payer's bank asks for a payment back, and decides. Only the control API opens them. */
import { ControlError } from "./errors.js";
import type { Dispute, DisputeStatus, Order } from "./model.js";
import { paidBy } from "./orders.js";
import type { World } from "./store.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Opens a dispute of the order's payment, and sends its webhook. @throws ControlError 409 if nothing was paid */
export function openDispute(world: World, order: Order, amountPaise?: number, respondInMs = 3 * DAY_MS): Dispute {
  const paid = paidBy(order);
  if (!paid) throw new ControlError(409, `Order ${order.orderId} has no payment to dispute.`);
  const now = world.now();
  const dispute: Dispute = {
    disputeId: world.store.nextNumber(),
    paymentId: paid.paymentId,
    amountPaise: amountPaise ?? paid.amountPaise,
    status: "CHARGEBACK_CREATED",
    reasonCode: "4855",
    createdAt: now,
    updatedAt: now,
    respondBy: now + respondInMs,
  };
  order.disputes = [...(order.disputes ?? []), dispute];
  world.store.saveOrder(order);
  world.announce({ order, type: "DISPUTE_CREATED", dispute });
  return dispute;
}

/** Changes a dispute's status, and sends its webhook. @throws ControlError 404 */
export function changeDispute(world: World, order: Order, disputeId: string, status: DisputeStatus): void {
  const dispute = order.disputes?.find((candidate) => candidate.disputeId === disputeId);
  if (!dispute) throw new ControlError(404, `Order ${order.orderId} has no dispute ${disputeId}.`);
  dispute.status = status;
  dispute.updatedAt = Math.max(world.now(), dispute.updatedAt + 1000);
  world.store.saveOrder(order);
  const ended = /MERCHANT_(?:WON|LOST|ACCEPTED)$/.test(status);
  world.announce({ order, type: ended ? "DISPUTE_CLOSED" : "DISPUTE_UPDATED", dispute });
}
