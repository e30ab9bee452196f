import { isCancellation, TemporalFailure } from "@temporalio/workflow";
import type { ActivityOptions, LocalActivityOptions } from "@temporalio/workflow";

/**
 * How every activity of ours is tried: an attempt has a minute (they talk to the database and at most a few times to
 * the provider, 10 s each) and it is retried forever, waiting at most 30 s, because a booking must not be forgotten
 * while the database is away. The orchestrator sends heartbeats for each, so that one whose worker was killed is
 * tried again after 10 s and not only after the minute.
 */
export const PATIENT: ActivityOptions = {
  startToCloseTimeout: "1 minute",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "30 seconds" },
};

/** How an activity is tried within the workflow's own task: once, for a moment. */
export const AT_ONCE: LocalActivityOptions = {
  startToCloseTimeout: "3 seconds",
  scheduleToCloseTimeout: "4 seconds",
  retry: { maximumAttempts: 1 },
};

/**
 * An activity that only needs our database: tried at once as a local activity, which costs Temporal one event and no task
 * of its own, and as a patient one where that fails, so that a database that is away is waited for and shows as a pending
 * activity. Whatever it did before it failed, it is idempotent.
 */
export async function atOnceOrPatiently<T>(atOnce: () => Promise<T>, patiently: () => Promise<T>): Promise<T> {
  try {
    return await atOnce();
  } catch (error) {
    // Anything else than a failure of the activity is a fault of the workflow's own.
    if (isCancellation(error) || !(error instanceof TemporalFailure)) throw error;
    return await patiently();
  }
}
