import type { BookingOutcome } from "../bookings/booking-outcome.js";
import type { RefundNotice } from "../payments/payer-outcome.js";

export const PAYMENT_LABELS = [
  "payment_successful",
  "payment_pending",
  "payment_failed",
  "cancelled",
  "cancelled_refund_pending",
  "cancelled_refund_failed",
  "cancelled_partly_refunded",
  "cancelled_refunded",
  "refund_pending",
  "refund_failed",
  "partly_refunded",
  "refunded",
  "under_review",
  "late_offer",
] as const;
/**
 * Payment status of a registration in the dashboard and the export: the specification's three values, and further ones
 * for payments that none of the three describes truthfully.
 */
export type PaymentLabel = (typeof PAYMENT_LABELS)[number];

/** Derives the label from a booking's outcome. */
export function paymentLabel(outcome: BookingOutcome): PaymentLabel {
  switch (outcome.kind) {
    case "sold":
    case "moved":
      return "payment_successful";
    // After a failed attempt the stall is still reserved, and the order can still be paid.
    case "pending":
    case "not_started":
    case "failed_attempt":
      return "payment_pending";
    case "not_charged":
      return "payment_failed";
    case "cancelled_without_refund":
      return "cancelled";
    case "cancelled":
      return cancelledLabel(outcome.refund, outcome.paidPaise);
    case "refund_pending":
      return outcome.refund.state === "failed" ? "refund_failed" : "refund_pending";
    case "refunded":
      return "refunded";
    case "partly_refunded":
      return "partly_refunded";
    case "money_under_review":
      return "under_review";
    case "late_offer":
      return "late_offer";
  }
}

function cancelledLabel({ state, amountPaise }: RefundNotice, paidPaise: number): PaymentLabel {
  switch (state) {
    case "pending":
      return "cancelled_refund_pending";
    case "failed":
      return "cancelled_refund_failed";
    case "succeeded":
      return amountPaise < paidPaise ? "cancelled_partly_refunded" : "cancelled_refunded";
  }
}
