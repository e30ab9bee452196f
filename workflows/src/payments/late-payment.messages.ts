import { LATE_MONEY_CHECKS_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import type { LateMoneyFacts } from "./late-payment.activities.js";

/** The workflow's type, as Temporal knows it. */
export const LATE_PAYMENT = "latePayment";

/** One workflow per released order. */
export function latePaymentWorkflowId(orderId: string): string {
  return `late-payment/${orderId}`;
}

/** What a run is started with. */
export interface LatePaymentInput {
  readonly orderId: string;
  /** When to look, in seconds after the start; only tests pass it. */
  readonly checksSeconds?: readonly number[];
  /** First and longest wait for a provider that does not answer, in milliseconds; only tests pass it. */
  readonly retryMs?: readonly [first: number, longest: number];
}

export const LATE_PAYMENT_DEFAULTS = {
  checksSeconds: LATE_MONEY_CHECKS_SECONDS,
  retryMs: [30_000, 30 * 60_000],
} as const satisfies Omit<LatePaymentInput, "orderId">;

/** How the rescue of late money closed. */
export interface LatePaymentResult {
  readonly found: Exclude<LateMoneyFacts["found"], "offered" | "unreachable">;
  readonly orderId: string;
}
