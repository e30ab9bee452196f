/** Refunds: requested, and settled when due. */
import { ControlError, ProviderError } from "./errors.js";
import { type Order, paiseFromRupees, type Refund, type RefundStatus, type WebhookType } from "./model.js";
import { getOrder, paidBy } from "./orders.js";
import type { World } from "./store.js";

/** A parsed refund request. */
type RefundRequest = Pick<Refund, "refundId" | "amountPaise" | "note" | "speed">;

/** Facts about the order: captured and refunded paise, and the time of payment. */
export interface RefundStep {
  now: number;
  capturedPaise: number;
  /** Sum of refunds that are neither failed nor cancelled. */
  refundedPaise: number;
  paidAt: number | null;
  refundIds: ReadonlySet<string>;
}

function invalid(field: string, message: string): never {
  throw new ProviderError(400, `${field}_invalid`, message);
}

/** End of the period in which a payment can be refunded: six calendar months. */
function sixMonthsAfter(ms: number): number {
  const date = new Date(ms);
  date.setUTCMonth(date.getUTCMonth() + 6);
  return date.getTime();
}

/**
 * Parses and validates a refund request.
 * @throws ProviderError 400 for an invalid field, an amount above the rest or a known refund id; 409 for an order that is unpaid
 *   or too old
 */
export function readRefundRequest(body: unknown, facts: RefundStep): RefundRequest {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ProviderError(400, "request_failed", "the request body should be a JSON object");
  }
  const fields = body as Record<string, unknown>;
  const { refund_id: refundId, refund_note: note, refund_speed: speed = "STANDARD" } = fields;
  if (typeof refundId !== "string" || !/^[A-Za-z0-9_-]{3,40}$/.test(refundId)) {
    invalid("refund_id", "refund_id : should be 3 to 40 letters, digits, _ or -");
  }
  const amountPaise = paiseFromRupees(fields.refund_amount);
  if (amountPaise === null || amountPaise <= 0) {
    invalid("refund_amount", "refund_amount : should be a number above 0 with at most 2 decimals");
  }
  if (note !== undefined && note !== null) {
    if (typeof note !== "string" || [...note].length < 3 || [...note].length > 100) {
      invalid("refund_note", "refund_note : should be 3 to 100 characters");
    }
  }
  if (speed !== "STANDARD" && speed !== "INSTANT") {
    invalid("refund_speed", "refund_speed : should be STANDARD or INSTANT");
  }
  if (facts.refundIds.has(refundId)) {
    throw new ProviderError(400, "refund_id_already_exists", "refund with same id is already present");
  }
  if (facts.paidAt === null) {
    throw new ProviderError(409, "refund_not_allowed", "order has no successful payment to refund");
  }
  if (facts.now > sixMonthsAfter(facts.paidAt)) {
    throw new ProviderError(409, "refund_not_allowed", "refunds are possible within 6 months of the payment only");
  }
  if (amountPaise > facts.capturedPaise - facts.refundedPaise) {
    invalid("refund_amount", "refund_amount : is more than what is left of the captured amount");
  }
  return { refundId, amountPaise, note: typeof note === "string" ? note : null, speed };
}

/**
 * A refund's first status, and its status after the delay (null = unchanged). As in the sandbox, `refund_note` forces a
 * status (case-sensitive): SUCCESS and FAILED immediately, PENDING indefinitely. With any other note the refund is PENDING
 * first, then has the outcome set by the control API.
 */
export function plannedRefund(
  note: string | null,
  outcome: RefundStatus,
): { first: RefundStatus; then: RefundStatus | null } {
  if (note === "SUCCESS" || note === "FAILED" || note === "PENDING") return { first: note, then: null };
  return { first: "PENDING", then: outcome === "PENDING" ? null : outcome };
}

