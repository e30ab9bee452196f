import {
  createPostgresBackend,
  type Job,
  type JobsOptions,
  Queue,
  type QueueOptions,
  runMigrations,
  setDefaultBackendFactory,
  type Worker,
} from "bullmq";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Injectable, Logger, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from "@nestjs/common";
import { describeError, QuietLog } from "../log/log.js";
import { withinMs } from "../loops/background-loop.js";
import type { QueueJob } from "../outbox/outbox.js";
import { Config } from "../config/config.js";
import { Redis } from "ioredis";
import { Database } from "../database/database.js";
import { BullModule, getQueueToken, WorkerHost } from "@nestjs/bullmq";
import { DiscoveryModule, DiscoveryService } from "@nestjs/core";
import { Counters, JOB_FAILURES } from "../metrics/counters.js";

/** Our queues. Start-up of the jobs process refuses one without a processor. */
export const QUEUE_NAMES = ["mails", "invoices"] as const;

/**
 * Worker options of every processor: `@Processor("mails", PROCESSOR_OPTIONS)`. A job whose worker was killed runs
 * again after 10 s (BullMQ's default is a minute), and being killed twice does not fail it: the default of
 * maxStalledCount does, whatever `attempts` says. A store that was away is asked again after 2 s (default 15 s).
 * {@link QueueProcessors} runs the workers: BullMQ itself gives one up for good whose first statement fails.
 */
