import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { notifyAfterCommit } from "../../src/platform/database/database.js";
import { Notifications } from "../../src/platform/database/notifications.js";
import { Outbox, OutboxRepository, type QueueJob, type WorkflowNudge } from "../../src/platform/outbox/outbox.js";
import type { Queues } from "../../src/platform/queue/queues.js";
import { coalesced, OutboxRelay, retryInMs } from "../../src/platform/relay/outbox-relay.js";
import { TemporalConnection } from "../../src/platform/temporal/temporal-connection.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, emptyTables } from "../support/database.js";

let relays: OutboxRelay[];
const outbox = new Outbox();

/** What was relayed. A test may make `start` and `add` fail or hang. */
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

async function nudge(...workflowIds: string[]): Promise<void> {
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

/** @param since start of a row's wait, by the database's clock */
function rowsNow(since = new Date()): Promise<Row[]> {
  return db.database.query<Row>(
    `SELECT attempts, last_error, relayed_at IS NOT NULL AS relayed,
            extract(epoch FROM not_before - $1)::float * 1000 AS waits_ms
       FROM outbox ORDER BY id`,
    [since],
  );
}

describe("OutboxRelay", () => {
  it("relays committed rows, and none of a rolled-back transaction", async () => {
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

  it("wakes on a commit", async () => {
    startRelay();
    // The first row shows that the relay listens and polls.
    await nudge("stall-booking/first");
    await until("the first", () => started.length >= 1);
    await nudge("stall-booking/second");
    await until("the second", () => started.length >= 2);
  });

  it("enqueues mails while Temporal is unreachable", async () => {
    start = () => new Promise(() => undefined);
    startRelay();
    await nudge("stall-booking/stuck");
    await db.database.transaction((tx) =>
      outbox.enqueue(tx, { queue: "mails", jobId: "mail-2", data: { mailId: "2" } }),
    );
    await until("the mail", () => added.length >= 1);
    const [stuck] = await rowsNow();
    expect(stuck?.relayed).toBe(false);
  });

  it("retries a failed row later, and does not store the error's message", async () => {
    const errors = [Object.assign(new Error("phone 9876543210 refused"), { code: "ECONNREFUSED" })];
    start = (nudge) => {
      const error = errors.pop();
      if (error !== undefined) return Promise.reject(error);
      return Promise.resolve(void started.push(nudge.workflowId));
    };
    await nudge("stall-booking/later");
    const before = (await db.database.query<{ now: Date }>("SELECT clock_timestamp() AS now"))[0]?.now;
    await newRelay().relayDue("workflow");
    const [row] = await rowsNow(before);
    expect(row).toMatchObject({ attempts: 1, relayed: false, last_error: "Error ECONNREFUSED" });
    // Counted from the failure, so the time until then is added.
    expect(row?.waits_ms).toBeGreaterThanOrEqual(400);
    startRelay();
    await until("the second try", () => started.length >= 1);
  });

  it("backs off exponentially, up to 15 s", () => {
    const waits = [0, 1, 2, 5, 6, 100].map((failures) => retryInMs(failures, () => 1));
    expect(waits).toEqual([500, 1_000, 2_000, 15_000, 15_000, 15_000]);
    expect(retryInMs(0, () => 0)).toBe(400);
  });

  it("relays each row once with several concurrent relays", async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `stall-booking/${index}`);
    await nudge(...ids);
    const three = [newRelay(), newRelay(), newRelay()];
    await Promise.all(
      three.map(async (relay) => {
        while (await relay.relayDue("workflow"));
      }),
    );
    expect([...started].sort()).toEqual([...ids].sort());
  });

  it("relays rows claimed by a dead relay", async () => {
    await nudge("stall-booking/orphan");
    const repository = new OutboxRepository(db.database);
    expect(await repository.claim("workflow", 20, 3_600_000)).toHaveLength(1);
    expect(await repository.claim("workflow", 20, 3_600_000)).toHaveLength(0);
    // Expire the lease.
    await db.database.query("UPDATE outbox SET not_before = not_before - interval '1 hour'");
    startRelay();
    await until("the orphan", () => started.length >= 1);
  });

  it("drops nudges of a subject that ended before the first relay, and coalesces the rest", async () => {
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

  it("relays an end if the start was relayed, or tried, before", async () => {
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
    ["a start alone", [{ begins: true }], "the newest"],
    ["a start and other nudges", [{ begins: true }, {}, {}], "the newest"],
    ["a start and its end", [{ begins: true }, { ends: true }], "nothing"],
    ["a start, another nudge and the end", [{ begins: true }, {}, { ends: true }], "nothing"],
    ["an end alone (started before)", [{ ends: true }], "the newest"],
    ["a nudge after the end", [{ begins: true }, { ends: true }, {}], "the newest"],
    ["a start that was claimed before", [{ begins: true, again: true }, { ends: true }], "the newest"],
    ["a start old enough for the sweep to have seen", [{ begins: true, ageMs: 30_000 }, { ends: true }], "the newest"],
    ["the sweep's nudge and others", [{ evenIfCompleted: true }, {}], "the newest, even if completed"],
  ])("coalesces one workflow's nudges: %s", (_what, nudges, expected) => {
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

  it("prunes only rows relayed more than a week ago", async () => {
    await nudge("stall-booking/old", "stall-booking/waiting", "stall-booking/new");
    await db.database.query(
      `UPDATE outbox SET relayed_at = clock_timestamp() - CASE payload->>'workflowId'
         WHEN 'stall-booking/old' THEN interval '8 days' WHEN 'stall-booking/new' THEN interval '6 days' END`,
    );
    expect(await new OutboxRepository(db.database).prune()).toBe(1);
    expect(await rowsNow()).toHaveLength(2);
  });
});

describe("Notifications", () => {
  let notifications: Notifications;
  const listen = (heard: (payload: string | undefined) => void): void => {
    notifications = new Notifications(db.url, { outbox: heard });
    notifications.start();
  };
  afterEach(() => notifications.stop());

  it("delivers a transaction's notices after the commit, deduplicated, and none after a rollback", async () => {
    const heard: string[] = [];
    let connected = false;
    listen((payload) => {
      // Sent repeatedly on a busy machine, so it may also arrive later.
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

  it("reconnects after a lost connection", async () => {
    let heard = 0;
    listen(() => (heard += 1));
    // Handlers are called once after connecting.
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

describe("WorkflowRuns while Temporal is unreachable", () => {
  it("fails within the timeout, and reports no workflow as missing", async () => {
    const temporal = new TemporalConnection(testConfig({ TEMPORAL_ADDRESS: "127.0.0.1:1" }));
    const startedAt = Date.now();
    const recording = new WorkflowRuns(temporal).start(nudgeOf("stall-booking/away"));
    const missing = new WorkflowRuns(temporal).missing(["stall-booking/away"]);
    const up = temporal.up();
    await expect(recording).rejects.toThrow();
    expect(await missing).toEqual({ found: [], unanswered: 1 });
    expect(await up).toBe(false);
    // The timeout is 5 s; ten times that leaves room for a slow machine.
    expect(Date.now() - startedAt).toBeLessThan(50_000);
    await temporal.onApplicationShutdown();
  });
});
