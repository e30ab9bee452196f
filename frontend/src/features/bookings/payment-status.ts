/** Meaning of a payment status for the pages (specification 2, section 4, "Mela payment status"). */
export type Verdict = "successful" | "pending" | "failed" | "unknown";

const FAILURES = ["cancelled", "failed", "user_dropped", "expired", "terminated"];
const PROGRESS = ["pending", "initiated"];

/** Classifies a status by the words it contains; failure words take precedence over progress words. */
export function verdictOf(paymentStatus: string): Verdict {
  const status = paymentStatus.toLowerCase();
  if (status === "payment_successful") return "successful";
  if (FAILURES.some((word) => status.includes(word))) return "failed";
  if (PROGRESS.some((word) => status.includes(word))) return "pending";
  return "unknown";
}
