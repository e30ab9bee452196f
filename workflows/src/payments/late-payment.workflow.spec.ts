import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { WorkflowHandleWithSignaledRunId } from "@temporalio/client";
import { recordHistory } from "../../test/histories.js";
import { TestWorker } from "@sakhi/testkit/temporal";
import { newOrderId } from "@sakhi/testkit/http-visitor";
import { until } from "@sakhi/testkit/until";
import { recheck } from "../shared/pacing.js";
import type { LateMoneyFacts, LatePaymentActivities } from "./late-payment.activities.js";
import { LATE_PAYMENT, LATE_PAYMENT_DEFAULTS, latePaymentWorkflowId } from "./late-payment.messages.js";
import type { latePayment } from "./late-payment.workflow.js";

let orderId: string;
/** What the next looks find; the last one stays. */
let finds: LateMoneyFacts["found"][];
let checks: number;
/** When the offered stalls can no longer be chosen, in ms. */
let offerEndsAt: number;
/** When the last look was, in ms. */
let lastCheckAt: number;
/** What happens during the next look. */
let meanwhile: (() => Promise<unknown>) | undefined;

const activities: LatePaymentActivities = {
  checkForLateMoney: async (ofOrder) => {
    // What a test that failed has left to run ends.
    if (ofOrder !== orderId) return { found: "sold" };
    const found = finds[Math.min(checks, finds.length - 1)] ?? "nothing";
    checks += 1;
    lastCheckAt = Date.now();
    await meanwhile?.();
    meanwhile = undefined;
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

describe("looking for late money", () => {
  it("looks 5 minutes, 30 minutes, 2 hours and 24 hours after the release", () => {
    expect(LATE_PAYMENT_DEFAULTS.checksSeconds).toEqual([300, 1_800, 7_200, 86_400]);
  });

  it("ends after the last look when nothing came", async () => {
    finds = ["nothing"];
    const handle = await nudge([0.5, 1.5]);
    expect(await handle.result()).toEqual({ found: "nothing", orderId });
    // Not before the last planned time; where a timer comes late, one look serves for two of them.
    const { startTime } = await handle.describe();
    expect(lastCheckAt).toBeGreaterThanOrEqual(startTime.getTime() + 1_500);
    expect(checks).toBeGreaterThanOrEqual(2);
    await recordHistory("late-payment-nothing", handle);
  });

  it("ends as soon as a look found money", async () => {
    finds = ["nothing", "sold"];
    const handle = await nudge([0.5, 86_400]);
    expect(await handle.result()).toMatchObject({ found: "sold" });
    await recordHistory("late-payment-sold", handle);
  });

  it("checks at once when signalled", async () => {
    finds = ["nothing"];
    await nudge([86_400]);
    await until("the first look", () => Promise.resolve(checks > 0));
    finds = ["refunding"];
    const handle = await nudge([86_400]);
    expect(await handle.result()).toMatchObject({ found: "refunding" });
    await recordHistory("late-payment-nudged", handle);
  });

  it("looks once more where it is signalled during the last look: an offer may have been made meanwhile", async () => {
    finds = ["nothing", "refunding"];
    meanwhile = () => nudge([0]);
    const handle = await nudge([0]);
    expect(await handle.result()).toMatchObject({ found: "refunding" });
    expect(checks).toBe(2);
  });

  it("waits for the end of an offer, beyond the last planned look, and sees the money go back", async () => {
    finds = ["offered", "refunding"];
    offerEndsAt = Date.now() + 1_500;
    const handle = await nudge([0]);
    expect(await handle.result()).toMatchObject({ found: "refunding" });
    expect(lastCheckAt).toBeGreaterThanOrEqual(offerEndsAt);
    await recordHistory("late-payment-offer-expired", handle);
  });

  it("closes as soon as an offer was answered and it is signalled", async () => {
    finds = ["nothing", "offered"];
    offerEndsAt = Date.now() + 86_400_000;
    await nudge([0.2, 86_400]);
    await until("the offer to be seen", () => Promise.resolve(checks > 1));
    finds = ["sold"];
    const handle = await nudge([0.2, 86_400]);
    expect(await handle.result()).toMatchObject({ found: "sold" });
    await recordHistory("late-payment-offer-accepted", handle);
  });

  it("asks again, ever more slowly, where an offer is over and yet nothing followed", async () => {
    finds = ["offered", "offered", "unreachable", "refunding"];
    offerEndsAt = 0;
    const handle = await nudge([0]);
    expect(await handle.result()).toMatchObject({ found: "refunding" });
    expect(checks).toBe(4);
  });

  it("starts again for an offer where a run had checked for as long as it should", async () => {
    finds = ["nothing"];
    expect(await (await nudge([0])).result()).toMatchObject({ found: "nothing" });
    checks = 0;
    finds = ["offered", "refunding"];
    offerEndsAt = Date.now() + 300;
    expect(await (await nudge([0])).result()).toMatchObject({ found: "refunding" });
  });

  it("does not say there was nothing before the provider has answered", async () => {
    finds = ["unreachable", "unreachable", "unreachable", "nothing"];
    const handle = await nudge([0]);
    expect(await handle.result()).toMatchObject({ found: "nothing" });
    expect(checks).toBe(4);
  });
});
