import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { BookingFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { Client } from "@temporalio/client";
import type { WorkflowNudge } from "../../src/platform/outbox/outbox.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import {
  ensureNamespace,
  RETENTION_DAYS,
  TemporalConnection,
} from "../../src/platform/temporal/temporal-connection.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import { endWhenAsked, startWorkflowWorker, type WorkflowWorker } from "../../src/platform/temporal/workflow-worker.js";
import { testConfig } from "../support/config.js";
import { freePort } from "@sakhi/testkit/ports";
import { bundleWorkflows, TemporalServer } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";

const log: string[] = [];
const logger = {
  log: (line: unknown) => log.push(String(line)),
  warn: (line: unknown) => log.push(String(line)),
  error: (line: unknown) => log.push(String(line)),
};

const taskQueue = `orchestrator-${randomUUID()}`;
/** A test's own booking as it stands; a look may also fail. */
let bookingId: string;
let check: () => Promise<BookingFacts>;
let checks: number;

const workflowBundle = await bundleWorkflows();
beforeEach(() => {
  bookingId = randomUUID();
  checks = 0;
  check = () => Promise.resolve(held());
});

function held(): BookingFacts {
  return { state: "held", stallId: "B12", msLeft: 600_000, happened: [], lastEvent: "0" };
}

function left(): BookingFacts {
  return { state: "released", stallId: "B12", releaseReason: "left", happened: [], lastEvent: "1" };
}

function nudge(): WorkflowNudge {
  return {
    workflowType: "stallBooking",
    workflowId: `stall-booking/${bookingId}`,
    args: [{ bookingId }],
    signal: "recheck",
    searchAttributes: { StallId: "B12", OrderId: undefined, Stage: "held" },
    summary: "Stall B12",
  };
}

/** As the relay does: again when Temporal was too slow. */
function record(runs: WorkflowRuns, nudged = nudge()): Promise<void> {
  return until("the nudge to arrive", () =>
    runs.start(nudged).then(
      () => true,
      () => false,
    ),
  );
}

const counters = new Counters();

function startWorker(address: string, namespace = "default"): Promise<WorkflowWorker> {
  const lookUpBooking = (id: string): Promise<BookingFacts> => {
    if (id !== bookingId) return Promise.resolve(left());
    checks += 1;
    return check();
  };
  return startWorkflowWorker(
    { address, namespace, taskQueue, counters, activities: { lookUpBooking }, workflows: { workflowBundle } },
    logger,
  );
}

function connect(address: string): TemporalConnection {
  return new TemporalConnection(
    testConfig({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: "default", TEMPORAL_TASK_QUEUE: taskQueue }),
  );
}

