import { proxyActivities, proxyLocalActivities, upsertSearchAttributes } from "@temporalio/workflow";
import { localThenRegular, RETRIED, SINGLE_ATTEMPT } from "../shared/activity-options.js";
import { Pacing, PACING_WAITS } from "../shared/pacing.js";
import { STAGE } from "../shared/search-attributes.js";
import type { StallMoveActivities } from "./stall-move.activities.js";
import type { StallMoveInput, StallMoveResult } from "./stall-move.messages.js";

const local = proxyLocalActivities<StallMoveActivities>(SINGLE_ATTEMPT);
const regular = proxyActivities<StallMoveActivities>(RETRIED);

/**
 * Follows a move to a dearer stall from the moment it is asked for until it is paid, over or withdrawn, and its order is final. It
 * decides nothing: the database does, under the locks of both stalls, so that a late look keeps a stall longer and loses none.
 */
export async function stallMove(input: StallMoveInput): Promise<StallMoveResult> {
  const { moveId } = input;
  const pacing = new Pacing({ ...PACING_WAITS, ...input.waits });
  let stage = "";

  for (;;) {
    await pacing.beforeCheck<typeof stallMove>(input);
    const step = await localThenRegular(
      () => local.checkStallMove(moveId),
      () => regular.checkStallMove(moveId),
    );
    if (step.state !== stage) {
      stage = step.state;
      upsertSearchAttributes([{ key: STAGE, value: stage }]);
    }
    if (step.isOpen) {
      await pacing.rest(step.recheckInMs, "Look whether the move is paid for, or over");
    } else if (!pacing.signalled) {
      return { state: step.state };
    }
  }
}
