import { randomInt } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import { recordHistory } from "../../test/histories.js";
import { activitiesOf, attributesOf, timersOf } from "../../test/runs.js";
import { recheck } from "../shared/pacing.js";
import type { WaitingListActivities, WaitingListStep } from "./waiting-list.activities.js";
import { isWaitingList, WAITING_LIST, type WaitingListInput, waitingListWorkflowId } from "./waiting-list.messages.js";
import type { waitingList } from "./waiting-list.workflow.js";

/** In-memory fake of the database: some wait, and each look offers a stall to the first if one is free. */
class InMemoryQueue implements WaitingListActivities {
  looks = 0;
  free = 0;
  recheckInMs = 50;
  /** Ends every look with an error while it is greater than 0. */
  failures = 0;

  constructor(public waiting: number) {}

  offerFreedStalls = (): Promise<WaitingListStep> => {
    this.looks += 1;
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Error("the database is unreachable"));
    }
    const offered = Math.min(this.free, this.waiting, 1);
    this.free -= offered;
    this.waiting -= offered;
    return Promise.resolve({ isOpen: this.waiting > 0, offered, recheckInMs: this.recheckInMs });
  };
}

let queue: InMemoryQueue;
const worker = await TestWorker.start(activitiesOf(new InMemoryQueue(0), () => queue));
afterAll(() => worker.close());
let eventId: number;
beforeEach(() => {
  eventId = randomInt(2 ** 40);
});

function nudge(waits: WaitingListInput["waits"] = {}) {
  return worker.workflows.signalWithStart<typeof waitingList>(WAITING_LIST, {
    taskQueue: worker.taskQueue,
    workflowId: waitingListWorkflowId(eventId, "Premium"),
    workflowIdConflictPolicy: "USE_EXISTING",
    args: [{ eventId, stallType: "Premium", waits }],
    signal: recheck,
  });
}

describe("waitingList", () => {
  it("looks again and again, offers what is freed, and ends when nobody waits", async () => {
    queue = new InMemoryQueue(2);
    const handle = await nudge();
    await until("it to recheck without a signal", () => Promise.resolve(queue.looks > 2));
    queue.free = 2;
    expect(await handle.result()).toEqual({ offered: 2 });
    expect(await attributesOf(handle)).toMatchObject({ Stage: "over" });
    expect((await timersOf(handle)).map(({ summary }) => summary)).toContain("Look for freed stalls and ended offers");
    expect(isWaitingList(handle.workflowId)).toBe(true);
    await recordHistory("waiting-list", handle);
  });

  it("checks once when it is signalled", async () => {
    queue = new InMemoryQueue(1);
    queue.recheckInMs = 3_600_000;
    const handle = await nudge();
    await until("the first look", () => Promise.resolve(queue.looks === 1));
    queue.free = 1;
    await nudge();
    expect(await handle.result()).toEqual({ offered: 1 });
    await recordHistory("waiting-list-signalled", handle);
  });

  it("outlives a look that fails, which is tried again as a regular activity", async () => {
    queue = new InMemoryQueue(1);
    queue.failures = 2;
    queue.free = 1;
    const handle = await nudge();
    expect(await handle.result()).toEqual({ offered: 1 });
    expect(queue.looks).toBe(3);
    await recordHistory("waiting-list-retried", handle);
  });

  it("continues as new before its history grows too long", async () => {
    queue = new InMemoryQueue(1);
    queue.recheckInMs = 1;
    const handle = await nudge({ continueAfterEvents: 30 });
    const firstRun = handle.signaledRunId;
    const now = worker.workflows.getHandle(handle.workflowId);
    await until("another run", async () => (await now.describe()).runId !== firstRun);
    queue.free = 1;
    expect(await now.result()).toEqual({ offered: 1 });
    await recordHistory("waiting-list-continued", worker.workflows.getHandle(handle.workflowId, firstRun));
  });
});
