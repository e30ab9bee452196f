import { defineQuery } from "@temporalio/workflow";
import type { PacingWaits } from "../shared/pacing.js";
import type { CancellationStep } from "./event-cancellation.activities.js";

/** The workflow type in Temporal. */
export const EVENT_CANCELLATION = "eventCancellation";

const PREFIX = "event-cancellation/";

/** One workflow per event, under its slug. */
export function eventCancellationWorkflowId(slug: string): string {
  return `${PREFIX}${slug}`;
}

/** Whether a workflow is an event's cancellation, and so belongs to no single booking or application. */
export function cancelsEvent(workflowId: string): boolean {
  return workflowId.startsWith(PREFIX);
}

/** Input of a run. */
export interface EventCancellationInput {
  readonly eventId: number;
  readonly slug: string;
  /** For tests only. */
  readonly waits?: Partial<EventCancellationWaits>;
}

/** Waits of a run, in ms. */
export interface EventCancellationWaits extends PacingWaits {
  /** Between checks of payments in progress. */
  readonly unpaidMs: number;
}

/** Result of a run. */
export interface EventCancellationResult {
  readonly refunded: number;
}

/** Query of what the last batch found; undefined before the first. Works on closed runs too. */
export const cancellationProgress = defineQuery<CancellationStep | undefined>("progress");
