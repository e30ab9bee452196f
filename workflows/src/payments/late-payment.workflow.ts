import { proxyActivities, upsertSearchAttributes } from "@temporalio/workflow";
import { PATIENT } from "../shared/activity-options.js";
import { Backoff, RecheckSignals } from "../shared/pacing.js";
import { ORDER_ID, STAGE } from "../shared/search-attributes.js";
import type { LatePaymentActivities } from "./late-payment.activities.js";
import { LATE_PAYMENT_DEFAULTS } from "./late-payment.messages.js";
import type { LatePaymentInput, LatePaymentResult } from "./late-payment.messages.js";

const { checkForLateMoney } = proxyActivities<LatePaymentActivities>(PATIENT);

/**
 * Looks for money on an order whose stall was released: at once, at the planned times (5 min, 30 min, 2 h, 24 h) and
 * whenever nudged. Where another stall was offered for the money, it waits for the payer's answer or the offer's end,
 * however long that takes. Closes when the money was sold for or goes back, or when a look at or after the last planned
 * time found nothing.
 *
 * Runs saved before there were offers need no `patched`: none of their looks found "offered", so they go the old way. Nor
 * does a signal during the last look: only a run that has closed would have ended by it.
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
    const lookedAt = Date.now();
    const { found, offerMsLeft = 0 } = await checkForLateMoney.executeWithOptions(
      { summary: `Look ${check} for late money on order ${orderId}` },
      [orderId],
    );
    const next = planned.find((at) => at > lookedAt);
    switch (found) {
      case "sold":
      case "refunding":
      case "issue":
        return close(found);
      case "offered":
        if (!offered) upsertSearchAttributes([{ key: STAGE, value: found }]);
        // A look that comes a moment too early finds the offer still open, and how long.
        if (offerMsLeft > 0) backoff.reset();
        offered = true;
        await signals.wait(
          offerMsLeft > 0 ? offerMsLeft : backoff.next(),
          `The offer of another stall for order ${orderId} ends`,
        );
        break;
      case "nothing":
        if (next === undefined) {
          // Somebody has found money, and offered a stall for it, since we asked: that signal must not be lost.
          if (signals.received) break;
          return close(found);
        }
        backoff.reset();
        await signals.wait(next - Date.now(), `Recheck for late money on order ${orderId}`);
        break;
      case "unreachable": {
        // The last look must have been answered before we may say there was nothing.
        const wait = Math.min(backoff.next(), (next ?? Infinity) - Date.now());
        await signals.wait(wait, "Ask the payment provider again: it did not answer");
        break;
      }
    }
  }

  function close(found: LatePaymentResult["found"]): LatePaymentResult {
    upsertSearchAttributes([{ key: STAGE, value: found }]);
    return { found, orderId };
  }
}
