import { STUCK_REFUND_DAYS, WATCHED_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The workflow type in Temporal. */
export const REFUND = "refund";

/** One workflow per refund. */
export function refundWorkflowId(refundId: string): string {
  return `refund/${refundId}`;
}

/** Timing of a refund's checks, in ms. */
export interface RefundWaits {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Age at which an issue is raised. */
  readonly stuckAfterMs: number;
  /** Age at which the workflow closes and leaves the refund to the operator. */
  readonly watchForMs: number;
}

/** The provider takes at most 5 to 10 working days. */
export const REFUND_WAITS: RefundWaits = {
  firstMs: MINUTE_MS,
  longestMs: 6 * HOUR_MS,
  stuckAfterMs: STUCK_REFUND_DAYS * DAY_MS,
  watchForMs: WATCHED_REFUND_DAYS * DAY_MS,
};

/** Input of a run. */
export interface RefundInput {
  readonly refundId: string;
  /** For tests only. */
  readonly waits?: Partial<RefundWaits>;
}

/** Result of a refund's workflow; `unfinished`: not within 30 days, left to the operator. */
export interface RefundResult {
  readonly outcome: "succeeded" | "failed" | "unfinished";
  readonly refundId: string;
}
