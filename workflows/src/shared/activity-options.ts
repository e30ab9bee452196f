import type { ActivityOptions } from "@temporalio/workflow";

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
