import type { WorkflowExecutionDescription } from "@temporalio/client";

/** Why a workflow does not get on. */
export interface WorkflowFailure {
  /** What fails, in technical words without personal data: "workflow task", or an activity's name. */
  readonly problem: string;
  /** How often it has failed in a row; 0 for a run that has ended. */
  readonly attempts: number;
}

/** A workflow task fails only when the code and the history do not fit, or the code throws. */
const TASK_ATTEMPTS = 3;
/** Activities are tried again while the provider or the database is away; after this often it is something else. */
const ACTIVITY_ATTEMPTS = 20;
const ENDED_BADLY: ReadonlySet<string> = new Set(["FAILED", "TIMED_OUT", "TERMINATED"]);

/** What is wrong with a run; undefined when it gets on, or has come to its end. */
export function failureOf({ raw, status }: WorkflowExecutionDescription): WorkflowFailure | undefined {
  if (ENDED_BADLY.has(status.name)) return { problem: `the run ended: ${status.name}`, attempts: 0 };
  const task = raw.pendingWorkflowTask?.attempt ?? 0;
  if (task >= TASK_ATTEMPTS) return { problem: "workflow task", attempts: task };
  const activity = raw.pendingActivities?.find(({ attempt }) => (attempt ?? 0) >= ACTIVITY_ATTEMPTS);
  return activity && { problem: activity.activityType?.name ?? "activity", attempts: activity.attempt ?? 0 };
}
