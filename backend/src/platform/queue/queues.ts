import { Logger } from "@nestjs/common";
import type { OnModuleInit } from "@nestjs/common";
import type { Queue } from "bullmq";
import { describeError } from "../log/describe-error.js";
import { QuietLog } from "../log/quiet-log.js";
import { withinMs } from "../loops/within-ms.js";
import type { QueueJob } from "../outbox/outbox.js";
import { isQueueName, JOB_OPTIONS } from "./queue-names.js";

/** Longest we wait for the store to take a job, in ms: Redis would let us hang while it is away. */
const ADD_TIMEOUT_MS = 3_000;

/** The queues, for adding. Only the outbox relay uses this: features write to the outbox. */
export class Queues implements OnModuleInit {
  private readonly quiet = new QuietLog(new Logger("Queues"));

  constructor(private readonly queues: ReadonlyMap<string, Queue>) {}

  onModuleInit(): void {
    for (const queue of this.queues.values()) {
      // Without a listener a lost connection would end the process.
      queue.on("error", (error) => this.quiet.warn(`queue ${queue.name}: ${describeError(error)}`));
    }
  }

  /**
   * Puts a job into its queue, at least once; a job already known under the id is left as it is.
   *
   * @throws TimeoutError when the store does not answer within 3 s, Error for a queue that does not exist
   */
  async add(job: QueueJob): Promise<void> {
    const queue = isQueueName(job.queue) ? this.queues.get(job.queue) : undefined;
    if (queue === undefined) throw new Error(`There is no queue "${job.queue}"`);
    const adding = queue.add(job.queue, job.data, { ...JOB_OPTIONS, jobId: job.jobId });
    await withinMs(ADD_TIMEOUT_MS, adding);
  }

  /** Whether the store answers. */
  async up(): Promise<boolean> {
    try {
      const counts = [...this.queues.values()].map((queue) => queue.getJobCounts("waiting"));
      await withinMs(ADD_TIMEOUT_MS, Promise.all(counts));
      return true;
    } catch {
      return false;
    }
  }
}
