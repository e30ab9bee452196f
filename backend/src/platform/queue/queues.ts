import { setTimeout as pause } from "node:timers/promises";
import { BullModule, getQueueToken, WorkerHost } from "@nestjs/bullmq";
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from "@nestjs/common";
import { DiscoveryModule, DiscoveryService } from "@nestjs/core";
import {
  createPostgresBackend,
  DEFAULT_SCHEMA,
  type Job,
  type JobsOptions,
  Queue,
  type QueueOptions,
  runMigrations,
  setDefaultBackendFactory,
  type Worker,
} from "bullmq";
import { Redis } from "ioredis";
import pg from "pg";
import { Config } from "../config/config.js";
import { Database } from "../database/database.js";
import { PooledClient } from "../database/pooled-client.js";
import { describeError, ThrottledLog } from "../log/log.js";
import { withinMs } from "../loops/background-loop.js";
import { Counters, JOB_FAILURES } from "../metrics/counters.js";
import type { QueueJob } from "../outbox/outbox.js";

/** All queues. The jobs process refuses to start if one has no processor. */
export const QUEUE_NAMES = ["mails", "whatsapp", "invoices", "pictures", "webhooks"] as const;

/**
 * Worker options of every processor: `@Processor("mails", PROCESSOR_OPTIONS)`. A job whose worker was killed is retried
 * after 10 s (BullMQ's default: a minute), and does not fail after two kills, as it would with the default
 * maxStalledCount, whatever its `attempts`. An unreachable store is retried after 2 s (default 15 s).
 * {@link QueueProcessors} runs the workers, since BullMQ never restarts one whose first statement fails.
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
 * A job is tried 12 times, with delays of 5 s, 10 s, 20 s … (nearly 3 hours in all). Completed jobs are retained for a
 * week, so that their id deduplicates a second relay of the same outbox row. What finally guarantees that an action is not
 * repeated are the rows that the jobs act on.
 */
export const JOB_OPTIONS = {
  attempts: 12,
  backoff: { type: "exponential", delay: 5_000 },
  removeOnComplete: { age: 7 * 86_400, count: 20_000 },
  removeOnFail: { age: 30 * 86_400 },
} as const satisfies JobsOptions;
/** Age in seconds at which the tries of a job have ended, with a margin. */
export const JOB_RETRIED_SECONDS = 4 * 3600;

