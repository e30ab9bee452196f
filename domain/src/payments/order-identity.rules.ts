import { paymentOutcome } from "./payment.states.js";
import type { Paise } from "../money/money.js";

/**
 * Whose order is it. Order ids come from the browser, and the provider keeps every order it
 * ever had: the id of an older sale, of another database on the same merchant account, can be sent again. An order
 * found there counts as ours only if it is the one we asked for.
 */

/**
 * How far the provider's clock and ours may differ, in milliseconds. It only bounds how much older than our first
 * attempt an order may look; what distinguishes two databases is the installation mark.
 */
export const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** An order as we asked the provider to open it. */
export interface AskedOrder {
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  readonly customerId: string;
  /** The mark of our database that went with the request; undefined in requests from before there was one. */
  readonly installation: string | undefined;
  /** When the first attempt to open it was claimed. */
  readonly firstAskedAt: Date;
}

/** An order as the provider returns it; what it omits is undefined and never equal. */
export interface FoundOrder {
  readonly orderId: string;
  /** The provider's own word (ACTIVE, PAID, …). */
  readonly status: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  readonly customerId: string | undefined;
  readonly installation: string | undefined;
  readonly createdAt: Date | undefined;
}

/** What differs between a found order and the one we asked for. */
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
 * What an order is to us that was found where we have no answer yet: `ours`, to be paid now; `ended`, ours, but past
 * its time and without money; `conflict`, somebody else's, or in a state that no unanswered request of ours can have
 * brought about.
 */
export type FoundJudgement =
  | { readonly kind: "ours" }
  | { readonly kind: "ended" }
  | { readonly kind: "conflict"; readonly differs: readonly OrderDifference[] };

/** In what a found order is not the one we asked for; empty when it is. Order ids are compared without case. */
export function identityDifferences(asked: AskedOrder, found: FoundOrder): OrderDifference[] {
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
 * Checks an order that was found at the provider after a 409, or for an attempt without an answer. Nobody was given
 * its session yet, so an order with money on it, or with a payment under way, is never taken over.
 *
 * @param paymentStatuses the provider's words for the payments made on it
 */
export function checkFoundOrder(
  asked: AskedOrder,
  found: FoundOrder,
  paymentStatuses: readonly string[],
): FoundJudgement {
  const differs = identityDifferences(asked, found);
  if (paymentStatuses.some((status) => paymentOutcome(status) !== "failed")) differs.push("payment");
  const over = found.status === "EXPIRED" || found.status === "TERMINATED";
  if (found.status !== "ACTIVE" && !over) differs.push("status");
  if (differs.length > 0) return { kind: "conflict", differs };
  return over ? { kind: "ended" } : { kind: "ours" };
}

/**
 * In what an order whose money we are about to settle is not ours. Its amount and currency are judged by the
 * settlement itself, which has an answer of its own for them.
 */
export function foreignDifferences(asked: AskedOrder, found: FoundOrder): OrderDifference[] {
  return identityDifferences(asked, found).filter((difference) => difference !== "amount" && difference !== "currency");
}
