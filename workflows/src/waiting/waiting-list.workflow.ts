import { proxyActivities, proxyLocalActivities, upsertSearchAttributes } from "@temporalio/workflow";
import { localThenRegular, RETRIED, SINGLE_ATTEMPT } from "../shared/activity-options.js";
import { Pacing, PACING_WAITS } from "../shared/pacing.js";
import { STAGE } from "../shared/search-attributes.js";
import type { WaitingListActivities } from "./waiting-list.activities.js";
import type { WaitingListInput, WaitingListResult } from "./waiting-list.messages.js";

const local = proxyLocalActivities<WaitingListActivities>(SINGLE_ATTEMPT);
const regular = proxyActivities<WaitingListActivities>(RETRIED);

/**
 * Offers freed stalls of one type to those who wait for it, one after the other, until nobody waits. It decides nothing: who comes
 * next and how long an offer stands is decided in the database, under the locks of the stall. Meanwhile no free stall of the type
 * is sold to anyone else, so that a late look delays an offer and gives nothing away.
 */
export async function waitingList(input: WaitingListInput): Promise<WaitingListResult> {
  const { eventId, stallType } = input;
  const pacing = new Pacing({ ...PACING_WAITS, ...input.waits });
  let offered = 0;
  upsertSearchAttributes([{ key: STAGE, value: "waiting" }]);

  for (;;) {
    await pacing.beforeCheck<typeof waitingList>(input);
    const step = await localThenRegular(
      () => local.offerFreedStalls(eventId, stallType),
      () => regular.offerFreedStalls(eventId, stallType),
    );
    offered += step.offered;
    if (step.isOpen) {
      await pacing.rest(step.recheckInMs, "Look for freed stalls and ended offers");
    } else if (!pacing.signalled) {
      upsertSearchAttributes([{ key: STAGE, value: "over" }]);
      return { offered };
    }
  }
}
