import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { Processor, WorkerHost } from "@nestjs/bullmq";
import { type INestApplicationContext, Module } from "@nestjs/common";
import { type DiscoveryService, NestFactory } from "@nestjs/core";
import { TcpProxy } from "@sakhi/testkit/tcp-proxy";
import { until } from "@sakhi/testkit/until";
import { type Job, Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Config } from "../../src/platform/config/config.js";
import { TimeoutError, withinMs } from "../../src/platform/loops/background-loop.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import {
  chooseQueueStore,
  JOB_OPTIONS,
  PROCESSOR_OPTIONS,
  QUEUE_NAMES,
  QueueModule,
  QueueProcessors,
  QueueView,
  Queues,
} from "../../src/platform/queue/queues.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { enqueue } from "./queues.js";

/** Processed jobs, and the number of jobs that fail next. */
const done: string[] = [];
let failures = 0;

@Processor("mails", PROCESSOR_OPTIONS)
class TestMails extends WorkerHost {
  override process(job: Job<Record<string, string>>): Promise<void> {
    if (failures > 0) {
      failures -= 1;
      return Promise.reject(new Error("the mail server is unreachable"));
    }
    done.push(`${job.id}:${job.data["mailId"]}`);
    return Promise.resolve();
  }
}

@Processor("whatsapp", PROCESSOR_OPTIONS)
class TestWhatsapp extends TestMails {}

@Processor("invoices", PROCESSOR_OPTIONS)
class TestInvoices extends TestMails {}

@Processor("pictures", PROCESSOR_OPTIONS)
class TestPictures extends TestMails {}

@Processor("webhooks", PROCESSOR_OPTIONS)
class TestWebhooks extends TestMails {}

@Module({ imports: [QueueModule], providers: [TestMails, TestWhatsapp, TestInvoices, TestPictures, TestWebhooks] })
class Complete {}

let db: TestDatabase;
let app: INestApplicationContext | undefined;
beforeAll(async () => {
  db = await createTestDatabase(5);
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  done.length = 0;
  failures = 0;
});
afterAll(() => db.close());

const redisUrl = process.env["TEST_REDIS_URL"] ?? process.env["REDIS_URL"];
const STORES = [
  { store: "PostgreSQL", env: { REDIS_URL: "" }, available: true },
  // A separate database of the test run's Redis, isolated from other queues.
  { store: "Redis", env: { REDIS_URL: ownRedis(redisUrl) }, available: redisUrl !== undefined },
];

function ownRedis(url: string | undefined): string {
  if (url === undefined) return "";
  const own = new URL(url);
  own.pathname = "/9";
  return own.href;
}

async function start(config: Config): Promise<Queues> {
  app = await NestFactory.createApplicationContext(
    { module: Complete, imports: [PlatformModule.with(config, db.source)] },
    { logger: false, abortOnError: false },
  );
  return app.get(Queues);
}

// First in this file: BullMQ's timers outlive a forced close by some seconds.
(redisUrl === undefined ? it.skip : it).each(["cut", "silent"] as const)(
  "QueueModule stops while the link to Redis is %s",
  async (kind) => {
    const proxy = await TcpProxy.open(Number(new URL(redisUrl ?? "").port));
    try {
      await start(testConfig({ DATABASE_URL: db.url, REDIS_URL: `redis://127.0.0.1:${proxy.port}/9` }));
      const stopping = app!;
      app = undefined;
      await stopping.get(TestMails).worker.waitUntilReady();
      proxy.break({ kind });
      // startProcess exits with an error after 15 s.
      await withinMs(10_000, stopping.close());
    } finally {
      await proxy.close();
    }
  },
);

for (const { store, env, available } of STORES) {
  const describeHere = available ? describe : describe.skip;
  describeHere(`Queues on ${store}`, () => {
    const config = (): Config => testConfig({ DATABASE_URL: db.url, ...env });
    /** Unique job ids: Redis still has those of the previous run. */
    const unique = (id: string): string => `${id}-${process.pid}-${Date.now()}`;

    it("passes a job to its processor, once per id", async () => {
      const queues = await start(config());
      const [first, second] = [unique("mail-1"), unique("mail-2")];
      await enqueue(queues, { queue: "mails", jobId: first, data: { mailId: "1" } });
      await enqueue(queues, { queue: "mails", jobId: first, data: { mailId: "1" } });
      await until("the first job", () => done.length > 0);
      await enqueue(queues, { queue: "mails", jobId: first, data: { mailId: "1" } });
      await enqueue(queues, { queue: "mails", jobId: second, data: { mailId: "2" } });
      await until("the second job", () => done.includes(`${second}:2`));
      expect(done).toEqual([`${first}:1`, `${second}:2`]);
    });

    it("takes the job of the smallest priority first, however many wait before it", async () => {
      const queues = await start(config());
      const { worker } = app!.get(TestMails);
      await worker.pause();
      const flood = Array.from({ length: 8 }, (_, n) => unique(`stranger-${n}`));
      for (const jobId of flood) await enqueue(queues, { queue: "mails", jobId, data: { mailId: "s" }, priority: 4 });
      const other = unique("payer");
      await enqueue(queues, { queue: "mails", jobId: other, data: { mailId: "p" }, priority: 2 });
      const ticket = unique("ticket");
      await enqueue(queues, { queue: "mails", jobId: ticket, data: { mailId: "t" }, priority: 1 });
      void worker.resume();
      await until("all of them", () => done.length === 10);
      expect(done.slice(0, 2)).toEqual([`${ticket}:t`, `${other}:p`]);
    });

    it("retries a failed job", async () => {
      const queues = await start(config());
      failures = 1;
      const id = unique("mail-3");
      await enqueue(queues, { queue: "mails", jobId: id, data: { mailId: "3" } });
      await until("the second try", () => done.length === 1);
      expect(JOB_OPTIONS).toMatchObject({ attempts: 12, backoff: { type: "exponential", delay: 5_000 } });
    });

    it("retries a job on another worker after the first one is killed", async () => {
      const { connection } = chooseQueueStore(config());
      let started = false;
      // Takes the job and hangs; closed by force it does not renew its lock, as after kill -9.
      const dying = new Worker(
        "mails",
        () => {
          started = true;
          return new Promise(() => undefined);
        },
        { connection, ...PROCESSOR_OPTIONS, autorun: true, concurrency: 1 },
      );
      dying.on("error", () => undefined);
      await dying.waitUntilReady();
      const id = unique("mail-4");
      const queues = await start(config());
      const { worker } = app!.get(TestMails);
      await worker.pause();
      await enqueue(queues, { queue: "mails", jobId: id, data: { mailId: "4" } });
      await until("the job to begin", () => started);
      await dying.close(true);
      void worker.resume();
      await until("another worker", () => done.includes(`${id}:4`));
    });

    it("refuses an unknown queue and an invalid job id", async () => {
      const queues = await start(config());
      await expect(queues.add({ queue: "parcels", jobId: "a", data: {} })).rejects.toThrow("parcels");
      await expect(queues.add({ queue: "mails", jobId: "a:b", data: {} })).rejects.toThrow();
    });
  });
}

