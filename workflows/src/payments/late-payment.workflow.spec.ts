import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { newOrderId } from "@sakhi/testkit/http-visitor";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import type { WorkflowHandleWithSignaledRunId } from "@temporalio/client";
import { recordHistory } from "../../test/histories.js";
import { recheck } from "../shared/pacing.js";
import type { LateMoneyResult, LatePaymentActivities } from "./late-payment.activities.js";
import { LATE_PAYMENT, LATE_PAYMENT_DEFAULTS, latePaymentWorkflowId } from "./late-payment.messages.js";
import type { latePayment } from "./late-payment.workflow.js";

let orderId: string;
/** Results of the next checks; the last one repeats. */
let finds: LateMoneyResult["found"][];
let checks: number;
/** When the offer ends, in epoch ms. */
let offerEndsAt: number;
/** Time of the last check, in epoch ms. */
let lastCheckAt: number;
/** Runs during the next check. */
let duringCheck: (() => Promise<unknown>) | undefined;

const activities: LatePaymentActivities = {
  checkForLateMoney: async (ofOrder) => {
    // Ends runs left over from a failed test.
    if (ofOrder !== orderId) return { found: "sold" };
    const found = finds[Math.min(checks, finds.length - 1)] ?? "nothing";
    checks += 1;
    lastCheckAt = Date.now();
    await duringCheck?.();
    duringCheck = undefined;
    return found === "offered" ? { found, offerMsLeft: Math.max(0, offerEndsAt - Date.now()) } : { found };
  },
};

const worker = await TestWorker.start(activities);
afterAll(() => worker.close());
beforeEach(() => {
  orderId = newOrderId();
  checks = 0;
});

function nudge(checksSeconds: readonly number[]): Promise<WorkflowHandleWithSignaledRunId<typeof latePayment>> {
  return worker.workflows.signalWithStart<typeof latePayment>(LATE_PAYMENT, {
    taskQueue: worker.taskQueue,
    workflowId: latePaymentWorkflowId(orderId),
    workflowIdConflictPolicy: "USE_EXISTING",
    args: [{ orderId, checksSeconds, retryMs: [50, 100] }],
    signal: recheck,
  });
}

describe("latePayment", () => {
  it("checks 5 minutes, 30 minutes, 2 hours and 24 hours after the release", () => {
    expect(LATE_PAYMENT_DEFAULTS.checksSeconds).toEqual([300, 1_800, 7_200, 86_400]);
  });

  it("closes after the last check if there is no payment", async () => {
    finds = ["nothing"];
    const handle = await nudge([0.5, 1.5]);
    expect(await handle.result()).toEqual({ found: "nothing", orderId });
    // Not before the last planned time; if a timer fires late, one check serves for two of them.
    const { startTime } = await handle.describe();
    expect(lastCheckAt).toBeGreaterThanOrEqual(startTime.getTime() + 1_500);
    expect(checks).toBeGreaterThanOrEqual(2);
    await recordHistory("late-payment-nothing", handle);
  });

  it("closes as soon as a check finds a payment", async () => {
    finds = ["nothing", "sold"];
    const handle = await nudge([0.5, 86_400]);
    expect(await handle.result()).toMatchObject({ found: "sold" });
    await recordHistory("late-payment-sold", handle);
  });

  it("checks immediately when signalled", async () => {
    finds = ["nothing"];
    await nudge([86_400]);
    await until("the first check", () => Promise.resolve(checks > 0));
    finds = ["refunding"];
    const handle = await nudge([86_400]);
    expect(await handle.result()).toMatchObject({ found: "refunding" });
    await recordHistory("late-payment-nudged", handle);
  });

  it("checks once more if signalled during the last check, because an offer may have been made", async () => {
    finds = ["nothing", "refunding"];
    duringCheck = () => nudge([0]);
    const handle = await nudge([0]);
    expect(await handle.result()).toMatchObject({ found: "refunding" });
    expect(checks).toBe(2);
  });

  it("waits for the end of an offer beyond the last planned check, until the refund", async () => {
    finds = ["offered", "refunding"];
    offerEndsAt = Date.now() + 1_500;
    const handle = await nudge([0]);
    expect(await handle.result()).toMatchObject({ found: "refunding" });
    expect(lastCheckAt).toBeGreaterThanOrEqual(offerEndsAt);
    await recordHistory("late-payment-offer-expired", handle);
  });

  it("closes when signalled after the payer accepts the offer", async () => {
    finds = ["nothing", "offered"];
    offerEndsAt = Date.now() + 86_400_000;
    await nudge([0.2, 86_400]);
    await until("the offer to be seen", () => Promise.resolve(checks > 1));
    finds = ["sold"];
    const handle = await nudge([0.2, 86_400]);
    expect(await handle.result()).toMatchObject({ found: "sold" });
    await recordHistory("late-payment-offer-accepted", handle);
  });

  it("retries with backoff if the offer is over but still reported as open", async () => {
    finds = ["offered", "offered", "unreachable", "refunding"];
    offerEndsAt = 0;
    const handle = await nudge([0]);
    expect(await handle.result()).toMatchObject({ found: "refunding" });
    expect(checks).toBe(4);
  });

  it("starts a new run for an offer after the previous run has closed", async () => {
    finds = ["nothing"];
    expect(await (await nudge([0])).result()).toMatchObject({ found: "nothing" });
    checks = 0;
    finds = ["offered", "refunding"];
    offerEndsAt = Date.now() + 300;
    expect(await (await nudge([0])).result()).toMatchObject({ found: "refunding" });
  });

  it("does not close as nothing until the provider responds", async () => {
    finds = ["unreachable", "unreachable", "unreachable", "nothing"];
    const handle = await nudge([0]);
    expect(await handle.result()).toMatchObject({ found: "nothing" });
    expect(checks).toBe(4);
  });
});