describe("telling workflows", () => {
  const address = process.env["TEMPORAL_ADDRESS"] ?? "";
  let temporal: TemporalConnection;
  let runs: WorkflowRuns;
  let client: Client;
  let worker: WorkflowWorker;
  let workflowId: string;

  beforeAll(async () => {
    temporal = connect(address);
    runs = new WorkflowRuns(temporal);
    ({ client } = temporal);
    worker = await startWorker(address);
  });
  beforeEach(() => {
    workflowId = `stall-booking/${bookingId}`;
  });
  afterEach(async () => {
    await client.workflow
      .getHandle(workflowId)
      .terminate("the test is over")
      .catch(() => undefined);
  });
  afterAll(async () => {
    await worker.stop();
    await temporal.onApplicationShutdown();
  });

  const runId = async (): Promise<string> => (await client.workflow.getHandle(workflowId).describe()).runId;

  it("starts a workflow, and nudges it when notified again", async () => {
    expect(await runs.missing([workflowId])).toEqual([workflowId]);
    expect(await runs.unknown([workflowId])).toEqual([workflowId]);
    await record(runs);
    const first = await runId();
    await until("the first look", () => checks >= 1);
    await record(runs);
    await until("the second look", () => checks >= 2);
    expect(await runId()).toBe(first);
    expect(await runs.missing([workflowId])).toEqual([]);
    const run = await client.workflow.getHandle(workflowId).describe();
    const attributes = run.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value] as const);
    expect(Object.fromEntries(attributes)).toMatchObject({ StallId: "B12", Stage: "held" });
    expect(await run.staticSummary()).toBe("Stall B12");
  });

  it("counts a completed workflow as notified, unless the sweep knows better", async () => {
    check = () => Promise.resolve(left());
    await record(runs);
    await client.workflow.result(workflowId);
    const first = await runId();
    await record(runs);
    expect(await runId()).toBe(first);
    expect(await runs.missing([workflowId])).toEqual([workflowId]);
    // Where a workflow's own end is the last word (late money), it is not missed.
    expect(await runs.unknown([workflowId])).toEqual([]);
    await record(runs, { ...nudge(), evenIfCompleted: true });
    expect(await runId()).not.toBe(first);
    await client.workflow.result(workflowId);
  });

  it("starts a workflow again that was terminated", async () => {
    await record(runs);
    const first = await runId();
    await client.workflow.getHandle(workflowId).terminate();
    await record(runs);
    expect(await runId()).not.toBe(first);
    expect(await runs.missing([workflowId])).toEqual([]);
  });

  it("keeps what an error says out of Temporal, and tries again", async () => {
    check = () => Promise.reject(new TypeError("asha@example.org, 9876543210"));
    await record(runs);
    await until("the first failure", () => checks >= 1);
    const handle = client.workflow.getHandle(workflowId);
    let pending = "";
    await until("the failure to be known", async () => {
      pending = JSON.stringify((await handle.describe()).raw.pendingActivities);
      return pending.includes("TypeError");
    });
    expect(pending).not.toMatch(/asha|98765/);
    expect(log.join("\n")).not.toMatch(/asha|98765/);
    check = () => Promise.resolve(left());
    await client.workflow.result(workflowId);
    expect(JSON.stringify(await handle.fetchHistory())).not.toMatch(/asha|98765/);
  });

  it("fails the workflow of a booking that does not exist, and a nudge starts it again", async () => {
    check = () => Promise.reject(new DomainError("not_found"));
    await record(runs);
    // Asked again, it would be the same.
    await expect(client.workflow.result(workflowId)).rejects.toMatchObject({
      cause: { retryState: "NON_RETRYABLE_FAILURE" },
    });
    check = () => Promise.resolve(left());
    await record(runs);
    await client.workflow.result(workflowId);
  });
});

const cli = process.env["TEMPORAL_CLI"] ?? "";
const describeWithOwnServer = cli === "" ? describe.skip : describe;

describeWithOwnServer("a server of its own", () => {
  let server: TemporalServer;
  let address: string;

  beforeAll(async () => {
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    server = new TemporalServer(port);
  });
  afterAll(async () => {
    await server.remove();
  });

  it("is waited for, prepared, and outlived when it is killed and comes back", async () => {
    log.length = 0;
    const starting = startWorker(address);
    await until("the worker to miss it", () => log.some((line) => line.includes("does not answer")));
    server.launch();
    const worker = await starting;
    const reported = log.filter((line) => line.startsWith(`Temporal at ${address}`));
    expect(reported.at(-1)).toBe(`Temporal at ${address} answers.`);
    // Not with every try, only when the problem is another one.
    const problems = reported.slice(0, -1);
    expect(problems.filter((line) => !line.includes("does not answer"))).toEqual([]);
    expect(problems.filter((line, index) => line === problems[index - 1])).toEqual([]);

    const temporal = connect(address);
    const runs = new WorkflowRuns(temporal);
    await record(runs);
    await until("the first look", () => checks >= 1);

    await server.kill();
    await until("it to be gone", async () => !(await temporal.up()));
    server.launch();
    check = () => Promise.resolve(left());
    await record(runs);
    await until("the second look", () => checks > 1);
    await worker.stop();
    await temporal.onApplicationShutdown();
  });

  it("gets its namespace, retention and search attributes, any number of times", async () => {
    const temporal = connect(address);
    for (const namespace of ["default", "mela", "mela"]) await ensureNamespace(temporal.connection, namespace);
    const known = await temporal.connection.workflowService.describeNamespace({ namespace: "mela" });
    expect(Number(known.config?.workflowExecutionRetentionTtl?.seconds)).toBe(RETENTION_DAYS * 86_400);
    const { customAttributes } = await temporal.connection.operatorService.listSearchAttributes({ namespace: "mela" });
    expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(["StallId", "OrderId", "Stage"]));
    await temporal.onApplicationShutdown();
  });
});

describe("a worker that ends", () => {
  it("has died when nobody asked for it, so that its process ends, too", async () => {
    await expect(endWhenAsked(Promise.resolve(), () => false)).rejects.toThrow("stopped by itself");
    await expect(endWhenAsked(Promise.reject(new Error("poll failure")), () => true)).rejects.toThrow();
    await expect(endWhenAsked(Promise.resolve(), () => true)).resolves.toBeUndefined();
  });
});
