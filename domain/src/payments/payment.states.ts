/** States of orders, attempts, payments and refunds; distinct from the provider's statuses. */

export const ORDER_STATES = ["unsent", "open", "closing", "paid", "closed", "void"] as const;
/**
 * An order's state: `unsent` (registered, not sent to the provider), `open` (being created or payable), `closing`
 * (termination requested), `paid`, `closed` (final at the provider, without a payment), `void` (replaced before it was
 * sent).
 */
export type OrderState = (typeof ORDER_STATES)[number];

/** States in which the provider may have an order that can still be paid. */
export const PAYABLE_ORDER_STATES = ["open", "closing"] as const satisfies OrderState[];

/** States of an order that has not ended; a subject has one such order at most. */
export const UNFINISHED_ORDER_STATES = ["unsent", ...PAYABLE_ORDER_STATES] as const satisfies OrderState[];

/** State of an attempt to create an order at the provider: in flight, or its result. */
export type AttemptState = "creating" | "accepted" | "refused" | "unknown";

/** States of an attempt without a definite response. */
export const UNANSWERED_ATTEMPT_STATES = ["creating", "unknown"] as const satisfies AttemptState[];

/** Outcome of a payment, mapped from the provider's status. */
export type PaymentOutcome = "success" | "failed" | "pending";

/** Maps the provider's payment status. Unknown statuses count as pending (reference section 2, payment entity). */
export function paymentOutcome(providerStatus: string): PaymentOutcome {
  switch (providerStatus) {
    case "SUCCESS":
      return "success";
    case "FAILED":
    case "USER_DROPPED":
    case "CANCELLED":
    case "VOID":
      return "failed";
    default:
      return "pending";
  }
}

/** Whether no new attempt can start on an order with this status of the provider's. */
export function isFinalOrder(providerStatus: string): boolean {
  return providerStatus === "EXPIRED" || providerStatus === "TERMINATED";
}

/** Summary of an order's payment attempts at the provider. */
export interface PaymentAttemptsSummary {
  readonly newest: PaymentOutcome | undefined;
  readonly pending: number;
  readonly failed: number;
}

export const REFUND_STATES = ["requested", "pending", "succeeded", "failed"] as const;
/** State of a refund: to be requested, accepted by the provider, done, or rejected. */
export type RefundState = (typeof REFUND_STATES)[number];

/** States of a refund that has not ended. */
export const UNFINISHED_REFUND_STATES = ["requested", "pending"] as const satisfies RefundState[];

export const REFUND_REASONS = ["late_payment", "second_payment", "operator", "provider"] as const;
/**
 * Reason for a refund: automatic, for a late or second payment; by an operator; or made at the provider without us, as a
 * reversal or on its own pages.
 */
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Environment of the provider's payment page. */
export type PaymentEnvironment = "production" | "sandbox";

/** Reasons of refunds that the rules decide, each once for a payment. */
export const AUTOMATIC_REFUND_REASONS = ["late_payment", "second_payment"] as const satisfies RefundReason[];
export type AutomaticRefundReason = (typeof AUTOMATIC_REFUND_REASONS)[number];

/** A payment's status in the API, for every product; pages also accept `payment_success` (specification 2, section 4). */
export type PaymentStatus = "payment_pending" | "payment_successful" | "payment_failed";
