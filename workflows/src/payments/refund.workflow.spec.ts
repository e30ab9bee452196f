import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import type { WorkflowHandleWithSignaledRunId } from "@temporalio/client";
import { recordHistory } from "../../test/histories.js";
import { recheck } from "../shared/pacing.js";
import type { RefundActivities, RefundStep } from "./refund.activities.js";
import { REFUND, REFUND_WAITS, refundWorkflowId } from "./refund.messages.js";
import type { RefundWaits } from "./refund.messages.js";
import type { refund } from "./refund.workflow.js";

const DAY_MS = 86_400_000;
let refundId: string;
let calls: (keyof RefundActivities)[];
/** Results of the next activities; the last one repeats. */
let results: RefundStep["state"][];

const next = (): RefundStep["state"] | undefined => (results.length > 1 ? results.shift() : results[0]);
const resultOf =
  (activity: keyof RefundActivities) =>
  (ofRefund: string): Promise<RefundStep> => {
    // Ends runs left over from a failed test.
    if (ofRefund !== refundId) return Promise.resolve({ state: "succeeded" });
    calls.push(activity);
    return Promise.resolve({ state: next() ?? "pending" });
  };
const activities: RefundActivities = {
  requestRefund: resultOf("requestRefund"),
  checkRefund: resultOf("checkRefund"),
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

describe("the refund workflow", () => {
  it("checks every minute to 6 hours, raises an issue after 14 days and closes after 30", () => {
    expect(REFUND_WAITS).toEqual({
      firstMs: 60_000,
      longestMs: DAY_MS / 4,
      stuckAfterMs: 14 * DAY_MS,
      watchForMs: 30 * DAY_MS,
    });
  });

  it("requests the refund and checks it until it succeeds", async () => {
    results = ["pending", "pending", "succeeded"];
    const handle = await nudge({ firstMs: 50 });
    expect(await handle.result()).toMatchObject({ outcome: "succeeded" });
    expect(calls).toEqual(["requestRefund", "checkRefund", "checkRefund"]);
    await recordHistory("refund-succeeded", handle);
  });

  it("retries the request if the provider did not respond", async () => {
    results = ["requested", "pending", "succeeded"];
    const handle = await nudge({ firstMs: 50 });
    expect(await handle.result()).toMatchObject({ outcome: "succeeded" });
    expect(calls).toEqual(["requestRefund", "requestRefund", "checkRefund"]);
  });

  it("closes as failed if the refund fails", async () => {
    results = ["failed"];
    const handle = await nudge({});
    expect(await handle.result()).toMatchObject({ outcome: "failed" });
    await recordHistory("refund-failed", handle);
  });

  it("checks immediately when nudged", async () => {
    results = ["pending"];
    await nudge({});
    await until("the request", () => Promise.resolve(calls.length > 0));
    results = ["succeeded"];
    const handle = await nudge({});
    expect(await handle.result()).toMatchObject({ outcome: "succeeded" });
  });

  it("raises one issue for a stuck refund, then closes as unfinished", async () => {
    results = ["pending"];
    const handle = await nudge({ firstMs: 50, longestMs: 200, stuckAfterMs: 500, watchForMs: 3_000 });
    expect(await handle.result()).toMatchObject({ outcome: "unfinished" });
    expect(calls.filter((call) => call === "reportStuckRefund")).toHaveLength(1);
    await recordHistory("refund-stuck", handle);
  });

  it("raises the issue even if no worker ran between both deadlines", async () => {
    results = ["pending"];
    const handle = await nudge({ stuckAfterMs: 0, watchForMs: 0 });
    expect(await handle.result()).toMatchObject({ outcome: "unfinished" });
    expect(calls).toEqual(["requestRefund", "reportStuckRefund"]);
    await recordHistory("refund-left-at-once", handle);
  });
});
