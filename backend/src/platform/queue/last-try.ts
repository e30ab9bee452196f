import type { Job } from "bullmq";

/** Whether a failure of this run is the job's last: BullMQ will not try again. */
export function isLastTry(job: Pick<Job, "attemptsMade" | "opts">): boolean {
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}
