import type { PacingWaits } from "../shared/pacing.js";

/** The workflow type in Temporal. */
export const WAITING_LIST = "waitingList";

const PREFIX = "waiting-list/";

/** One workflow per event and type of stalls for which somebody waits. */
export function waitingListWorkflowId(eventId: number, stallType: string): string {
  return `${PREFIX}${eventId}/${stallType}`;
}

/** Whether a workflow is a waiting list, and so belongs to no single booking or application. */
export function isWaitingList(workflowId: string): boolean {
  return workflowId.startsWith(PREFIX);
}

/** Input of a run. */
export interface WaitingListInput {
  readonly eventId: number;
  readonly stallType: string;
  /** For tests only. */
  readonly waits?: Partial<PacingWaits>;
}

/** Result of a run. */
export interface WaitingListResult {
  /** Offers that this run has made. */
  readonly offered: number;
}
