import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { notifyAfterCommit } from "../../src/platform/database/database.js";
import { Notifications } from "../../src/platform/database/notifications.js";
import { Outbox, OutboxRepository, type QueueJob, type WorkflowNudge } from "../../src/platform/outbox/outbox.js";
import { coalesced, OutboxRelay, retryInMs } from "../../src/platform/relay/outbox-relay.js";
import type { Queues } from "../../src/platform/queue/queues.js";
import { TemporalConnection } from "../../src/platform/temporal/temporal-connection.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, emptyTables } from "../support/database.js";
import { until } from "@sakhi/testkit/until";

let relays: OutboxRelay[];
const outbox = new Outbox();

/** What came out at the other end; a test may make it refuse or hang. */
const started: string[] = [];
const added: string[] = [];
let start: (nudge: WorkflowNudge) => Promise<void>;
let add: (job: QueueJob) => Promise<void>;

const db = await createTestDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  relays = [];
  started.length = 0;
  added.length = 0;
  start = (nudge) => Promise.resolve(void started.push(nudge.workflowId));
  add = (job) => Promise.resolve(void added.push(job.jobId));
  await emptyTables(db.source);
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.beforeApplicationShutdown()));
});

function newRelay(): OutboxRelay {
  const starter = { start: (nudge: WorkflowNudge) => start(nudge) } as WorkflowRuns;
  const queues = { add: (job: QueueJob) => add(job) } as Queues;
  return new OutboxRelay(testConfig({ DATABASE_URL: db.url }), new OutboxRepository(db.database), starter, queues);
}

/** A relay as it runs in the jobs process. */
function startRelay(): void {
  const relay = newRelay();
  relay.onApplicationBootstrap();
  relays.push(relay);
}

function nudgeOf(workflowId: string): WorkflowNudge {
  return {
    workflowType: "stallBooking",
    workflowId,
    args: [{ bookingId: "b" }],
    signal: "recheck",
    searchAttributes: { StallId: "B12", OrderId: undefined, Stage: "held" },
  };
}

async function note(...workflowIds: string[]): Promise<void> {
  await db.database.transaction(async (tx) => {
    for (const id of workflowIds) await outbox.nudge(tx, nudgeOf(id));
  });
}

interface Row {
  readonly attempts: number;
  readonly last_error: string | null;
  readonly relayed: boolean;
  readonly waits_ms: number;
}

/** @param since the time from which a row's wait is measured; by the database's clock */
function rowsNow(since = new Date()): Promise<Row[]> {
  return db.database.query<Row>(
    `SELECT attempts, last_error, relayed_at IS NOT NULL AS relayed,
            extract(epoch FROM not_before - $1)::float * 1000 AS waits_ms
       FROM outbox ORDER BY id`,
    [since],
  );
}

