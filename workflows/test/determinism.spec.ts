import { basename } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { bundleWorkflows, quietRuntime } from "@sakhi/testkit/temporal";
import { Worker } from "@temporalio/worker";
import { DeterminismViolationError } from "@temporalio/workflow";
import { savedHistories } from "./histories.js";
import type { SavedHistory } from "./histories.js";

const CHANGED = new URL("./changed-workflows.ts", import.meta.url);

/**
 * All saved runs must replay with the current workflows, because runs in production that started with older code continue
 * with the current one. A deliberate change needs `patched()` and new histories in their own folder (see histories.ts);
 * the old ones stay.
 */
let saved: SavedHistory[];
beforeAll(async () => {
  quietRuntime();
  saved = await savedHistories();
});

async function violations(
  workflowBundle: { readonly code: string },
  runs: readonly SavedHistory[] = saved,
): Promise<string[]> {
  const replays = Worker.runReplayHistories(
    { workflowBundle },
    runs.map(({ name, history }) => ({ workflowId: name, history })),
  );
  const broken: string[] = [];
  for await (const { workflowId, error } of replays) {
    if (error === undefined) continue;
    if (!(error instanceof DeterminismViolationError)) throw error;
    broken.push(workflowId);
  }
  return broken.sort();
}

interface SavedEvents {
  readonly events: readonly {
    readonly eventType: string;
    readonly workflowExecutionStartedEventAttributes?: { readonly workflowType: { readonly name: string } };
  }[];
}

/** The run as it was before each of its later steps. */
function unfinished({ name, history }: SavedHistory): (SavedHistory & { readonly type: string | undefined })[] {
  const { events } = history as SavedEvents;
  const type = events[0]?.workflowExecutionStartedEventAttributes?.workflowType.name;
  return events.flatMap(({ eventType }, at) =>
    eventType === "EVENT_TYPE_WORKFLOW_TASK_SCHEDULED" && at > 2
      ? [{ name: `${name} before event ${at + 1}`, type, history: { ...history, events: events.slice(0, at) } }]
      : [],
  );
}

describe("saved histories", () => {
  it("cover the main paths of every workflow", () => {
    const names = saved.map(({ name }) => basename(name, ".history.json"));
    expect(names).toEqual(
      expect.arrayContaining([
        "held-expired",
        "sold",
        "payment-expired",
        "termination-requested-paid",
        "late-payment-sold",
        "late-payment-nothing",
        "late-payment-offer-accepted",
        "late-payment-offer-expired",
        "refund-succeeded",
        "listing-year",
        "listing-renewed-after-its-end",
        "listing-paid-again",
        "listing-rejected",
        "listing-withdrawn",
        "listing-lapsed",
        "listing-continued-as-new",
        "database-position",
        "event-cancelled",
        "event-cancellation-paused",
        "event-cancellation-failing",
        "event-cancellation-continued",
        "waiting-list",
        "waiting-list-signalled",
        "waiting-list-retried",
        "waiting-list-continued",
        "stall-move",
        "stall-move-lapsed",
        "stall-move-retried",
        "stall-move-continued",
      ]),
    );
  });

  it("replay with the current workflows", async () => {
    expect(await violations(await bundleWorkflows())).toEqual([]);
  });

  it("replay from every point of their life: an update meets bookings and listings that are not over", async () => {
    const points = saved.flatMap(unfinished);
    for (const kind of [
      "stallBooking",
      "listing",
      "latePayment",
      "refund",
      "eventCancellation",
      "waitingList",
      "stallMove",
    ])
      expect(points.filter(({ type }) => type === kind).length).toBeGreaterThan(3);
    expect(await violations(await bundleWorkflows(), points)).toEqual([]);
  });

  it("fail to replay with workflows changed without a patch", async () => {
    const names = saved.map(({ name }) => name).sort();
    expect(await violations(await bundleWorkflows(CHANGED))).toEqual(names);
  });

  it("contain no personal data", () => {
    for (const { history } of saved) {
      expect(JSON.stringify(history)).not.toMatch(/@[a-z0-9-]+\.[a-z]{2,}|\b[6-9]\d{9}\b/i);
    }
  });
});

it("the workflow bundle excludes class-validator, and the check would detect it", async () => {
  expect((await bundleWorkflows()).code).not.toContain("class-validator");
  expect((await bundleWorkflows(CHANGED)).code).toContain("class-validator");
});
