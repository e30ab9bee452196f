/** The workflow type in Temporal. */
export const DATABASE_POSITION = "databasePosition";

const PREFIX = "database-position/";

/** One workflow per installation; each publication is a run of its own. */
export function databasePositionWorkflowId(installation: string): string {
  return `${PREFIX}${installation}`;
}

/** Whether a workflow keeps a position, and so belongs to no booking or application. */
export function keepsPosition(workflowId: string): boolean {
  return workflowId.startsWith(PREFIX);
}

/** Name of the memo's field. */
export const POSITION_MEMO = "position";