describe("the outbox relay", () => {
  it("relays what was committed, and nothing that was rolled back", async () => {
    await db.database.transaction(async (tx) => {
      await outbox.nudge(tx, nudgeOf("stall-booking/1"));
      await outbox.enqueue(tx, { queue: "mails", jobId: "mail-1", data: { mailId: "1" } });
    });
    const undone = db.database.transaction(async (tx) => {
      await outbox.nudge(tx, nudgeOf("stall-booking/undone"));
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    startRelay();
    await until("both", () => started.length + added.length >= 2);
    expect(started).toEqual(["stall-booking/1"]);
    expect(added).toEqual(["mail-1"]);
    await until("the marks", async () => (await rowsNow()).every((row) => row.relayed));
  });

  it("is woken by the commit", async () => {
    startRelay();
    // A row that is not due shows when the relay has started to listen and poll.
    await note("stall-booking/first");
    await until("the first", () => started.length >= 1);
    await note("stall-booking/second");
    await until("the second", () => started.length >= 2);
  });

  it("sends mails while Temporal does not answer", async () => {
    start = () => new Promise(() => undefined);
    startRelay();
    await note("stall-booking/stuck");
    await db.database.transaction((tx) =>
      outbox.enqueue(tx, { queue: "mails", jobId: "mail-2", data: { mailId: "2" } }),
    );
    await until("the mail", () => added.length >= 1);
    const [stuck] = await rowsNow();
    expect(stuck?.relayed).toBe(false);
  });

  it("tries again later what failed, without keeping what the error said", async () => {
    const errors = [Object.assign(new Error("phone 9876543210 refused"), { code: "ECONNREFUSED" })];
    start = (nudge) => {
      const error = errors.pop();
      if (error !== undefined) return Promise.reject(error);
      return Promise.resolve(void started.push(nudge.workflowId));
    };
    await note("stall-booking/later");
    const before = (await db.database.query<{ now: Date }>("SELECT clock_timestamp() AS now"))[0]?.now;
    await newRelay().relayDue("workflow");
    const [row] = await rowsNow(before);
    expect(row).toMatchObject({ attempts: 1, relayed: false, last_error: "Error ECONNREFUSED" });
    // From when it failed on; how long that took comes on top.
    expect(row?.waits_ms).toBeGreaterThanOrEqual(400);
    startRelay();
    await until("the second try", () => started.length >= 1);
  });

  it("never waits longer than 15 s between tries", () => {
    const waits = [0, 1, 2, 5, 6, 100].map((failures) => retryInMs(failures, () => 1));
    expect(waits).toEqual([500, 1_000, 2_000, 15_000, 15_000, 15_000]);
    expect(retryInMs(0, () => 0)).toBe(400);
  });

  it("relays each row once though several relays work at the same time", async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `stall-booking/${index}`);
    await note(...ids);
    const three = [newRelay(), newRelay(), newRelay()];
    await Promise.all(
      three.map(async (relay) => {
        while (await relay.relayDue("workflow"));
      }),
    );
    expect([...started].sort()).toEqual([...ids].sort());
  });

  it("relays what a relay had claimed that died", async () => {
    await note("stall-booking/orphan");
    const repository = new OutboxRepository(db.database);
    expect(await repository.claim("workflow", 20, 3_600_000)).toHaveLength(1);
    expect(await repository.claim("workflow", 20, 3_600_000)).toHaveLength(0);
    // As if its lease had run out.
    await db.database.query("UPDATE outbox SET not_before = not_before - interval '1 hour'");
    startRelay();
    await until("the orphan", () => started.length >= 1);
  });

  it("starts nothing for what has ended before it was relayed, and says the rest in one nudge", async () => {
    await db.database.transaction(async (tx) => {
      await outbox.nudge(tx, { ...nudgeOf("stall-booking/left"), begins: true });
      await outbox.nudge(tx, { ...nudgeOf("stall-booking/stays"), begins: true });
      await outbox.nudge(tx, nudgeOf("stall-booking/stays"));
      await outbox.nudge(tx, { ...nudgeOf("stall-booking/left"), ends: true });
    });
    const relay = newRelay();
    await relay.relayDue("workflow");
    expect(started).toEqual(["stall-booking/stays"]);
    expect((await rowsNow()).every((row) => row.relayed)).toBe(true);
  });

  it("notifies the workflow of an end when its start was relayed, or tried, before", async () => {
    const begin = { ...nudgeOf("stall-booking/known"), begins: true };
    const end = { ...nudgeOf("stall-booking/known"), ends: true };
    start = () => Promise.reject(new Error("away"));
    await db.database.transaction((tx) => outbox.nudge(tx, begin));
    const relay = newRelay();
    await relay.relayDue("workflow");
    start = (nudge) => Promise.resolve(void started.push(nudge.workflowId));
    await db.database.transaction((tx) => outbox.nudge(tx, end));
    await db.database.query("UPDATE outbox SET not_before = clock_timestamp() WHERE attempts > 0");
    await relay.relayDue("workflow");
    expect(started).toEqual(["stall-booking/known"]);
  });

  interface Nudged {
    readonly begins?: true;
    readonly ends?: true;
    readonly evenIfCompleted?: true;
    readonly again?: true;
    readonly ageMs?: number;
  }
  it.each<[string, Nudged[], "nothing" | "the newest" | "the newest, even if completed"]>([
    ["a first nudge alone", [{ begins: true }], "the newest"],
    ["a first nudge and others", [{ begins: true }, {}, {}], "the newest"],
    ["a beginning and its end", [{ begins: true }, { ends: true }], "nothing"],
    ["a beginning, something between, and its end", [{ begins: true }, {}, { ends: true }], "nothing"],
    ["an end alone: it was started before", [{ ends: true }], "the newest"],
    ["something after the end", [{ begins: true }, { ends: true }, {}], "the newest"],
    ["a beginning that was claimed before", [{ begins: true, again: true }, { ends: true }], "the newest"],
    ["a beginning so old that the sweep knows it", [{ begins: true, ageMs: 30_000 }, { ends: true }], "the newest"],
    ["the sweep's and others", [{ evenIfCompleted: true }, {}], "the newest, even if completed"],
  ])("of one workflow's nudges: %s", (_what, nudges, expected) => {
    const rows = nudges.map(({ again, ageMs = 0, ...nudge }, index) => ({
      id: String(index),
      attempts: 0,
      again: again === true,
      ageMs,
      payload: { ...nudgeOf("stall-booking/1"), ...nudge, summary: String(index) },
    }));
    const [group, ...others] = coalesced(rows);
    expect([group?.rows, others]).toEqual([rows, []]);
    const { summary, evenIfCompleted = false } = (group?.payload ?? {}) as Partial<WorkflowNudge>;
    expect([summary, evenIfCompleted]).toEqual([
      expected === "nothing" ? undefined : String(nudges.length - 1),
      expected === "the newest, even if completed",
    ]);
  });

  it("deletes what was relayed more than a week ago, and only that", async () => {
    await note("stall-booking/old", "stall-booking/waiting", "stall-booking/new");
    await db.database.query(
      `UPDATE outbox SET relayed_at = clock_timestamp() - CASE payload->>'workflowId'
         WHEN 'stall-booking/old' THEN interval '8 days' WHEN 'stall-booking/new' THEN interval '6 days' END`,
    );
    expect(await new OutboxRepository(db.database).prune()).toBe(1);
    expect(await rowsNow()).toHaveLength(2);
  });
});

