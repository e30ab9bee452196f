import { TimeoutError } from "../../src/platform/loops/background-loop.js";
import type { QueueJob } from "../../src/platform/outbox/outbox.js";
import type { Queues } from "../../src/platform/queue/queues.js";
import { until } from "@sakhi/testkit/until";

/** Adds a job as the relay does: again when the queue was too slow, which its id makes harmless. */
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
