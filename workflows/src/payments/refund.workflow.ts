import { patched, proxyActivities, upsertSearchAttributes } from "@temporalio/workflow";
import { RETRIED } from "../shared/activity-options.js";
import { Backoff, RecheckSignals } from "../shared/pacing.js";
import { STAGE } from "../shared/search-attributes.js";
import type { RefundActivities, RefundStep } from "./refund.activities.js";
import { REFUND_WAITS, type RefundInput, type RefundResult } from "./refund.messages.js";

const { requestRefund, checkRefund, reportStuckRefund } = proxyActivities<RefundActivities>(RETRIED);

const FORMER_STUCK_AFTER_MS = 7 * 24 * 3_600_000;

/**
 * Carries out a refund: requests it from the provider, checks it with backoff (and whenever nudged) until it succeeds or
 * fails, raises an issue after 14 days, and leaves it to the operator after 30.
 */
export async function refund({ refundId, ...input }: RefundInput): Promise<RefundResult> {
  // Runs that began before it was two weeks report on the seventh day.
  const stuckAfterMs = patched("stuck-after-two-weeks") ? REFUND_WAITS.stuckAfterMs : FORMER_STUCK_AFTER_MS;
  const waits = { ...REFUND_WAITS, stuckAfterMs, ...input.waits };
  const startedAt = Date.now();
  const signals = new RecheckSignals();
  const backoff = new Backoff(waits.firstMs, waits.longestMs);
  let stage: RefundStep["state"] | undefined;
  let reported = false;

  signals.clear();
  let step = await request();
  for (;;) {
    if (step.state !== stage) upsertSearchAttributes([{ key: STAGE, value: step.state }]);
    stage = step.state;
    if (step.state === "succeeded" || step.state === "failed") return { outcome: step.state, refundId };

    const age = Date.now() - startedAt;
    if (age >= waits.watchForMs) {
      // Possible if no worker ran since before the fourteenth day.
      if (!reported && patched("record-before-leaving")) await report();
      upsertSearchAttributes([{ key: STAGE, value: "unfinished" }]);
      return { outcome: "unfinished", refundId };
    }
    if (!reported && age >= waits.stuckAfterMs) {
      await report();
      reported = true;
    }
    const milestone = reported ? waits.watchForMs : waits.stuckAfterMs;
    await signals.wait(Math.min(backoff.next(), milestone - (Date.now() - startedAt)), `Recheck refund ${refundId}`);
    signals.clear();
    // Still "requested": the provider did not respond. The stored idempotency key prevents a double refund.
    step = step.state === "requested" ? await request() : await check();
  }

  function report(): Promise<void> {
    return reportStuckRefund.executeWithOptions({ summary: `Raise an issue: ${refundId} is stuck` }, [refundId]);
  }

  function request(): Promise<RefundStep> {
    return requestRefund.executeWithOptions({ summary: `Request refund ${refundId} from the provider` }, [refundId]);
  }

  function check(): Promise<RefundStep> {
    return checkRefund.executeWithOptions({ summary: `Check refund ${refundId}` }, [refundId]);
  }
}
