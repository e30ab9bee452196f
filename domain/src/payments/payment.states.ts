/** Words of the payment side; the provider's own words are kept apart from ours. */

export const ORDER_STATES = ["unsent", "open", "closing", "paid", "closed", "void"] as const;
/**
 * Where an order stands with us: `unsent` (registered, the provider does not know it), `open` (being created
 * or payable), `closing` (termination asked for), `paid`, `closed` (final at the provider, without money),
 * `void` (never sent and replaced).
 */
export type OrderState = (typeof ORDER_STATES)[number];

/** One attempt to create an order at the provider: being asked, or how it was answered. */
export type AttemptState = "creating" | "accepted" | "refused" | "unknown";

/** What the provider's word for a payment means to us; unknown words count as pending. */
export type PaymentOutcome = "success" | "failed" | "pending";

/** Provider payment status → outcome. Unknown strings are pending (reference section 2, payment entity). */
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

/** What counts of an order's attempts at the provider. */
export interface PaymentAttemptsSummary {
  readonly newest: PaymentOutcome | undefined;
  readonly pending: number;
  readonly failed: number;
}

export const REFUND_STATES = ["requested", "pending", "succeeded", "failed"] as const;
/** A refund: to be requested, accepted by the provider, done, or rejected. */
export type RefundState = (typeof REFUND_STATES)[number];

export const REFUND_REASONS = ["late_payment", "second_payment", "operator", "provider"] as const;
/**
 * Why money is refunded: automatically, because it came late or was a payment too many; an operator decided it; or it
 * was refunded at the provider without us, by its own reversal or on its own pages.
 */
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Where the payment page runs; `mock` exists for listings only. */
export type PaymentEnvironment = "production" | "sandbox";
