import { proxyActivities, setHandler, upsertSearchAttributes } from "@temporalio/workflow";
import { RETRIED } from "../shared/activity-options.js";
import { Pacing, PACING_WAITS } from "../shared/pacing.js";
import { STAGE } from "../shared/search-attributes.js";
import type { CancellationStep, EventCancellationActivities } from "./event-cancellation.activities.js";
import { cancellationProgress } from "./event-cancellation.messages.js";
import type {
  EventCancellationInput,
  EventCancellationResult,
  EventCancellationWaits,
} from "./event-cancellation.messages.js";

const activities = proxyActivities<EventCancellationActivities>(RETRIED);

const WAITS: EventCancellationWaits = { ...PACING_WAITS, unpaidMs: 15_000 };

/**
 * Refunds the bookings of a cancelled event, batch by batch, until none is left. Sales ended in the transaction that
 * started it; payments in progress are ended by their own workflows, and their money is refunded in full. It decides
 * nothing: the database refunds each booking at most once, anyone who calls, so that a repeated batch does no harm. Paused by
 * an operator, it waits for the signal to recheck.
 */
export async function eventCancellation(input: EventCancellationInput): Promise<EventCancellationResult> {
  const { eventId, slug } = input;
  const waits = { ...WAITS, ...input.waits };
  const pacing = new Pacing(waits);
  let step: CancellationStep | undefined;
  let stage: string | undefined;
  setHandler(cancellationProgress, () => step);

  for (;;) {
    await pacing.beforeCheck<typeof eventCancellation>(input);
    const before = step;
    step = await activities.refundEventBookings.executeWithOptions({ summary: `Refund the next bookings of ${slug}` }, [
      eventId,
    ]);
    const { refunded, due, failing, unpaid, paused, nextTryInMs } = step;
    show(paused ? "paused" : "refunding");
    const moved = before === undefined || before.refunded !== refunded || before.failing !== failing;
    if (paused) {
      await pacing.restUntilSignalled();
    } else if (due > 0) {
      // Every due booking is refunded or fails; anything else backs off.
      await pacing.stuck(moved, true);
    } else if (failing > 0) {
      await pacing.rest(nextTryInMs ?? pacing.nextWait(), `Try ${failing} failed refunds of ${slug} again`);
    } else if (unpaid > 0) {
      await pacing.rest(waits.unpaidMs, `${unpaid} payments of ${slug} are ending`);
    } else {
      const complete = { summary: `End the cancellation of ${slug} if no booking is left` };
      if (await activities.completeEventCancellation.executeWithOptions(complete, [eventId])) {
        show("completed");
        return { refunded };
      }
      await pacing.rest(waits.unpaidMs, `Check ${slug} again`);
    }
  }

  function show(next: string): void {
    if (next !== stage) upsertSearchAttributes([{ key: STAGE, value: next }]);
    stage = next;
  }
}
