import type { PacingWaits } from "../shared/pacing.js";

/** The workflow type in Temporal. */
export const STALL_MOVE = "stallMove";

const PREFIX = "stall-move/";

/** One workflow per move that is not made at once. */
export function stallMoveWorkflowId(moveId: string): string {
  return `${PREFIX}${moveId}`;
}

/** Whether a workflow is a move's, and so the run of no booking itself. */
export function isStallMove(workflowId: string): boolean {
  return workflowId.startsWith(PREFIX);
}

/** Input of a run. */
export interface StallMoveInput {
  readonly moveId: string;
  /** For tests only. */
  readonly waits?: Partial<PacingWaits>;
}

/** Result of a run. */
export interface StallMoveResult {
  /** What became of the move. */
  readonly state: string;
}
