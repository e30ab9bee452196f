import type { JobsOptions } from "bullmq";

/** Our queues. Start-up of the jobs process refuses one without a processor. */
export const QUEUE_NAMES = ["mails", "invoices"] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Whether a name, as it stands in an outbox row, is one of our queues. */
export function isQueueName(name: string): name is QueueName {
  return (QUEUE_NAMES as readonly string[]).includes(name);
}

/**
 * Worker options of every processor: `@Processor("mails", PROCESSOR_OPTIONS)`. A job whose worker was killed runs
 * again after 10 s (BullMQ's default is a minute), and being killed twice does not fail it: the default of
 * maxStalledCount does, whatever `attempts` says (stack.md, BullMQ).
 */
export const PROCESSOR_OPTIONS = {
  concurrency: 4,
  stalledInterval: 5_000,
  lockDuration: 10_000,
  maxStalledCount: 10,
};

/**
 * How often a job is tried: 12 times, waiting 5 s, 10 s, 20 s … (nearly 3 hours in all). A completed job is kept
 * for a week, for its id to answer a second relay of the same outbox row; the rows behind the jobs are the real
 * guard against doing something twice.
 */
export const JOB_OPTIONS = {
  attempts: 12,
  backoff: { type: "exponential", delay: 5_000 },
  removeOnComplete: { age: 7 * 86_400, count: 20_000 },
  removeOnFail: { age: 30 * 86_400 },
} as const satisfies JobsOptions;
