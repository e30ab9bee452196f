/** Refunds: asked for, and settled when their time has come. */
import { ControlError, ProviderError } from "./errors.js";
import type { Order, Refund, RefundStatus } from "./model.js";
import { getOrder, paidBy } from "./orders.js";
import { readRefundRequest, refundCourse } from "./refunds.rules.js";
import type { World } from "./world.js";

function capturedPaise(order: Order): number {
  return order.attempts
    .filter((attempt) => attempt.status === "SUCCESS")
    .reduce((sum, attempt) => sum + attempt.amountPaise, 0);
}

function refundedPaise(order: Order): number {
  return order.refunds
    .filter((refund) => refund.status !== "FAILED" && refund.status !== "CANCELLED")
    .reduce((sum, refund) => sum + refund.amountPaise, 0);
}

function settle(world: World, order: Order, refund: Refund, status: RefundStatus): void {
  refund.status = status;
  refund.due = null;
  if (status === "SUCCESS" || status === "FAILED" || status === "CANCELLED") refund.processedAt = world.now();
  world.store.saveOrder(order);
  world.announce({ order, type: "REFUND_STATUS_WEBHOOK", refund });
}

/** @throws ProviderError 404 for the order, 400 and 409 as `readRefundRequest` */
export function createRefund(world: World, orderId: string, body: unknown): Refund {
  const order = getOrder(world, orderId);
  const payment = paidBy(order);
  const now = world.now();
  const request = readRefundRequest(body, {
    now,
    capturedPaise: capturedPaise(order),
    refundedPaise: refundedPaise(order),
    paidAt: payment?.completedAt ?? null,
    refundIds: new Set(order.refunds.map((refund) => refund.refundId)),
  });
  const course = refundCourse(request.note, world.knobs.refundOutcome);
  const refund: Refund = {
    ...request,
    cfRefundId: world.store.nextNumber(),
    paymentId: payment?.paymentId ?? "",
    status: "PENDING",
    type: "MERCHANT_INITIATED",
    createdAt: now,
    processedAt: null,
    due: course.then === null ? null : { at: now + world.knobs.refundDelayMs, status: course.then },
  };
  order.refunds.push(refund);
  world.store.saveOrder(order);
  if (course.first !== "PENDING") settle(world, order, refund, course.first);
  if (refund.due) world.wakeAt(refund.due.at);
  return refund;
}

/** @throws ProviderError 404 for the order or the refund */
export function getRefund(world: World, orderId: string, refundId: string): Refund {
  const refund = getOrder(world, orderId).refunds.find((candidate) => candidate.refundId === refundId);
  if (!refund) throw new ProviderError(404, "refund_not_found", "refund does not exist");
  return refund;
}

/** Brings a refund to another status by hand and tells it. @throws ControlError 404 */
export function finishRefund(world: World, order: Order, refundId: string, status: RefundStatus): Refund {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (!refund) throw new ControlError(404, `Order ${order.orderId} has no refund ${refundId}.`);
  settle(world, order, refund, status);
  return refund;
}

/** The provider gives back by itself all that is left of the captured money. @throws ControlError 409 if nothing is */
export function autoRefund(world: World, order: Order): Refund {
  const payment = paidBy(order);
  const left = capturedPaise(order) - refundedPaise(order);
  if (!payment || left <= 0)
    throw new ControlError(409, `Order ${order.orderId} holds no money to give back.`);
  const cfRefundId = world.store.nextNumber();
  const refund: Refund = {
    refundId: `auto_${cfRefundId}`,
    cfRefundId,
    paymentId: payment.paymentId,
    amountPaise: left,
    status: "PENDING",
    type: "PAYMENT_AUTO_REFUND",
    note: null,
    speed: "STANDARD",
    createdAt: world.now(),
    processedAt: null,
    due: null,
  };
  order.refunds.push(refund);
  settle(world, order, refund, "SUCCESS");
  return refund;
}

/** Settles those refunds of the order whose time has come. */
export function settleDueRefunds(world: World, order: Order): void {
  for (const refund of order.refunds) {
    if (refund.due && refund.due.at <= world.now()) settle(world, order, refund, refund.due.status);
  }
}
