import { isCancellation, TemporalFailure } from "@temporalio/workflow";
import type { ActivityOptions, LocalActivityOptions } from "@temporalio/workflow";

/**
 * Retry options of all regular activities. An attempt has one minute (activities call the database, and the provider at
 * most a few times, 10 s each). It is retried indefinitely, at least every 30 s, because a booking must survive a database
 * outage. The orchestrator sends heartbeats, so that an activity whose worker was killed is retried after 10 s.
 */
export const RETRIED: ActivityOptions = {
  startToCloseTimeout: "1 minute",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "30 seconds" },
};

/** Options of a local activity: a single short attempt within the workflow task. */
export const SINGLE_ATTEMPT: LocalActivityOptions = {
  startToCloseTimeout: "3 seconds",
  scheduleToCloseTimeout: "4 seconds",
  retry: { maximumAttempts: 1 },
};

/**
 * Runs an activity that only needs our database as a local activity first, which costs Temporal one event and no activity
 * task. If that fails, runs it as a regular activity, so that a database outage is waited for and visible as a pending
 * activity. Activities are idempotent, so a partial first attempt does no harm.
 */
export async function localThenRegular<T>(local: () => Promise<T>, regular: () => Promise<T>): Promise<T> {
  try {
    return await local();
  } catch (error) {
    // Anything but an activity failure is a defect of the workflow.
    if (isCancellation(error) || !(error instanceof TemporalFailure)) throw error;
    return await regular();
  }
}
