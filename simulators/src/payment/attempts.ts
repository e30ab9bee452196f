/** Payment attempts: started, ended by an action, or ended automatically when due. */
import { ControlError } from "./errors.js";
import type { Attempt, Ending, Instrument, Order, WebhookType } from "./model.js";
import { getOrder, paidBy } from "./orders.js";
import { attemptError, ended } from "./orders.rules.js";
import { settleDueRefunds } from "./refunds.js";
import type { World } from "./store.js";

export interface AttemptParams {
  instrument: Instrument;
  /** null: stays pending; otherwise how it ends, immediately or after `afterMs`. */
  ending: Ending | null;
  afterMs?: number;
  /** By default the order's amount plus the surcharge. */
  amountPaise?: number;
  surchargePaise?: number;
  /** Allows a payment on a closed order. */
  force?: boolean;
  /** With `force`: keeps the order's status. */
  keepOrderStatus?: boolean;
}

const MESSAGES: Record<Attempt["status"], string> = {
  PENDING: "Transaction is pending with the bank",
  SUCCESS: "Simulated response message",
  FAILED: "Transaction declined by the bank",
  USER_DROPPED: "User dropped and did not complete the two factor authentication",
  CANCELLED: "Transaction reversed: it completed after the time limit",
};

/** The webhook about an attempt's end; a reversal has none. */
function webhookOf(attempt: Attempt): WebhookType | null {
  switch (attempt.status) {
    case "SUCCESS":
      return "PAYMENT_SUCCESS_WEBHOOK";
    case "FAILED":
      return "PAYMENT_FAILED_WEBHOOK";
    case "USER_DROPPED":
      return "PAYMENT_USER_DROPPED_WEBHOOK";
    case "PENDING":
    case "CANCELLED":
      return null;
  }
}

function end(
  world: World,
  order: Order,
  attempt: Attempt,
  ending: Ending,
  options: { force?: boolean; keepOrderStatus?: boolean } = {},
): void {
  const force = options.force ?? false;
  const result = ended({ ending, orderStatus: order.status, orderHasSuccess: paidBy(order) !== undefined, force });
  attempt.status = result.attempt;
  attempt.completedAt = world.now();
  attempt.due = null;
  attempt.message = MESSAGES[result.attempt];
  if (result.attempt === "SUCCESS") attempt.bankReference = attempt.paymentId.slice(-12);
  if (!(force && options.keepOrderStatus)) order.status = result.order;
  world.store.saveOrder(order);
  const type = webhookOf(attempt);
  if (type !== null) world.announce({ order, type, attempt });
}

function add(world: World, order: Order, params: AttemptParams): Attempt {
  const surchargePaise = params.surchargePaise ?? 0;
  const now = world.now();
  const attempt: Attempt = {
    paymentId: world.store.nextNumber(),
    status: "PENDING",
    amountPaise: params.amountPaise ?? order.amountPaise + surchargePaise,
    surchargePaise,
    instrument: params.instrument,
    startedAt: now,
    completedAt: null,
    message: MESSAGES.PENDING,
    bankReference: "NA",
    due: null,
  };
  order.attempts.push(attempt);
  if (params.ending !== null && params.afterMs === undefined) {
    end(world, order, attempt, params.ending, params);
    return attempt;
  }
  if (params.ending !== null && params.afterMs !== undefined) {
    attempt.due = { at: now + params.afterMs, ending: params.ending };
    world.wakeAt(attempt.due.at);
  }
  world.store.saveOrder(order);
  return attempt;
}

/**
 * Starts an attempt like the hosted page.
 * @throws ControlError 409 with a message for the payer if the order accepts no attempts
 */
export function beginAttempt(world: World, order: Order, params: AttemptParams): Attempt {
  const apiError = attemptError(order.status, paidBy(order) !== undefined, params.force ?? false);
  if (apiError !== null) throw new ControlError(409, apiError);
  return add(world, order, params);
}

/** Ends a pending attempt. @throws ControlError 404 for an unknown attempt, 409 for one already ended */
export function finishAttempt(world: World, order: Order, paymentId: string, ending: Ending): void {
  const attempt = order.attempts.find((candidate) => candidate.paymentId === paymentId);
  if (!attempt) throw new ControlError(404, `Order ${order.orderId} has no attempt ${paymentId}.`);
  if (attempt.status !== "PENDING") {
    throw new ControlError(409, `Attempt ${paymentId} is ${attempt.status}, not PENDING.`);
  }
  end(world, order, attempt, ending);
}

/** Adds a second SUCCESS to a paid order, which the provider should never do. @throws ControlError 409 if unpaid */
export function addSecondSuccess(world: World, order: Order, instrument: Instrument): Attempt {
  if (!paidBy(order)) throw new ControlError(409, `Order ${order.orderId} has no first success yet.`);
  return add(world, order, { instrument, ending: "success", force: true });
}

/** Settles all due attempts and refunds. Cheap if none are waiting. */
export function settleDue(world: World): void {
  const now = world.now();
  for (const orderId of [...world.store.waiting]) {
    const order = getOrder(world, orderId);
    for (const attempt of order.attempts) {
      if (attempt.due && attempt.due.at <= now) end(world, order, attempt, attempt.due.ending);
    }
    settleDueRefunds(world, order);
  }
}
