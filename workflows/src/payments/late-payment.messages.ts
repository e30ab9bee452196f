import { LATE_MONEY_CHECKS_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import type { LateMoneyResult } from "./late-payment.activities.js";

/** The workflow type in Temporal. */
export const LATE_PAYMENT = "latePayment";

/** One workflow per released order. */
export function latePaymentWorkflowId(orderId: string): string {
  return `late-payment/${orderId}`;
}

/** Input of a run. */
export interface LatePaymentInput {
  readonly orderId: string;
  /** When to check, in seconds after the start; for tests only. */
  readonly checksSeconds?: readonly number[];
  /** First and longest retry delay for an unreachable provider, in ms; for tests only. */
  readonly retryMs?: readonly [first: number, longest: number];
}

export const LATE_PAYMENT_DEFAULTS = {
  checksSeconds: LATE_MONEY_CHECKS_SECONDS,
  retryMs: [30_000, 30 * 60_000],
} as const satisfies Omit<LatePaymentInput, "orderId">;

/** Result of a late-payment workflow. */
export interface LatePaymentResult {
  readonly found: Exclude<LateMoneyResult["found"], "offered" | "unreachable">;
  readonly orderId: string;
}
