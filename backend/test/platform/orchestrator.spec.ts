import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { freePort } from "@sakhi/testkit/ports";
import { bundleWorkflows, TemporalServer } from "@sakhi/testkit/temporal";
import { eventually, until } from "@sakhi/testkit/until";
import type { BookingReading } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { Client } from "@temporalio/client";
import { Counters } from "../../src/platform/metrics/counters.js";
import type { WorkflowNudge } from "../../src/platform/outbox/outbox.js";
import {
  ensureNamespace,
  RETENTION_DAYS,
  TemporalConnection,
} from "../../src/platform/temporal/temporal-connection.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import { endWhenAsked, startWorkflowWorker, type WorkflowWorker } from "../../src/platform/temporal/workflow-worker.js";
import { testConfig } from "../support/config.js";

const log: string[] = [];
const logger = {
  log: (line: unknown) => log.push(String(line)),
  warn: (line: unknown) => log.push(String(line)),
  error: (line: unknown) => log.push(String(line)),
};

const taskQueue = `orchestrator-${randomUUID()}`;
/** The test's booking: id, lookup (which may fail), and number of lookups. */
let bookingId: string;
let check: () => Promise<BookingReading>;
let checks: number;

const workflowBundle = await bundleWorkflows();
beforeEach(() => {
  bookingId = randomUUID();
  checks = 0;
  check = () => Promise.resolve(held());
});

function held(): BookingReading {
  return { state: "held", stallId: "B12", msLeft: 600_000, happened: [], lastEvent: "0" };
}

function left(): BookingReading {
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

/** Relays a nudge, with retries like the outbox relay. */
async function relay(runs: WorkflowRuns, nudged = nudge()): Promise<void> {
  await eventually("the nudge to arrive", () => runs.start(nudged).then(() => true));
}

const counters = new Counters();

function startWorker(address: string, namespace = "default"): Promise<WorkflowWorker> {
  const lookUpBooking = (id: string): Promise<BookingReading> => {
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

describe("WorkflowRuns", () => {
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

  it("starts a workflow, then nudges it", async () => {
    expect(await runs.missing([workflowId])).toEqual({ found: [workflowId], unanswered: 0 });
    expect(await runs.unknown([workflowId])).toEqual({ found: [workflowId], unanswered: 0 });
    await relay(runs);
    const first = await runId();
    await until("the first lookup", () => checks >= 1);
    await relay(runs);
    await until("the second lookup", () => checks >= 2);
    expect(await runId()).toBe(first);
    expect(await runs.missing([workflowId])).toEqual({ found: [], unanswered: 0 });
    const run = await client.workflow.getHandle(workflowId).describe();
    const attributes = run.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value] as const);
    expect(Object.fromEntries(attributes)).toMatchObject({ StallId: "B12", Stage: "held" });
    expect(await run.staticSummary()).toBe("Stall B12");
  });

  it("does not restart a completed workflow, except with evenIfCompleted", async () => {
    check = () => Promise.resolve(left());
    await relay(runs);
    await client.workflow.result(workflowId);
    const first = await runId();
    await relay(runs);
    expect(await runId()).toBe(first);
    expect(await runs.missing([workflowId])).toEqual({ found: [workflowId], unanswered: 0 });
    // `unknown` does not return completed workflows, e.g. of late payments.
    expect(await runs.unknown([workflowId])).toEqual({ found: [], unanswered: 0 });
    await relay(runs, { ...nudge(), evenIfCompleted: true });
    expect(await runId()).not.toBe(first);
    await client.workflow.result(workflowId);
  });

  it("restarts a terminated workflow", async () => {
    await relay(runs);
    const first = await runId();
    await client.workflow.getHandle(workflowId).terminate();
    await relay(runs);
    expect(await runId()).not.toBe(first);
    expect(await runs.missing([workflowId])).toEqual({ found: [], unanswered: 0 });
  });

  it("keeps error messages out of Temporal's history, and retries the activity", async () => {
    check = () => Promise.reject(new TypeError("asha@example.org, 9876543210"));
    await relay(runs);
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

  it("fails the workflow of a missing booking, and restarts it on the next nudge", async () => {
    check = () => Promise.reject(new DomainError("not_found"));
    await relay(runs);
    // A retry would not help.
    await expect(client.workflow.result(workflowId)).rejects.toMatchObject({
      cause: { retryState: "NON_RETRYABLE_FAILURE" },
    });
    check = () => Promise.resolve(left());
    await relay(runs);
    await client.workflow.result(workflowId);
  });
});

const cli = process.env["TEMPORAL_CLI"] ?? "";
const describeWithServer = cli === "" ? describe.skip : describe;

describeWithServer("startWorkflowWorker with a dedicated server", () => {
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

  it("waits for the server, prepares it, and survives its restart", async () => {
    log.length = 0;
    const starting = startWorker(address);
    await until("the worker to log the outage", () => log.some((line) => line.includes("is unreachable")));
    server.launch();
    const worker = await starting;
    const reported = log.filter((line) => line.startsWith(`Temporal at ${address}`));
    expect(reported.at(-1)).toBe(`Temporal at ${address} responds.`);
    // Logged only when the problem changes, not on every attempt.
    const problems = reported.slice(0, -1);
    expect(problems.filter((line) => !line.includes("is unreachable"))).toEqual([]);
    expect(problems.filter((line, index) => line === problems[index - 1])).toEqual([]);

    const temporal = connect(address);
    const runs = new WorkflowRuns(temporal);
    await relay(runs);
    await until("the first lookup", () => checks >= 1);

    await server.kill();
    await until("the server to stop", async () => !(await temporal.up()));
    server.launch();
    check = () => Promise.resolve(left());
    await relay(runs);
    await until("the second lookup", () => checks > 1);
    await worker.stop();
    await temporal.onApplicationShutdown();
  });

  it("ensureNamespace creates namespace, retention and search attributes, idempotently", async () => {
    const temporal = connect(address);
    for (const namespace of ["default", "mela", "mela"]) await ensureNamespace(temporal.connection, namespace);
    const known = await temporal.connection.workflowService.describeNamespace({ namespace: "mela" });
    expect(Number(known.config?.workflowExecutionRetentionTtl?.seconds)).toBe(RETENTION_DAYS * 86_400);
    const { customAttributes } = await temporal.connection.operatorService.listSearchAttributes({ namespace: "mela" });
    expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(["StallId", "OrderId", "Stage"]));
    await temporal.onApplicationShutdown();
  });
});

describe("endWhenAsked", () => {
  it("rejects if the worker stops without being asked to", async () => {
    await expect(endWhenAsked(Promise.resolve(), () => false)).rejects.toThrow("stopped unexpectedly");
    await expect(endWhenAsked(Promise.reject(new Error("poll failure")), () => true)).rejects.toThrow();
    await expect(endWhenAsked(Promise.resolve(), () => true)).resolves.toBeUndefined();
  });
});
