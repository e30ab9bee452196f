import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import { recordHistory } from "../../test/histories.js";
import { activitiesOf, attributesOf, timersOf } from "../../test/runs.js";
import { recheck } from "../shared/pacing.js";
import type { StallMoveActivities, StallMoveStep } from "./stall-move.activities.js";
import { isStallMove, STALL_MOVE, type StallMoveInput, stallMoveWorkflowId } from "./stall-move.messages.js";
import type { stallMove } from "./stall-move.workflow.js";

/** In-memory fake of the database: a move that waits until something happens to it. */
class InMemoryMove implements StallMoveActivities {
  looks = 0;
  step: StallMoveStep = { isOpen: true, state: "asked", recheckInMs: 3_600_000 };
  /** Ends every look with an error while it is greater than 0. */
  failures = 0;

  checkStallMove = (): Promise<StallMoveStep> => {
    this.looks += 1;
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Error("the database is unreachable"));
    }
    return Promise.resolve(this.step);
  };
}

const over = (state: StallMoveStep["state"]): StallMoveStep => ({ isOpen: false, state, recheckInMs: 1 });

let move: InMemoryMove;
const worker = await TestWorker.start(activitiesOf(new InMemoryMove(), () => move));
afterAll(() => worker.close());
let moveId: string;
beforeEach(() => {
  moveId = randomUUID();
  move = new InMemoryMove();
});

function nudge(waits: StallMoveInput["waits"] = {}) {
  return worker.workflows.signalWithStart<typeof stallMove>(STALL_MOVE, {
    taskQueue: worker.taskQueue,
    workflowId: stallMoveWorkflowId(moveId),
    workflowIdConflictPolicy: "USE_EXISTING",
    args: [{ moveId, waits }],
    signal: recheck,
  });
}

describe("stallMove", () => {
  it("looks when it is signalled, from asked to paying to moved", async () => {
    const handle = await nudge();
    await until("the first look", () => Promise.resolve(move.looks === 1));
    move.step = { isOpen: true, state: "paying", recheckInMs: 3_600_000 };
    await nudge();
    await until("the second look", () => Promise.resolve(move.looks === 2));
    move.step = over("moved");
    await nudge();
    expect(await handle.result()).toEqual({ state: "moved" });
    expect(await attributesOf(handle)).toMatchObject({ Stage: "moved" });
    expect(isStallMove(handle.workflowId)).toBe(true);
    await recordHistory("stall-move", handle);
  });

  it("looks again when its time is over, and ends when it has lapsed", async () => {
    move.step = { isOpen: true, state: "asked", recheckInMs: 50 };
    const handle = await nudge();
    await until("a look without a signal", () => Promise.resolve(move.looks > 1));
    move.step = over("lapsed");
    expect(await handle.result()).toEqual({ state: "lapsed" });
    expect((await timersOf(handle)).map(({ summary }) => summary)).toContain(
      "Look whether the move is paid for, or over",
    );
    await recordHistory("stall-move-lapsed", handle);
  });

  it("outlives looks that fail", async () => {
    move.failures = 2;
    move.step = over("withdrawn");
    const handle = await nudge();
    expect(await handle.result()).toEqual({ state: "withdrawn" });
    expect(move.looks).toBe(3);
    await recordHistory("stall-move-retried", handle);
  });

  it("continues as new before its history grows too long", async () => {
    move.step = { isOpen: true, state: "paying", recheckInMs: 1 };
    const handle = await nudge({ continueAfterEvents: 30 });
    const firstRun = handle.signaledRunId;
    const now = worker.workflows.getHandle(handle.workflowId);
    await until("another run", async () => (await now.describe()).runId !== firstRun);
    move.step = over("moved");
    expect(await now.result()).toEqual({ state: "moved" });
    await recordHistory("stall-move-continued", worker.workflows.getHandle(handle.workflowId, firstRun));
  });
});
