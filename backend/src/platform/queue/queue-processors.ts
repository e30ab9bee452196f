import { WorkerHost } from "@nestjs/bullmq";
import { Injectable, Logger } from "@nestjs/common";
import type { OnApplicationBootstrap } from "@nestjs/common";
import { DiscoveryService } from "@nestjs/core";
import type { Worker } from "bullmq";
import { describeError } from "../log/describe-error.js";
import { QuietLog } from "../log/quiet-log.js";
import { JOB_FAILURES, Counters } from "../metrics/counters.js";
import { QUEUE_NAMES } from "./queue-names.js";

/** Watches over the processors: each queue must have one, and a store that is away must not end the process. */
@Injectable()
export class QueueProcessors implements OnApplicationBootstrap {
  private readonly log = new Logger("Queues");
  private readonly quiet = new QuietLog(this.log);

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly counters: Counters,
  ) {}

  /** @throws Error naming every queue without a processor: its jobs would wait for ever */
  onApplicationBootstrap(): void {
    const workers = this.discovery
      .getProviders()
      .map((provider): unknown => provider.instance)
      .filter((instance) => instance instanceof WorkerHost)
      .map((host) => host.worker as Worker);
    const served = new Set(workers.map((worker) => worker.name));
    const forgotten = QUEUE_NAMES.filter((name) => !served.has(name));
    if (forgotten.length > 0) {
      throw new Error(`No processor for ${forgotten.map((name) => `queue "${name}"`).join(", ")}.`);
    }
    for (const worker of workers) {
      worker.on("error", (error) => this.quiet.warn(`worker of ${worker.name}: ${describeError(error)}`));
      worker.on("failed", (job, error) => {
        this.counters.count(JOB_FAILURES, { queue: worker.name });
        this.log.warn(
          `${worker.name} ${job?.id ?? "?"} attempt ${job?.attemptsMade ?? "?"}: ${describeError(error)}`,
        );
      });
    }
  }
}
