import type { Paise } from "../money/money.js";
import { isFinalOrder, paymentOutcome } from "./payment.states.js";

/**
 * Order identity. Order ids come from the browser, and the provider keeps all orders indefinitely: a browser can send the
 * id of an older sale, or of another installation on the same merchant account. An order found at the provider counts as
 * ours only if it matches our request (decision 9).
 */

/**
 * Tolerated difference between the provider's clock and ours, in ms. It only bounds how much older than our first
 * attempt an order may appear; installations are distinguished by their mark.
 */
export const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** An order as we requested it from the provider. */
export interface RequestedOrder {
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  readonly customerId: string;
  /** The installation mark sent with the request; undefined for old requests, which had none. */
  readonly installation: string | undefined;
  /** When the first attempt to open the order was claimed. */
  readonly firstAskedAt: Date;
}

/** An order as the provider returns it; omitted fields are undefined and never match. */
export interface FoundOrder {
  readonly orderId: string;
  /** The provider's order status (ACTIVE, PAID, …). */
  readonly status: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  readonly customerId: string | undefined;
  readonly installation: string | undefined;
  readonly createdAt: Date | undefined;
}

/** A difference between a found order and the requested one. */
export type OrderDifference =
  | "order_id"
  | "amount"
  | "currency"
  | "customer"
  | "installation"
  | "created_earlier"
  | "status"
  | "payment";

/**
 * Result of {@link checkFoundOrder}. `ours`: our order, payable. `ended`: our order, expired without a payment.
 * `conflict`: not our order, or in a state that an unconfirmed request cannot have led to.
 */
export type FoundOrderResult =
  | { readonly kind: "ours" }
  | { readonly kind: "ended" }
  | { readonly kind: "conflict"; readonly differs: readonly OrderDifference[] };

/** Differences between a found order and the requested one. Order ids are compared case-insensitively. */
export function identityDifferences(asked: RequestedOrder, found: FoundOrder): OrderDifference[] {
  const differs: OrderDifference[] = [];
  if (found.orderId.toLowerCase() !== asked.orderId.toLowerCase()) differs.push("order_id");
  if (found.amountPaise !== asked.amountPaise) differs.push("amount");
  if (found.currency !== asked.currency) differs.push("currency");
  if (found.customerId !== asked.customerId) differs.push("customer");
  if (asked.installation !== undefined && found.installation !== asked.installation) {
    differs.push("installation");
  }
  const earliest = asked.firstAskedAt.getTime() - CLOCK_TOLERANCE_MS;
  if (found.createdAt === undefined || !(found.createdAt.getTime() >= earliest)) {
    differs.push("created_earlier");
  }
  return differs;
}

/**
 * Checks an order found at the provider after a 409, or after an attempt without a response. No payer has its payment
 * session yet, so an order with a successful or pending payment is never taken over.
 *
 * @param paymentStatuses the provider's statuses of the order's payments
 */
export function checkFoundOrder(
  asked: RequestedOrder,
  found: FoundOrder,
  paymentStatuses: readonly string[],
): FoundOrderResult {
  const differs = identityDifferences(asked, found);
  if (paymentStatuses.some((status) => paymentOutcome(status) !== "failed")) differs.push("payment");
  const over = isFinalOrder(found.status);
  if (found.status !== "ACTIVE" && !over) differs.push("status");
  if (differs.length > 0) return { kind: "conflict", differs };
  return over ? { kind: "ended" } : { kind: "ours" };
}

/**
 * Identity differences of an order about to be settled. Excludes amount and currency: the settlement handles those
 * itself.
 */
export function foreignDifferences(asked: RequestedOrder, found: FoundOrder): OrderDifference[] {
  return identityDifferences(asked, found).filter((difference) => difference !== "amount" && difference !== "currency");
}
