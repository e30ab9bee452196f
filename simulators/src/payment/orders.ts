/** Creating, reading and terminating orders. */
import { randomBytes } from "node:crypto";
import { ControlError, ProviderError } from "./errors.js";
import type { Order } from "./model.js";
import { readOrderRequest, statusAt, terminated } from "./orders.rules.js";
import type { World } from "./store.js";

/** Number of attempts that can still succeed. */
function pendingAttempts(order: Order): number {
  return order.attempts.filter((attempt) => attempt.status === "PENDING").length;
}

/** The successful attempt that paid the order; the first, if there are two. */
export function paidBy(order: Order): Order["attempts"][number] | undefined {
  return order.attempts.find((attempt) => attempt.status === "SUCCESS");
}

/** Updates the order's status to the current time. */
export function refreshed(world: World, order: Order): Order {
  const status = statusAt({ ...order, pendingAttempts: pendingAttempts(order) }, world.now());
  if (status !== order.status) {
    order.status = status;
    world.store.saveOrder(order);
  }
  return order;
}

function knownOrder({ store, settings }: World, orderId: string): Order | undefined {
  const order = store.orders.get(orderId);
  if (order || !settings.ignoreCase) return order;
  const id = orderId.toLowerCase();
  return [...store.orders.values()].find((candidate) => candidate.orderId.toLowerCase() === id);
}

/** @throws ProviderError 404 */
export function getOrder(world: World, orderId: string): Order {
  const order = knownOrder(world, orderId);
  if (!order) throw new ProviderError(404, "order_not_found", "Order Reference Id does not exist");
  return refreshed(world, order);
}

/** @throws ProviderError 400 for an invalid field, 409 `order_already_exists` */
export function createOrder(world: World, body: unknown, apiVersion: string): Order {
  const now = world.now();
  const request = readOrderRequest(body, { now, minExpirySeconds: world.minExpirySeconds, apiVersion });
  const orderId = request.orderId ?? `order_${world.store.nextNumber()}`;
  if (knownOrder(world, orderId)) {
    throw new ProviderError(409, "order_already_exists", "order with same id is already present");
  }
  const order: Order = {
    ...request,
    orderId,
    cfOrderId: world.store.nextNumber(),
    sessionId: `session_${randomBytes(48).toString("base64url")}`,
    status: "ACTIVE",
    createdAt: now,
    terminationDueAt: null,
    attempts: [],
    refunds: [],
  };
  world.store.saveOrder(order);
  return order;
}

/** @throws ProviderError 404; 400 for another status than TERMINATED, or a paid or expired order */
export function terminateOrder(world: World, orderId: string, body: unknown): Order {
  const order = getOrder(world, orderId);
  if ((body as { order_status?: unknown } | null | undefined)?.order_status !== "TERMINATED") {
    throw new ProviderError(400, "order_status_invalid", "order_status : only TERMINATED is allowed");
  }
  const { terminationRequested, terminationDelayMs } = world.settings;
  const status = terminated(order.status, pendingAttempts(order), terminationRequested);
  if (status !== order.status) {
    order.status = status;
    order.terminationDueAt = terminationRequested ? world.now() + terminationDelayMs : null;
    world.store.saveOrder(order);
  }
  return order;
}

/** Expires an ACTIVE order in `inMs`; does nothing for others. */
export function expireOrder(world: World, order: Order, inMs: number): void {
  if (order.status === "ACTIVE") {
    order.expiresAt = world.now() + inMs;
    world.store.saveOrder(order);
    refreshed(world, order);
  }
}

/** Completes a requested termination, unless an attempt is pending. @throws ControlError 409 */
export function completeTermination(world: World, order: Order): void {
  if (order.status !== "TERMINATION_REQUESTED") {
    throw new ControlError(409, `Order ${order.orderId} is ${order.status}: its termination is not awaited.`);
  }
  order.terminationDueAt = world.now();
  world.store.saveOrder(order);
  refreshed(world, order);
}
