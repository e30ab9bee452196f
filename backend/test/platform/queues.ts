import { until } from "@sakhi/testkit/until";
import { TimeoutError } from "../../src/platform/loops/background-loop.js";
import type { QueueJob } from "../../src/platform/outbox/outbox.js";
import type { Queues } from "../../src/platform/queue/queues.js";

/** Adds a job like the relay: retries after a timeout, which the job's id makes idempotent. */
export async function enqueue(queues: Queues, job: QueueJob): Promise<void> {
  await until(`${job.jobId} to be in its queue`, async () => {
    try {
      await queues.add(job);
      return true;
    } catch (error) {
      if (error instanceof TimeoutError) return false;
      throw error;
    }
  });
}
