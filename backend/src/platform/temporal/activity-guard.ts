import { Logger } from "@nestjs/common";
import type { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import type { ActivityInterceptors } from "@temporalio/worker";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { errorPlace, describeError } from "../log/describe-error.js";
import { ACTIVITY_FAILURES } from "../metrics/counters.js";
import type { Counters } from "../metrics/counters.js";

/** Well under the activities' heartbeat timeout of 10 s. */
const HEARTBEAT_MS = 2_500;

/**
 * Around every activity: heartbeats, so that one whose worker was killed is tried again soon; and failures told to
 * Temporal by name only, because an error's message may repeat a name or phone number and history keeps it. Where it
 * was thrown goes to our log, and each failure is counted.
 */
export function guardActivities(counters: Counters): (context: Context) => ActivityInterceptors {
  const log = new Logger("Activities");
  return (context) => ({
    inbound: {
      async execute(input, next) {
        const heart = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
        try {
          return await next(input);
        } catch (error) {
          const words = describeError(error);
          const { activityType, attempt } = context.info;
          counters.count(ACTIVITY_FAILURES, { activity: activityType });
          log.warn({ activity: activityType, attempt, error: words, place: errorPlace(error) });
          throw failureOf(error, words);
        } finally {
          clearInterval(heart);
        }
      },
    },
  });
}

/** Not found stays not found: the row is gone (another database), and asking again for ever would not help. */
function failureOf(error: unknown, words: string): ApplicationFailure {
  const gone = error instanceof DomainError && error.code === "not_found";
  return ApplicationFailure.create({ message: words, type: words, nonRetryable: gone });
}
