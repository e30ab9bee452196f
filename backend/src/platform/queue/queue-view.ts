import { Injectable, Logger } from "@nestjs/common";
import type { OnApplicationShutdown } from "@nestjs/common";
import { Queue } from "bullmq";
import { Config } from "../config/config.js";
import { describeError } from "../log/describe-error.js";
import { QuietLog } from "../log/quiet-log.js";
import { withinMs } from "../loops/within-ms.js";
import { QUEUE_NAMES } from "./queue-names.js";
import { chooseQueueStore } from "./queue-store.js";

/** Longest we wait for the store, in ms. */
const CHECK_TIMEOUT_MS = 2_000;

/** The states a job can be found in that say something about the queue's health. */
export const JOB_STATES = ["waiting", "active", "delayed", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The queues, for looking into from a process that neither fills nor works them; opened when first looked at. */
@Injectable()
export class QueueView implements OnApplicationShutdown {
  private readonly quiet = new QuietLog(new Logger("Queues"));
  private opened: readonly Queue[] | undefined;

  constructor(private readonly config: Config) {}

  queues(): readonly Queue[] {
    this.opened ??= this.open();
    return this.opened;
  }

  /**
   * How many jobs of each queue are in which state.
   *
   * @throws TimeoutError when the store does not answer within 2 s
   */
  async depths(): Promise<{ readonly queue: string; readonly state: JobState; readonly jobs: number }[]> {
    const counted = this.queues().map(async (queue) => {
      const counts = await queue.getJobCounts(...JOB_STATES);
      return JOB_STATES.map((state) => ({ queue: queue.name, state, jobs: counts[state] ?? 0 }));
    });
    return (await withinMs(CHECK_TIMEOUT_MS, Promise.all(counted))).flat();
  }

  async onApplicationShutdown(): Promise<void> {
    const closing = (this.opened ?? []).map((queue) => queue.close());
    // A store that is away must not keep the process from ending.
    await withinMs(CHECK_TIMEOUT_MS, Promise.allSettled(closing)).catch(() => undefined);
  }

  private open(): readonly Queue[] {
    const store = chooseQueueStore(this.config);
    return QUEUE_NAMES.map((name) => {
      const queue = new Queue(name, store);
      // Without a listener a lost connection would end the process.
      queue.on("error", (error) => this.quiet.warn(`queue ${name}: ${describeError(error)}`));
      return queue;
    });
  }
}
