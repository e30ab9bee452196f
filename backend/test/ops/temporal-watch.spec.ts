import { afterAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { WorkflowNotFoundError } from "@temporalio/client";
import { MissingWorkflowsService } from "../../src/ops/missing-workflows.service.js";
import { SweepService } from "../../src/ops/sweep.service.js";
import { TemporalConnection } from "../../src/platform/temporal/temporal-connection.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import { PayingTest } from "../payments/paying.js";
import { sweepApp } from "./sweep-app.js";

const test = await PayingTest.start();
const jobs = await sweepApp(test.mela);
afterAll(async () => {
  await jobs.close();
  await test.close();
});

/** A Temporal server: its runs, and which workflows it gives no answer about, how many times. */
const server = { namespace: "first", running: new Set<string>(), silent: new Map<string, number>(), asked: 0 };

function describeRun(workflowId: string): unknown {
  server.asked += 1;
  const silent = server.silent.get(workflowId) ?? 0;
  if (silent > 0) {
    server.silent.set(workflowId, silent - 1);
    throw Object.assign(new Error("14 UNAVAILABLE"), { code: 14 });
  }
  if (!server.running.has(workflowId)) throw new WorkflowNotFoundError("none", workflowId, undefined);
  return { status: { name: "RUNNING" }, raw: {} };
}

const temporal = jobs.get(TemporalConnection, { strict: false });
const client = {
  workflow: { getHandle: (id: string) => ({ describe: () => Promise.resolve().then(() => describeRun(id)) }) },
};
jest.spyOn(temporal, "call").mockImplementation((work) => work(client as never));
jest.spyOn(temporal, "prepare").mockResolvedValue(undefined);
Object.defineProperty(temporal, "connection", {
  value: {
    close: () => Promise.resolve(),
    workflowService: { describeNamespace: () => Promise.resolve({ namespaceInfo: { id: server.namespace } }) },
  },
});

const runs = jobs.get(WorkflowRuns, { strict: false });
const watch = jobs.get(MissingWorkflowsService, { strict: false });

beforeEach(() => {
  server.running = new Set();
  server.silent = new Map();
  server.asked = 0;
});

describe("WorkflowRuns.missing", () => {
  const ids = Array.from({ length: 40 }, (_, number) => `stall-booking/${number}`);

  it("finds the missing workflows although single questions fail, and asks those once more", async () => {
    server.running = new Set(ids.slice(0, 20));
    server.silent = new Map([
      [ids[3]!, 1],
      [ids[30]!, 1],
    ]);
    const { found, unanswered } = await runs.missing(ids);
    expect([[...found].sort(), unanswered]).toEqual([ids.slice(20).sort(), 0]);
  });

  it("counts a workflow without an answer, and neither finds nor rules it out", async () => {
    server.silent = new Map([[ids[1]!, 9]]);
    expect(await runs.missing(ids.slice(0, 3))).toEqual({ found: [ids[0], ids[2]], unanswered: 1 });
    expect(await runs.unknown(ids.slice(0, 3))).toEqual({ found: [ids[0], ids[2]], unanswered: 1 });
  });

  it("stops asking when nothing answers, and counts all", async () => {
    const many = Array.from({ length: 500 }, (_, number) => `stall-booking/${number}`);
    server.silent = new Map(many.map((id) => [id, 9]));
    expect(await runs.missing(many)).toEqual({ found: [], unanswered: 500 });
    expect(server.asked).toBeLessThan(50);
  });
});

describe("MissingWorkflowsService.watchTemporal", () => {
  it("accepts a server only once it has answered for every workflow, and restarts what it knows to be missing at once", async () => {
    const [one, two] = [await test.registered("B1"), await test.registered("B2")];
    const workflows = await Promise.all(
      [one, two].map(async ({ orderId }) => `stall-booking/${await test.bookingOf(orderId)}`),
    );
    const nudges = async (): Promise<number[]> =>
      Promise.all(workflows.map(async (workflow) => (await test.nudged(workflow)).length));
    server.running = new Set(workflows);
    await watch.watchTemporal();
    const [before, other] = await nudges();

    // Wiped; about the second workflow nothing is answered.
    server.namespace = "second";
    server.running = new Set();
    server.silent = new Map([[workflows[1]!, 3]]);
    await expect(watch.watchTemporal()).rejects.toThrow("no answer about 1 workflow");
    expect(await nudges()).toEqual([before! + 1, other]);
    // The next turn, five seconds later, asks again.
    server.running = new Set([workflows[0]!]);
    server.silent = new Map();
    await watch.watchTemporal();
    expect(await nudges()).toEqual([before! + 1, other! + 1]);
    // Accepted now: nothing is asked.
    server.asked = 0;
    await watch.watchTemporal();
    expect(server.asked).toBe(0);
  });

  it("does not take a response without a namespace for a known one", async () => {
    server.namespace = "";
    await expect(watch.watchTemporal()).rejects.toThrow("did not say");
  });
});

it("a sweep reports that Temporal gave no answer, instead of finding nothing", async () => {
  const { orderId } = await test.registered("B3");
  const id = await test.bookingOf(orderId);
  await test.mela.query("UPDATE bookings SET updated_at = updated_at - interval '2 minutes' WHERE id = $1", [id]);
  server.silent = new Map([[`stall-booking/${id}`, 9]]);
  server.running = new Set();
  expect((await jobs.get(SweepService, { strict: false }).runOnce())?.failed).toEqual(["workflows"]);
});
