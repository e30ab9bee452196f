import type { PayableOutcome } from "@sakhi/domain/payments/payer-outcome";

/** Meaning of a payment status for the pages (specification 2, section 4, "Mela payment status"). */
export type Verdict = "successful" | "pending" | "failed" | "unknown";

/** The specification has two values for it (T-108). */
const SUCCESSES = ["payment_successful", "payment_success"];
const FAILURES = ["cancelled", "failed", "user_dropped", "expired", "terminated"];
const PROGRESS = ["pending", "initiated"];

/** Classifies a status by the words it contains; failure words take precedence over progress words. */
export function verdictOf(paymentStatus: string): Verdict {
  const status = paymentStatus.toLowerCase();
  if (SUCCESSES.includes(status)) return "successful";
  if (FAILURES.some((word) => status.includes(word))) return "failed";
  if (PROGRESS.some((word) => status.includes(word))) return "pending";
  return "unknown";
}

const MAY_SUCCEED: Readonly<Partial<Record<string, true>>> = {
  pending: true,
  not_started: true,
  failed_attempt: true,
  not_charged: true,
  money_under_review: true,
} satisfies Partial<Record<PayableOutcome["kind"], true>>;

/** False for outcomes that waiting can't turn into success: the money was taken and has been dealt with. */
export const maySucceed = (kind: string): boolean => MAY_SUCCEED[kind] === true;
