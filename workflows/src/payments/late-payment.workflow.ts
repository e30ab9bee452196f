import { proxyActivities, upsertSearchAttributes } from "@temporalio/workflow";
import { RETRIED } from "../shared/activity-options.js";
import { Backoff, RecheckSignals } from "../shared/pacing.js";
import { ORDER_ID, STAGE } from "../shared/search-attributes.js";
import type { LatePaymentActivities } from "./late-payment.activities.js";
import { LATE_PAYMENT_DEFAULTS } from "./late-payment.messages.js";
import type { LatePaymentInput, LatePaymentResult } from "./late-payment.messages.js";

const { checkForLateMoney } = proxyActivities<LatePaymentActivities>(RETRIED);

/**
 * Checks for late money on an order whose stall was released: immediately, at the planned times (5 min, 30 min, 2 h,
 * 24 h) and whenever nudged. If another stall was offered for it, waits for the payer's choice or the offer's end. Closes
 * when the order is sold, refunded or raised as an issue, or when a check at or after the last planned time found nothing.
 *
 * Runs saved before offers existed need no `patched`: none of their checks returned "offered". Neither does the recheck
 * after a signal during the last check: the old code would have closed such a run.
 */
export async function latePayment(input: LatePaymentInput): Promise<LatePaymentResult> {
  const { orderId, checksSeconds, retryMs } = { ...LATE_PAYMENT_DEFAULTS, ...input };
  const startedAt = Date.now();
  const planned = checksSeconds.map((seconds) => startedAt + seconds * 1_000);
  const signals = new RecheckSignals();
  const backoff = new Backoff(...retryMs);
  let offered = false;
  upsertSearchAttributes([
    { key: ORDER_ID, value: orderId },
    { key: STAGE, value: "looking" },
  ]);

  for (let check = 1; ; check += 1) {
    signals.clear();
    const checkedAt = Date.now();
    const { found, offerMsLeft = 0 } = await checkForLateMoney.executeWithOptions(
      { summary: `Check ${check} for late money on order ${orderId}` },
      [orderId],
    );
    const next = planned.find((at) => at > checkedAt);
    switch (found) {
      case "sold":
      case "refunding":
      case "issue":
        return close(found);
      case "offered":
        if (!offered) upsertSearchAttributes([{ key: STAGE, value: found }]);
        // A check that is slightly early finds the offer still open, with the time left.
        if (offerMsLeft > 0) backoff.reset();
        offered = true;
        await signals.wait(
          offerMsLeft > 0 ? offerMsLeft : backoff.next(),
          `The offer of another stall for order ${orderId} ends`,
        );
        break;
      case "nothing":
        if (next === undefined) {
          // Another process may have found money and offered a stall during the check: that signal must not be lost.
          if (signals.received) break;
          return close(found);
        }
        backoff.reset();
        await signals.wait(next - Date.now(), `Recheck for late money on order ${orderId}`);
        break;
      case "unreachable": {
        // Close as "nothing" only after a check that reached the provider.
        const wait = Math.min(backoff.next(), (next ?? Infinity) - Date.now());
        await signals.wait(wait, "Retry: the payment provider is unreachable");
        break;
      }
    }
  }

  function close(found: LatePaymentResult["found"]): LatePaymentResult {
    upsertSearchAttributes([{ key: STAGE, value: found }]);
    return { found, orderId };
  }
}
