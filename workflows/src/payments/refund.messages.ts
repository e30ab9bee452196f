const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The workflow's type, as Temporal knows it. */
export const REFUND = "refund";

/** One workflow per refund. */
export function refundWorkflowId(refundId: string): string {
  return `refund/${refundId}`;
}

/** How long a refund is watched; milliseconds. */
export interface RefundWaits {
  readonly firstMs: number;
  readonly longestMs: number;
  /** After which an issue is raised. */
  readonly stuckAfterMs: number;
  /** After which the workflow leaves it to the operator alone. */
  readonly watchForMs: number;
}

/** The provider takes 5 to 10 working days at most. */
export const REFUND_WAITS: RefundWaits = {
  firstMs: MINUTE_MS,
  longestMs: 6 * HOUR_MS,
  stuckAfterMs: 7 * DAY_MS,
  watchForMs: 30 * DAY_MS,
};

/** What a run is started with. */
export interface RefundInput {
  readonly refundId: string;
  /** Only tests pass it. */
  readonly waits?: Partial<RefundWaits>;
}

/** How a refund's workflow closed; `unfinished`: not within 30 days, the operator has it. */
export interface RefundResult {
  readonly outcome: "succeeded" | "failed" | "unfinished";
  readonly refundId: string;
}
