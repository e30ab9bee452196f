/** States of orders, attempts, payments and refunds; distinct from the provider's statuses. */

export const ORDER_STATES = ["unsent", "open", "closing", "paid", "closed", "void"] as const;
/**
 * An order's state: `unsent` (registered, not sent to the provider), `open` (being created or payable), `closing`
 * (termination requested), `paid`, `closed` (final at the provider, without a payment), `void` (replaced before it was
 * sent).
 */
export type OrderState = (typeof ORDER_STATES)[number];

/** State of an attempt to create an order at the provider: in flight, or its result. */
export type AttemptState = "creating" | "accepted" | "refused" | "unknown";

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

/** Summary of an order's payment attempts at the provider. */
export interface PaymentAttemptsSummary {
  readonly newest: PaymentOutcome | undefined;
  readonly pending: number;
  readonly failed: number;
}

export const REFUND_STATES = ["requested", "pending", "succeeded", "failed"] as const;
/** State of a refund: to be requested, accepted by the provider, done, or rejected. */
export type RefundState = (typeof REFUND_STATES)[number];

export const REFUND_REASONS = ["late_payment", "second_payment", "operator", "provider"] as const;
/**
 * Reason for a refund: automatic, for a late or second payment; by an operator; or made at the provider without us, as a
 * reversal or on its own pages.
 */
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Environment of the provider's payment page. */
export type PaymentEnvironment = "production" | "sandbox";

/** Reasons of refunds that the rules decide. */
export type AutomaticRefundReason = Extract<RefundReason, "late_payment" | "second_payment">;

/** A payment's status in the API, for every product; pages also accept `payment_success` (specification 2, section 4). */
export type PaymentStatus = "payment_pending" | "payment_successful" | "payment_failed";
