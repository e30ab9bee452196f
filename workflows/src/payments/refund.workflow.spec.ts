import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { WorkflowHandleWithSignaledRunId } from "@temporalio/client";
import { recordHistory } from "../../test/histories.js";
import { bundleWorkflows, openTemporal, ownTaskQueue, startWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import type { RunningWorker, TestTemporal } from "@sakhi/testkit/temporal";
import { recheck } from "../shared/pacing.js";
import type { RefundActivities, RefundFacts } from "./refund.activities.js";
import { REFUND, REFUND_WAITS, refundWorkflowId } from "./refund.messages.js";
import type { RefundWaits } from "./refund.messages.js";
import type { refund } from "./refund.workflow.js";

const DAY_MS = 86_400_000;
let temporal: TestTemporal;
let workflowBundle: { readonly code: string };
let taskQueue: string;
let worker: RunningWorker;
let calls: (keyof RefundActivities)[];
/** The answers to come; the last one stays. */
let answers: RefundFacts["state"][];

beforeAll(async () => {
  [temporal, workflowBundle] = await Promise.all([openTemporal(), bundleWorkflows()]);
});
afterAll(() => temporal.close());
beforeEach(async () => {
  taskQueue = ownTaskQueue();
  calls = [];
  const answer = (activity: keyof RefundActivities): Promise<RefundFacts> => {
    calls.push(activity);
    const state = (activity === "reportStuckRefund" ? answers[0] : next()) ?? "pending";
    return Promise.resolve({ state, at: new Date().toISOString() });
  };
  const next = (): RefundFacts["state"] | undefined => (answers.length > 1 ? answers.shift() : answers[0]);
  const activities: RefundActivities = {
    requestRefund: () => answer("requestRefund"),
    checkRefund: () => answer("checkRefund"),
    reportStuckRefund: () => answer("reportStuckRefund"),
  };
  worker = await startWorker(temporal, taskQueue, activities, workflowBundle);
});
afterEach(() => worker.stop());

function nudge(waits: Partial<RefundWaits>): Promise<WorkflowHandleWithSignaledRunId<typeof refund>> {
  const refundId = `R${taskQueue}`;
  return temporal.client.workflow.signalWithStart<typeof refund>(REFUND, {
    taskQueue,
    workflowId: refundWorkflowId(refundId),
    workflowIdConflictPolicy: "USE_EXISTING",
    args: [{ refundId, waits }],
    signal: recheck,
  });
}

describe("a refund", () => {
  it("is watched from a minute to 6 hours apart, reported after 7 days, left after 30", () => {
    expect(REFUND_WAITS).toEqual({
      firstMs: 60_000,
      longestMs: DAY_MS / 4,
      stuckAfterMs: 7 * DAY_MS,
      watchForMs: 30 * DAY_MS,
    });
  });

  it("is requested and read until it succeeded", async () => {
    answers = ["pending", "pending", "succeeded"];
    const handle = await nudge({ firstMs: 50 });
    expect(await handle.result()).toMatchObject({ outcome: "succeeded" });
    expect(calls).toEqual(["requestRefund", "checkRefund", "checkRefund"]);
    await recordHistory("refund-succeeded", handle);
  });

  it("is requested again when the provider did not answer", async () => {
    answers = ["requested", "pending", "succeeded"];
    const handle = await nudge({ firstMs: 50 });
    expect(await handle.result()).toMatchObject({ outcome: "succeeded" });
    expect(calls).toEqual(["requestRefund", "requestRefund", "checkRefund"]);
  });

  it("closes as failed when it failed", async () => {
    answers = ["failed"];
    const handle = await nudge({});
    expect(await handle.result()).toMatchObject({ outcome: "failed" });
    await recordHistory("refund-failed", handle);
  });

  it("is read at once when nudged", async () => {
    answers = ["pending"];
    await nudge({});
    await until("the request", () => Promise.resolve(calls.length > 0));
    answers = ["succeeded"];
    const handle = await nudge({});
    expect(await handle.result()).toMatchObject({ outcome: "succeeded" });
  });

  it("is put before the operator once when it is stuck, and then left to them", async () => {
    answers = ["pending"];
    const handle = await nudge({ firstMs: 50, longestMs: 200, stuckAfterMs: 500, watchForMs: 3_000 });
    expect(await handle.result()).toMatchObject({ outcome: "unfinished" });
    expect(calls.filter((call) => call === "reportStuckRefund")).toHaveLength(1);
    await recordHistory("refund-stuck", handle);
  });

  it("is put before the operator, too, when nobody ran it from before it was stuck till it is left", async () => {
    answers = ["pending"];
    const handle = await nudge({ stuckAfterMs: 0, watchForMs: 0 });
    expect(await handle.result()).toMatchObject({ outcome: "unfinished" });
    expect(calls).toEqual(["requestRefund", "reportStuckRefund"]);
    await recordHistory("refund-left-at-once", handle);
  });
});