describe("an unreachable store", () => {
  const unreachable = "postgres://nobody@127.0.0.1:1/nothing";

  it("PostgreSQL: adding a job fails within the timeout", async () => {
    const store = chooseQueueStore(testConfig({ DATABASE_URL: unreachable, REDIS_URL: "" }));
    const mails = new Queue("mails", store);
    const queues = new Queues(new Map([["mails", mails]]));
    await expect(queues.add({ queue: "mails", jobId: "mail-5", data: {} })).rejects.toThrow();
    await mails.close();
  });

  it("PostgreSQL: fails the start of jobs, since BullMQ never reconnects after a failed first connection", async () => {
    const config = testConfig({ DATABASE_URL: unreachable, REDIS_URL: "" });
    const workers = QUEUE_NAMES.map(
      (name) => new Worker(name, () => Promise.resolve(), { ...chooseQueueStore(config), autorun: false }),
    );
    const hosts = workers.map((worker) => ({ instance: Object.assign(new TestMails(), { _worker: worker }) }));
    await expect(processors(hosts, config).onApplicationBootstrap()).rejects.toThrow("ECONNREFUSED");
    expect(workers.some((worker) => worker.isRunning())).toBe(false);
    await Promise.all(workers.map((worker) => worker.close()));
  });

  it("PostgreSQL: QueueView reconnects once it is reachable", async () => {
    const config = testConfig({ DATABASE_URL: unreachable, REDIS_URL: "" });
    const view = new QueueView(config);
    await expect(view.depths()).rejects.toThrow("ECONNREFUSED");
    Object.assign(config, { directDatabaseUrl: db.url });
    expect(await view.depths()).toContainEqual({ queue: "mails", state: "waiting", jobs: 0 });
    await view.onApplicationShutdown();
  });

  it("PostgreSQL: a worker whose first statement fails is restarted", async () => {
    const first = jest.spyOn(Worker.prototype, "startStalledCheckTimer");
    first.mockRejectedValueOnce(new Error("Connection terminated unexpectedly"));
    first.mockRejectedValueOnce(new Error("Connection terminated unexpectedly"));
    const queues = await start(testConfig({ DATABASE_URL: db.url, REDIS_URL: "" }));
    await enqueue(queues, { queue: "mails", jobId: "mail-6", data: { mailId: "6" } });
    await until("the job", () => done.includes("mail-6:6"));
    first.mockRestore();
  });

  it("Redis: adding a job fails within the timeout", async () => {
    chooseQueueStore(testConfig({ DATABASE_URL: db.url, REDIS_URL: "redis://127.0.0.1:1" }));
    // A connection that the test closes: closing a queue would wait for Redis.
    const connection = new Redis("redis://127.0.0.1:1", {
      maxRetriesPerRequest: null,
      // Without a connection its timer would keep running and block the jest worker.
      disconnectTimeout: 0,
    });
    connection.on("error", () => undefined);
    const mails = new Queue("mails", { connection });
    const queues = new Queues(new Map([["mails", mails]]));
    await expect(queues.add({ queue: "mails", jobId: "mail-5", data: {} })).rejects.toThrow(TimeoutError);
    connection.disconnect();
    await mails.close();
  });
});

describe("QueueProcessors", () => {
  it("fails the start if a queue has no processor, and names the queue", async () => {
    const mails = Object.assign(new TestMails(), { _worker: { name: "mails", on: () => undefined } });
    const found = processors([{ instance: mails }, { instance: undefined }], testConfig());
    await expect(found.onApplicationBootstrap()).rejects.toThrow(
      'No processor for queue "whatsapp", queue "invoices", queue "pictures", queue "webhooks".',
    );
  });
});

function processors(providers: readonly { readonly instance: unknown }[], config: Config): QueueProcessors {
  const discovery = { getProviders: () => providers } as unknown as DiscoveryService;
  return new QueueProcessors(config, discovery, new Counters());
}