/** Captured and refunded paise of an order. */
function moneyOf({ attempts, refunds }: Order): { capturedPaise: number; refundedPaise: number } {
  const sum = (parts: { amountPaise: number }[]) => parts.reduce((total, { amountPaise }) => total + amountPaise, 0);
  return {
    capturedPaise: sum(attempts.filter(({ status }) => status === "SUCCESS")),
    refundedPaise: sum(refunds.filter(({ status }) => status !== "FAILED" && status !== "CANCELLED")),
  };
}

/** Adds a PENDING refund to its order. */
function add(world: World, order: Order, request: RefundRequest & Pick<Refund, "cfRefundId" | "type" | "due">): Refund {
  const refund: Refund = {
    ...request,
    paymentId: paidBy(order)?.paymentId ?? "",
    status: "PENDING",
    createdAt: world.now(),
    processedAt: null,
  };
  order.refunds.push(refund);
  world.store.saveOrder(order);
  return refund;
}

/** The webhook about a refund's end; automatic refunds by the provider have a separate type. */
export function refundWebhook({ type }: Refund): WebhookType {
  return type === "PAYMENT_AUTO_REFUND" ? "AUTO_REFUND_STATUS_WEBHOOK" : "REFUND_STATUS_WEBHOOK";
}

function settle(world: World, order: Order, refund: Refund, status: RefundStatus): void {
  refund.status = status;
  refund.due = null;
  if (status === "SUCCESS" || status === "FAILED" || status === "CANCELLED") refund.processedAt = world.now();
  world.store.saveOrder(order);
  world.announce({ order, type: refundWebhook(refund), refund });
}

/**
 * Idempotent by its content: repeating a request, even with another key, returns the existing refund.
 *
 * @throws ProviderError 404 for the order; 400 and 409 like `readRefundRequest`
 */
export function createRefund(world: World, orderId: string, body: unknown): Refund {
  const order = getOrder(world, orderId);
  const now = world.now();
  const { refund_id: id, refund_amount: rupees, refund_note: note = null } = (body ?? {}) as Record<string, unknown>;
  const known = order.refunds.find((refund) => refund.refundId === id);
  if (known !== undefined && known.amountPaise === paiseFromRupees(rupees) && known.note === note) return known;
  const request = readRefundRequest(body, {
    now,
    ...moneyOf(order),
    paidAt: paidBy(order)?.completedAt ?? null,
    refundIds: new Set(order.refunds.map((refund) => refund.refundId)),
  });
  const planned = plannedRefund(request.note, world.settings.refundOutcome);
  const refund = add(world, order, {
    ...request,
    cfRefundId: world.store.nextNumber(),
    type: "MERCHANT_INITIATED",
    due: planned.then === null ? null : { at: now + world.settings.refundDelayMs, status: planned.then },
  });
  if (planned.first !== "PENDING") settle(world, order, refund, planned.first);
  if (refund.due) world.wakeAt(refund.due.at);
  return refund;
}

/** Sets a refund's status and sends its webhook. @throws ControlError 404 */
export function finishRefund(world: World, order: Order, refundId: string, status: RefundStatus): void {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (!refund) throw new ControlError(404, `Order ${order.orderId} has no refund ${refundId}.`);
  settle(world, order, refund, status);
}

/** Refunds the rest of the captured money on the provider's initiative. @throws ControlError 409 if nothing is left */
export function autoRefund(world: World, order: Order): void {
  const { capturedPaise, refundedPaise } = moneyOf(order);
  const left = capturedPaise - refundedPaise;
  if (left <= 0) throw new ControlError(409, `Order ${order.orderId} holds no money to give back.`);
  const cfRefundId = world.store.nextNumber();
  const refund = add(world, order, {
    refundId: `auto_${cfRefundId}`,
    cfRefundId,
    amountPaise: left,
    type: "PAYMENT_AUTO_REFUND",
    note: null,
    speed: "STANDARD",
    due: null,
  });
  settle(world, order, refund, "SUCCESS");
}

/** Settles the order's due refunds. */
export function settleDueRefunds(world: World, order: Order): void {
  for (const refund of order.refunds) {
    if (refund.due && refund.due.at <= world.now()) settle(world, order, refund, refund.due.status);
  }
}