describe("notifications", () => {
  let notifications: Notifications;
  const hear = (heard: (payload: string | undefined) => void): void => {
    notifications = new Notifications(db.url, { outbox: heard });
    notifications.start();
  };
  afterEach(() => notifications.stop());

  it("of a transaction are sent once it has committed, each once, and none where it is rolled back", async () => {
    const heard: string[] = [];
    let connected = false;
    hear((payload) => {
      // Asked more than once on a busy machine, so it may also be heard later.
      if (payload === "connected") connected = true;
      else if (payload !== undefined) heard.push(payload);
    });
    await until("the connection", async () => {
      await db.database.query("SELECT pg_notify('outbox', 'connected')");
      return connected;
    });
    await expect(
      db.database.transaction(async (tx) => {
        notifyAfterCommit(tx, { channel: "outbox", payload: "lost" });
        await tx.query("SELECT 1 / 0");
      }),
    ).rejects.toThrow();
    await db.database.transaction(async (tx) => {
      for (const payload of ["first", "first", "second"]) notifyAfterCommit(tx, { channel: "outbox", payload });
      await tx.query("SELECT 1");
      expect(heard).toEqual([]);
    });
    await until("the notifications", () => heard.includes("second"));
    expect(heard).toEqual(["first", "second"]);
  });

  it("are heard again after the connection was lost", async () => {
    let heard = 0;
    hear(() => (heard += 1));
    // One call after connecting, for what was missed.
    await until("the connection", () => heard >= 1);
    await db.database.query("SELECT pg_notify('outbox', 'workflow')");
    await until("the notification", () => heard >= 2);
    await db.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'sakhi-bazaar notifications'`,
    );
    await until("the new connection", () => heard >= 3);
    await db.database.query("SELECT pg_notify('outbox', 'workflow')");
    await until("the notification", () => heard >= 4);
  });
});

describe("while Temporal is away", () => {
  it("telling fails in time, and nothing is known to be missing", async () => {
    const temporal = new TemporalConnection(testConfig({ TEMPORAL_ADDRESS: "127.0.0.1:1" }));
    const startedAt = Date.now();
    const recording = new WorkflowRuns(temporal).start(nudgeOf("stall-booking/away"));
    const missing = new WorkflowRuns(temporal).missing(["stall-booking/away"]);
    const up = temporal.up();
    await expect(recording).rejects.toThrow();
    expect(await missing).toEqual([]);
    expect(await up).toBe(false);
    // Each has 5 s. Ten times that, so that a slow machine does not fail the test.
    expect(Date.now() - startedAt).toBeLessThan(50_000);
    await temporal.onApplicationShutdown();
  });
});
