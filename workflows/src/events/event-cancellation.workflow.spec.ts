import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { TestWorker } from "@sakhi/testkit/temporal";
import { eventually, until } from "@sakhi/testkit/until";
import { recordHistory } from "../../test/histories.js";
import { activitiesOf, attributesOf, timersOf } from "../../test/runs.js";
import { recheck } from "../shared/pacing.js";
import type { CancellationStep, EventCancellationActivities } from "./event-cancellation.activities.js";
import {
  cancellationProgress,
  cancelsEvent,
  EVENT_CANCELLATION,
  type EventCancellationInput,
  eventCancellationWorkflowId,
} from "./event-cancellation.messages.js";
import type { eventCancellation } from "./event-cancellation.workflow.js";

/** In-memory fake of the database: an event with sold bookings, of which one activity refunds two. */
class InMemoryEvent implements EventCancellationActivities {
  refunded = 0;
  failing = 0;
  paused = false;
  batches = 0;
  completions = 0;

  constructor(
    public left: number,
    public unpaid = 0,
  ) {}

  refundEventBookings = (): Promise<CancellationStep> => {
    this.batches += 1;
    const done = this.paused ? 0 : Math.min(2, this.left);
    this.left -= done;
    this.refunded += done;
    const { refunded, left: due, failing, unpaid, paused } = this;
    const facts = { refunded, due, failing, unpaid, paused, ...(failing > 0 ? { nextTryInMs: 50 } : {}) };
    if (this.failing > 0 && this.batches > 4) this.failing = 0;
    return Promise.resolve(facts);
  };

  completeEventCancellation = (): Promise<boolean> => {
    this.completions += 1;
    return Promise.resolve(this.left === 0 && this.unpaid === 0 && !this.paused);
  };
}

let event: InMemoryEvent;
const worker = await TestWorker.start(activitiesOf(new InMemoryEvent(0), () => event));
afterAll(() => worker.close());
let slug: string;
beforeEach(() => {
  slug = `mela-${randomUUID()}`;
});

const WAITS = { retryFirstMs: 50, retryLongestMs: 200, unpaidMs: 50 };

function nudge(waits: EventCancellationInput["waits"] = WAITS) {
  return worker.workflows.signalWithStart<typeof eventCancellation>(EVENT_CANCELLATION, {
    taskQueue: worker.taskQueue,
    workflowId: eventCancellationWorkflowId(slug),
    workflowIdConflictPolicy: "USE_EXISTING",
    args: [{ eventId: 7, slug, waits }],
    signal: recheck,
  });
}

describe("eventCancellation", () => {
  it("refunds batch by batch, and closes as completed", async () => {
    event = new InMemoryEvent(7);
    const handle = await nudge();
    expect(await handle.result()).toEqual({ refunded: 7 });
    expect([event.batches, event.completions]).toEqual([4, 1]);
    expect(await attributesOf(handle)).toMatchObject({ Stage: "completed" });
    expect(await handle.query(cancellationProgress)).toMatchObject({ refunded: 7, due: 0 });
    expect(cancelsEvent(handle.workflowId)).toBe(true);
    await recordHistory("event-cancelled", handle);
  });

  it("waits while it is paused, without a timer, and continues when signalled", async () => {
    event = new InMemoryEvent(5);
    event.paused = true;
    const handle = await nudge();
    await eventually("stage paused", async () => (await attributesOf(handle))["Stage"] === "paused");
    expect([event.refunded, await timersOf(handle)]).toEqual([0, []]);
    event.paused = false;
    await nudge();
    expect(await handle.result()).toEqual({ refunded: 5 });
    await recordHistory("event-cancellation-paused", handle);
  });

  it("tries failed refunds again, and waits for payments that are ending", async () => {
    event = new InMemoryEvent(2, 1);
    event.failing = 1;
    const handle = await nudge();
    await until("failed refunds and payments to be waited for", () => Promise.resolve(event.batches > 6));
    expect(event.completions).toBe(0);
    event.unpaid = 0;
    expect(await handle.result()).toEqual({ refunded: 2 });
    const waited = (await timersOf(handle)).map(({ summary }) => summary);
    expect(waited).toEqual(
      expect.arrayContaining([expect.stringContaining("failed refunds"), expect.stringContaining("payments")]),
    );
    await recordHistory("event-cancellation-failing", handle);
  });

  it("continues as new before its history grows too long", async () => {
    event = new InMemoryEvent(40);
    const handle = await nudge({ ...WAITS, continueAfterEvents: 30 });
    const firstRun = handle.signaledRunId;
    expect(await worker.workflows.getHandle(handle.workflowId).result()).toEqual({ refunded: 40 });
    expect((await worker.workflows.getHandle(handle.workflowId).describe()).runId).not.toBe(firstRun);
    expect(event.batches).toBe(20);
    await recordHistory("event-cancellation-continued", worker.workflows.getHandle(handle.workflowId, firstRun));
  });
});