export const PROCESSOR_OPTIONS = {
  autorun: false,
  runRetryDelay: 2_000,
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

/** Whether a failure of this run is the job's last: BullMQ will not try again. */
export function isLastTry(job: Pick<Job, "attemptsMade" | "opts">): boolean {
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** Connections per queue or worker: they wait for work on one of their own. */
const POOL_SIZE = 3;
/** Longest wait for one of them, in ms. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Where BullMQ keeps its jobs: on Redis when there is one, otherwise on our PostgreSQL (in a schema of its own,
 * `bullmq`, made by the migration). Choosing is process-wide, so it must happen before any queue or worker is made.
 */
export function chooseQueueStore(settings: {
  readonly redisUrl: string | undefined;
  readonly databaseUrl: string;
}): Pick<QueueOptions, "connection"> {
  if (settings.redisUrl !== undefined) {
    setDefaultBackendFactory();
    // Workers may wait forever; code that adds a job has a timeout of its own (Queues).
    return { connection: { url: settings.redisUrl, maxRetriesPerRequest: null } };
  }
  setDefaultBackendFactory(createPostgresBackend);
  // BullMQ's types know Redis only, loosely enough; the backend chosen above understands this form.
  const connection = {
    connectionString: settings.databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  return { connection };
}

/**
 * Waits for the first connection of queues and workers on PostgreSQL. When that one fails BullMQ never tries another, and
 * everything asked of them fails for good: new ones must be made. On Redis they connect by themselves, whenever it
 * answers.
 *
 * @throws the driver's error
 */
async function connected(
  { redisUrl }: Pick<Config, "redisUrl">,
  parts: readonly { waitUntilReady(): Promise<unknown> }[],
): Promise<void> {
  if (redisUrl === undefined) await Promise.all(parts.map((part) => part.waitUntilReady()));
}

/**
 * Makes BullMQ's tables, or brings them up to date, where its queues live in PostgreSQL. The processes themselves only
 * use them: their role may not create anything.
 *
 * @param databaseUrl of a role that may create a schema
 */
export async function createQueueTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}

/** Longest we wait for the store to take a job, in ms: Redis would let us hang while it is away. */
const ADD_TIMEOUT_MS = 3_000;

/** The queues, for adding. Only the outbox relay uses this: features write to the outbox. */
export class Queues {
  private readonly quiet = new QuietLog(new Logger("Queues"));

  constructor(private readonly queues: ReadonlyMap<string, Queue>) {
    for (const queue of queues.values()) {
      // Without a listener BullMQ prints the whole connection.
      queue.on("error", (error) => this.quiet.warn(`queue ${queue.name}: ${describeError(error)}`));
    }
  }

  /**
   * Puts a job into its queue, at least once; a job already known under the id is left as it is.
   *
   * @throws TimeoutError when the store does not answer within 3 s, Error for a queue that does not exist
   */
  async add(job: QueueJob): Promise<void> {
    const queue = this.queues.get(job.queue);
    if (queue === undefined) throw new Error(`There is no queue "${job.queue}"`);
    const adding = queue.add(job.queue, job.data, { ...JOB_OPTIONS, jobId: job.jobId });
    await withinMs(ADD_TIMEOUT_MS, adding);
  }
}

/** Longest we wait for the store, in ms. */
const CHECK_TIMEOUT_MS = 2_000;

/** The states a job can be found in that say something about the queue's health. */
const JOB_STATES = ["waiting", "active", "delayed", "failed"] as const;
type JobState = (typeof JOB_STATES)[number];

/** The queues, for looking into from a process that neither fills nor works them; opened when first looked at. */
@Injectable()
export class QueueView implements OnApplicationShutdown {
  private readonly quiet = new QuietLog(new Logger("Queues"));
  private opened: Promise<readonly Queue[]> | undefined;

  constructor(private readonly config: Config) {}

  /** @throws the driver's error when PostgreSQL keeps them and is away; the next call tries again */
  async queues(): Promise<readonly Queue[]> {
    this.opened ??= this.open();
    return await this.opened;
  }

  /**
   * How many jobs of each queue are in which state.
   *
   * @throws TimeoutError when the store does not answer within 2 s, or the driver's error
   */
  async depths(): Promise<{ readonly queue: string; readonly state: JobState; readonly jobs: number }[]> {
    const counted = this.queues().then((queues) =>
      Promise.all(
        queues.map(async (queue) => {
          const counts = await queue.getJobCounts(...JOB_STATES);
          return JOB_STATES.map((state) => ({ queue: queue.name, state, jobs: counts[state] ?? 0 }));
        }),
      ),
    );
    return (await withinMs(CHECK_TIMEOUT_MS, counted)).flat();
  }

  async onApplicationShutdown(): Promise<void> {
    const closed = this.opened?.then((queues) => Promise.all(queues.map((queue) => queue.close())));
    // A store that is away must not keep the process from ending.
    await withinMs(CHECK_TIMEOUT_MS, Promise.resolve(closed)).catch(() => undefined);
  }

  private async open(): Promise<readonly Queue[]> {
    const store = chooseQueueStore(this.config);
    const queues = QUEUE_NAMES.map((name) => {
      const queue = new Queue(name, store);
      // Without a listener BullMQ prints the whole connection.
      queue.on("error", (error) => this.quiet.warn(`queue ${name}: ${describeError(error)}`));
      return queue;
    });
    try {
      await connected(this.config, queues);
      return queues;
    } catch (error) {
      this.opened = undefined;
      await Promise.allSettled(queues.map((queue) => queue.close()));
      throw error;
    }
  }
}

/** Whether the queue's store answers, as /readyz asks: Redis where there is one, otherwise our PostgreSQL. */
@Injectable()
export class QueueHealth implements OnApplicationShutdown {
  readonly name = "queue";
  private readonly redis: Redis | undefined;

  constructor(
    config: Config,
    private readonly database: Database,
  ) {
    if (config.redisUrl === undefined) return;
    this.redis = new Redis(config.redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1 });
    // It reconnects by itself; whether it is there is what we are asked.
    this.redis.on("error", () => undefined);
  }

  async up(): Promise<boolean> {
    try {
      if (this.redis === undefined) await this.database.query("SELECT 1");
      else await this.redis.ping();
      return true;
    } catch {
      return false;
    }
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}

/** How long after a worker's failure it is run again, in ms. */
const RUN_AGAIN_MS = 1_000;

/** Runs the processors' workers: each queue must have one, and a store that is away must not end them. */
@Injectable()
export class QueueProcessors implements OnApplicationBootstrap {
  private readonly log = new Logger("Queues");
  private readonly quiet = new QuietLog(this.log);

  constructor(
    private readonly config: Config,
    private readonly discovery: DiscoveryService,
    private readonly counters: Counters,
  ) {}

  /**
   * Starts them once they, and the queues jobs are added to, are connected.
   *
   * @throws Error naming every queue without a processor: its jobs would wait forever
   * @throws the driver's error when PostgreSQL is away: the process ends, and its supervisor starts it again
   */
  async onApplicationBootstrap(): Promise<void> {
    const providers = this.discovery.getProviders().map((provider): unknown => provider.instance);
    const workers = providers.filter((instance) => instance instanceof WorkerHost).map((host) => host.worker as Worker);
    const served = new Set(workers.map((worker) => worker.name));
    const forgotten = QUEUE_NAMES.filter((name) => !served.has(name));
    if (forgotten.length > 0) {
      throw new Error(`No processor for ${forgotten.map((name) => `queue "${name}"`).join(", ")}.`);
    }
    for (const worker of workers) {
      worker.on("error", (error) => this.quiet.warn(`worker of ${worker.name}: ${describeError(error)}`));
      worker.on("failed", (job, error) => {
        this.counters.count(JOB_FAILURES, { queue: worker.name });
        this.log.warn(`${worker.name} ${job?.id ?? "?"} attempt ${job?.attemptsMade ?? "?"}: ${describeError(error)}`);
      });
    }
    await connected(this.config, [...workers, ...providers.filter((each) => each instanceof Queue)]);
    for (const worker of workers) void this.run(worker);
  }

  /** Runs a worker until it is closed. */
  private async run(worker: Worker): Promise<void> {
    while (worker.closing === undefined) {
      try {
        await worker.run();
      } catch (error) {
        this.quiet.warn(`worker of ${worker.name} stopped: ${describeError(error)}`);
      }
      await pause(RUN_AGAIN_MS, undefined, { ref: false });
    }
  }
}

/** The queues and what watches their processors; in the jobs process only. */
@Module({
  imports: [
    BullModule.forRootAsync({ useFactory: chooseQueueStore, inject: [Config] }),
    BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name }))),
    DiscoveryModule,
  ],
  providers: [
    {
      provide: Queues,
      useFactory: (...queues: Queue[]) => new Queues(new Map(queues.map((queue) => [queue.name, queue]))),
      inject: QUEUE_NAMES.map((name) => getQueueToken(name)),
    },
    QueueProcessors,
  ],
  exports: [Queues],
})
export class QueueModule {}
