/** How an order and its attempts move (reference, section 2 "Lifecycle traps"). Pure. */
import { ProviderError } from "./errors.js";
import type { AttemptStatus, Ending, OrderStatus } from "./model.js";

export interface OrderFacts {
  status: OrderStatus;
  expiresAt: number;
  terminationDueAt: number | null;
  pendingAttempts: number;
}

/**
 * What an order reads as at `now`: time alone expires an ACTIVE order (pending attempts do not prevent that) and
 * completes a requested termination, but only once no attempt is pending.
 */
export function statusAt(order: OrderFacts, now: number): OrderStatus {
  switch (order.status) {
    case "ACTIVE":
      return now >= order.expiresAt ? "EXPIRED" : "ACTIVE";
    case "TERMINATION_REQUESTED":
      return order.pendingAttempts === 0 && now >= (order.terminationDueAt ?? 0)
        ? "TERMINATED"
        : order.status;
    case "PAID":
    case "EXPIRED":
    case "TERMINATED":
      return order.status;
  }
}

/**
 * The answer to "terminate". Asking again for an order that is (being) terminated changes nothing: what the
 * provider answers there is not documented.
 * @throws ProviderError 400 for a paid or expired order
 */
export function terminated(status: OrderStatus, pendingAttempts: number, requestFirst: boolean): OrderStatus {
  switch (status) {
    case "ACTIVE":
      return pendingAttempts > 0 || requestFirst ? "TERMINATION_REQUESTED" : "TERMINATED";
    case "TERMINATION_REQUESTED":
    case "TERMINATED":
      return status;
    case "PAID":
      throw new ProviderError(400, "order_already_paid", "order is already paid and cannot be terminated");
    case "EXPIRED":
      throw new ProviderError(400, "order_inactive", "order is expired and cannot be terminated");
  }
}

/** Why no attempt can begin on an order, in words for a person; null = it can. `force` lets late money in. */
export function attemptError(status: OrderStatus, hasSuccess: boolean, force: boolean): string | null {
  if (hasSuccess || status === "PAID") return "This order is already paid.";
  if (force) return null;
  switch (status) {
    case "ACTIVE":
      return null;
    case "EXPIRED":
      return "The time to pay for this order is over.";
    case "TERMINATED":
      return "This order was closed by the seller.";
    case "TERMINATION_REQUESTED":
      return "This order is being closed by the seller.";
  }
}

export interface EndFacts {
  ending: Ending;
  orderStatus: OrderStatus;
  /** Another attempt of the order has succeeded already. */
  orderHasSuccess: boolean;
  /** Lets money stand where the provider would reverse it: a closed order, or a second success. */
  force: boolean;
}

/**
 * What the end of a pending attempt makes of the attempt and its order. A success pays an ACTIVE, EXPIRED or
 * TERMINATION_REQUESTED order; on a paid or terminated one it is reversed at once (CANCELLED) unless forced.
 */
export function ended(facts: EndFacts): { attempt: AttemptStatus; order: OrderStatus } {
  switch (facts.ending) {
    case "success": {
      const reversed = !facts.force && (facts.orderHasSuccess || facts.orderStatus === "TERMINATED");
      return reversed
        ? { attempt: "CANCELLED", order: facts.orderStatus }
        : { attempt: "SUCCESS", order: "PAID" };
    }
    case "failed":
      return { attempt: "FAILED", order: facts.orderStatus };
    case "dropped":
      return { attempt: "USER_DROPPED", order: facts.orderStatus };
    case "cancelled":
      return { attempt: "CANCELLED", order: facts.orderStatus };
  }
}