/** True if this is the job's last attempt. */
export function isLastTry(job: Pick<Job, "attemptsMade" | "opts">): boolean {
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** Connections per queue or worker, besides a worker's that waits for jobs. */
const POOL_SIZE = 3;
/** Timeout of acquiring one, in ms. */
const CONNECT_TIMEOUT_MS = 10_000;
/** When a silent connection is first tested, in ms. BullMQ waits an hour for a notification only if it is. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Selects BullMQ's store: Redis if configured, otherwise our PostgreSQL (schema `bullmq`, created by the migration). The
 * choice is process-wide, so call it before creating any queue or worker.
 */
export function chooseQueueStore(settings: {
  readonly redisUrl: string | undefined;
  readonly directDatabaseUrl: string;
}): Pick<QueueOptions, "connection"> {
  if (settings.redisUrl !== undefined) {
    setDefaultBackendFactory();
    // Workers may wait indefinitely; adding a job has its own timeout (Queues).
    return { connection: { url: settings.redisUrl, maxRetriesPerRequest: null } };
  }
  setDefaultBackendFactory(postgresBackend);
  // BullMQ's types describe Redis options only, loosely enough to accept the PostgreSQL backend's.
  return { connection: { connectionString: settings.directDatabaseUrl } };
}

/**
 * BullMQ's store in PostgreSQL, each with a pool of our own clients: BullMQ's own listening client has a gap between
 * connecting and hearing of errors, in which a lost connection ends the process.
 */
const postgresBackend: typeof createPostgresBackend = (name, options, more) => {
  const { connectionString } = options.connection as { readonly connectionString: string };
  const pool = new pg.Pool({
    connectionString,
    Client: PooledClient,
    max: POOL_SIZE + 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // As BullMQ's own pools and listening clients: its statements name no schema.
    options: `-c search_path=${DEFAULT_SCHEMA}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  const backend = createPostgresBackend(name, { ...options, connection: pool }, more);
  backend.once("close", () => void pool.end());
  return backend;
};

/**
 * Waits for the first connection of queues and workers on PostgreSQL. If it fails, BullMQ never reconnects, and new objects
 * must be created. On Redis they reconnect automatically.
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
 * Creates or migrates BullMQ's tables in PostgreSQL. The processes' own role may not create tables.
 *
 * @param databaseUrl URL of a role that may create a schema
 */
export async function createQueueTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A lost connection rejects the running statement.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}

/** Timeout of adding a job, in ms: an unreachable Redis would block it indefinitely. */
const ADD_TIMEOUT_MS = 3_000;

/** Adds jobs to the queues. For the outbox relay only; features write to the outbox. */
export class Queues {
  private readonly quiet = new ThrottledLog(new Logger("Queues"));

  constructor(private readonly queues: ReadonlyMap<string, Queue>) {
    for (const queue of queues.values()) {
      // Without a listener BullMQ prints the whole connection.
      queue.on("error", (error) => this.quiet.warn(`queue ${queue.name}: ${describeError(error)}`));
    }
  }

  /**
   * Adds a job to its queue. Idempotent: a known job id is ignored.
   *
   * @throws TimeoutError if the store does not respond within 3 s, Error for an unknown queue
   */
  async add(job: QueueJob): Promise<void> {
    const queue = this.queues.get(job.queue);
    if (queue === undefined) throw new Error(`There is no queue "${job.queue}"`);
    const adding = queue.add(job.queue, job.data, {
      ...JOB_OPTIONS,
      jobId: job.jobId,
      ...(job.priority === undefined ? {} : { priority: job.priority }),
    });
    await withinMs(ADD_TIMEOUT_MS, adding);
  }
}

/** Timeout of reading the queues, in ms. */
const CHECK_TIMEOUT_MS = 2_000;

/** Job states that indicate the queue's health. */
const JOB_STATES = ["waiting", "active", "delayed", "failed"] as const;
type JobState = (typeof JOB_STATES)[number];

/** Read access to the queues, for processes that neither add nor process jobs. Opened on first use. */
@Injectable()
export class QueueView implements OnApplicationShutdown {
  private readonly quiet = new ThrottledLog(new Logger("Queues"));
  private opened: Promise<readonly Queue[]> | undefined;

  constructor(private readonly config: Config) {}

  /** @throws the driver's error if PostgreSQL is the store and unreachable; the next call retries */
  async queues(): Promise<readonly Queue[]> {
    this.opened ??= this.open();
    return await this.opened;
  }

  /**
   * Counts jobs by queue and state.
   *
   * @throws TimeoutError if the store does not respond within 2 s, or the driver's error
   */
  async depths(): Promise<{ readonly queue: string; readonly state: JobState; readonly jobs: number }[]> {
    const counted = this.queues().then((queues) =>
      Promise.all(
        queues.map(async (queue) => {
          // A job with a priority waits in a state of its own.
          const { prioritized = 0, ...counts } = await queue.getJobCounts(...JOB_STATES, "prioritized");
          return JOB_STATES.map((state) => ({
            queue: queue.name,
            state,
            jobs: (counts[state] ?? 0) + (state === "waiting" ? prioritized : 0),
          }));
        }),
      ),
    );
    return (await withinMs(CHECK_TIMEOUT_MS, counted)).flat();
  }

  async onApplicationShutdown(): Promise<void> {
    const closed = this.opened?.then((queues) => Promise.all(queues.map((queue) => queue.close())));
    // An unreachable store must not block the shutdown.
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

/** Reports to /readyz whether the queue's store responds. */
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
    // The client reconnects automatically, and `up` reports the status.
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

/** Redis counts as unreachable at shutdown after this, in ms. */
const PING_TIMEOUT_MS = 1_000;
/** Pause before a failed worker is restarted, in ms. */
const RESTART_MS = 1_000;

/** Runs the processors' workers, and restarts them after a failure of the store. */
@Injectable()
export class QueueProcessors implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger("Queues");
  private readonly quiet = new ThrottledLog(this.log);

  constructor(
    private readonly config: Config,
    private readonly discovery: DiscoveryService,
    private readonly counters: Counters,
  ) {}

  /**
   * Starts the workers once they and the queues are connected.
   *
   * @throws Error listing the queues without a processor: their jobs would wait indefinitely
   * @throws the driver's error if PostgreSQL is unreachable: the process exits, and the supervisor restarts it
   */
  async onApplicationBootstrap(): Promise<void> {
    const providers = this.discovery.getProviders().map((provider): unknown => provider.instance);
    const workers = providers.filter((instance) => instance instanceof WorkerHost).map((host) => host.worker as Worker);
    const served = new Set(workers.map((worker) => worker.name));
    const unserved = QUEUE_NAMES.filter((name) => !served.has(name));
    if (unserved.length > 0) {
      throw new Error(`No processor for ${unserved.map((name) => `queue "${name}"`).join(", ")}.`);
    }
    for (const worker of workers) {
      this.counters.show(JOB_FAILURES, { queue: worker.name });
      worker.on("error", (error) => this.quiet.warn(`worker of ${worker.name}: ${describeError(error)}`));
      worker.on("failed", (job, error) => {
        this.counters.count(JOB_FAILURES, { queue: worker.name });
        this.log.warn(`${worker.name} ${job?.id ?? "?"} attempt ${job?.attemptsMade ?? "?"}: ${describeError(error)}`);
      });
    }
    await connected(this.config, [...workers, ...providers.filter((each) => each instanceof Queue)]);
    for (const worker of workers) void this.run(worker);
  }

  /** Disconnects from an unreachable Redis: BullMQ's own shutdown would wait for it indefinitely. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.config.redisUrl === undefined) return;
    const providers = this.discovery.getProviders().map((provider): unknown => provider.instance);
    const queues = providers.filter((each): each is Queue => each instanceof Queue);
    try {
      await withinMs(PING_TIMEOUT_MS, Promise.all(queues.map((queue) => queue.getJobCounts("waiting"))));
    } catch {
      const workers = providers.filter((each) => each instanceof WorkerHost).map((host) => host.worker as Worker);
      await Promise.all(workers.map((worker) => worker.close(true)));
      await Promise.all(queues.map((queue) => queue.backend.close(true)));
    }
  }

  /** Runs a worker until it is closed. */
  private async run(worker: Worker): Promise<void> {
    while (worker.closing === undefined) {
      try {
        await worker.run();
      } catch (error) {
        this.quiet.warn(`worker of ${worker.name} failed, restarting: ${describeError(error)}`);
      }
      await pause(RESTART_MS, undefined, { ref: false });
    }
  }
}

/** The queues and their workers; in the jobs process only. */
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
