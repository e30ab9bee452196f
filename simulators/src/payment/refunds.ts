/** Refunds: asked for, and settled when their time has come. */
import { ControlError, ProviderError } from "./errors.js";
import { type Order, paiseFromRupees, type Refund, type RefundStatus, type WebhookType } from "./model.js";
import { getOrder, paidBy } from "./orders.js";
import type { World } from "./store.js";

/** What is asked for. */
type RefundRequest = Pick<Refund, "refundId" | "amountPaise" | "note" | "speed">;

/** What the rules need to know of the order: paise captured and promised back, and when the payment completed. */
export interface RefundFacts {
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

/** Six calendar months, the longest a payment can be refunded. */
function sixMonthsAfter(ms: number): number {
  const date = new Date(ms);
  date.setUTCMonth(date.getUTCMonth() + 6);
  return date.getTime();
}

/**
 * Reads and judges a request to refund.
 * @throws ProviderError 400 for a field, an amount beyond what is left or a known refund id; 409 for an order that is unpaid
 *   or too old
 */
export function readRefundRequest(body: unknown, facts: RefundFacts): RefundRequest {
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
 * How a refund goes: the status answered first, and the one that comes after the delay (null = none comes). The sandbox lets `refund_note` force a status (case sensitive): SUCCESS and FAILED stand at once, PENDING for
 * ever. Any other note goes PENDING and then to the outcome set by the control API.
 */
export function refundCourse(
  note: string | null,
  outcome: RefundStatus,
): { first: RefundStatus; then: RefundStatus | null } {
  if (note === "SUCCESS" || note === "FAILED" || note === "PENDING") return { first: note, then: null };
  return { first: "PENDING", then: outcome === "PENDING" ? null : outcome };
}

/** Paise captured of an order, and promised back. */
function moneyOf({ attempts, refunds }: Order): { capturedPaise: number; refundedPaise: number } {
  const sum = (parts: { amountPaise: number }[]) => parts.reduce((total, { amountPaise }) => total + amountPaise, 0);
  return {
    capturedPaise: sum(attempts.filter(({ status }) => status === "SUCCESS")),
    refundedPaise: sum(refunds.filter(({ status }) => status !== "FAILED" && status !== "CANCELLED")),
  };
}

/** Adds a refund to its order, nothing of it done yet. */
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

/** The webhook about a refund's end: one that the provider made by itself has a type of its own. */
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
 * The same request again, under whatever key, is answered with the refund that it made.
 *
 * @throws ProviderError 404 for the order, 400 and 409 as `readRefundRequest`
 */
export function createRefund(world: World, orderId: string, body: unknown): Refund {
  const order = getOrder(world, orderId);
  const now = world.now();
  const { refund_id: id, refund_amount: rupees, refund_note: note = null } = (body ?? {}) as Record<string, unknown>;
  const made = order.refunds.find((refund) => refund.refundId === id);
  if (made !== undefined && made.amountPaise === paiseFromRupees(rupees) && made.note === note) return made;
  const request = readRefundRequest(body, {
    now,
    ...moneyOf(order),
    paidAt: paidBy(order)?.completedAt ?? null,
    refundIds: new Set(order.refunds.map((refund) => refund.refundId)),
  });
  const course = refundCourse(request.note, world.knobs.refundOutcome);
  const refund = add(world, order, {
    ...request,
    cfRefundId: world.store.nextNumber(),
    type: "MERCHANT_INITIATED",
    due: course.then === null ? null : { at: now + world.knobs.refundDelayMs, status: course.then },
  });
  if (course.first !== "PENDING") settle(world, order, refund, course.first);
  if (refund.due) world.wakeAt(refund.due.at);
  return refund;
}

/** Brings a refund to another status by hand and sends its webhook. @throws ControlError 404 */
export function finishRefund(world: World, order: Order, refundId: string, status: RefundStatus): void {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (!refund) throw new ControlError(404, `Order ${order.orderId} has no refund ${refundId}.`);
  settle(world, order, refund, status);
}

/** The provider gives back by itself all that is left of the captured money. @throws ControlError 409 if nothing is */
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

/** Settles those refunds of the order whose time has come. */
export function settleDueRefunds(world: World, order: Order): void {
  for (const refund of order.refunds) {
    if (refund.due && refund.due.at <= world.now()) settle(world, order, refund, refund.due.status);
  }
}
