import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { WorkflowHandleWithSignaledRunId } from "@temporalio/client";
import { recordHistory } from "../../test/histories.js";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import { recheck } from "../shared/pacing.js";
import type { RefundActivities, RefundFacts } from "./refund.activities.js";
import { REFUND, REFUND_WAITS, refundWorkflowId } from "./refund.messages.js";
import type { RefundWaits } from "./refund.messages.js";
import type { refund } from "./refund.workflow.js";

const DAY_MS = 86_400_000;
let refundId: string;
let calls: (keyof RefundActivities)[];
/** The answers to come; the last one stays. */
let answers: RefundFacts["state"][];

const next = (): RefundFacts["state"] | undefined => (answers.length > 1 ? answers.shift() : answers[0]);
const answer =
  (activity: keyof RefundActivities) =>
  (ofRefund: string): Promise<RefundFacts> => {
    // What a test that failed has left to run ends.
    if (ofRefund !== refundId) return Promise.resolve({ state: "succeeded" });
    calls.push(activity);
    return Promise.resolve({ state: next() ?? "pending" });
  };
const activities: RefundActivities = {
  requestRefund: answer("requestRefund"),
  checkRefund: answer("checkRefund"),
  reportStuckRefund: (ofRefund) => {
    if (ofRefund === refundId) calls.push("reportStuckRefund");
    return Promise.resolve();
  },
};

const worker = await TestWorker.start(activities);
afterAll(() => worker.close());
beforeEach(() => {
  refundId = `R-${randomUUID()}`;
  calls = [];
});

function nudge(waits: Partial<RefundWaits>): Promise<WorkflowHandleWithSignaledRunId<typeof refund>> {
  return worker.workflows.signalWithStart<typeof refund>(REFUND, {
    taskQueue: worker.taskQueue,
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
