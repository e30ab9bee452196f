import { basename } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { DeterminismViolationError } from "@temporalio/workflow";
import { Worker } from "@temporalio/worker";
import { savedHistories } from "./histories.js";
import type { SavedHistory } from "./histories.js";
import { bundleWorkflows, quietRuntime } from "@sakhi/testkit/temporal";

const CHANGED = new URL("./changed-workflows.ts", import.meta.url);

/**
 * Every run that was ever saved must still be replayable by today's workflows: a run in production that began with
 * the code of then goes on with the code of now. A deliberate change needs `patched()` and new histories in a folder
 * of their own (see histories.ts); the old ones stay.
 */
let saved: SavedHistory[];
beforeAll(async () => {
  quietRuntime();
  saved = await savedHistories();
});

async function violations(workflowBundle: { readonly code: string }): Promise<string[]> {
  const replays = Worker.runReplayHistories(
    { workflowBundle },
    saved.map(({ name, history }) => ({ workflowId: name, history })),
  );
  const broken: string[] = [];
  for await (const { workflowId, error } of replays) {
    if (error === undefined) continue;
    if (!(error instanceof DeterminismViolationError)) throw error;
    broken.push(workflowId);
  }
  return broken.sort();
}

describe("saved histories", () => {
  it("record every way a booking, a listing, late money and a refund can go", () => {
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
      ]),
    );
  });

  it("are replayed by today's workflows", async () => {
    expect(await violations(await bundleWorkflows())).toEqual([]);
  });

  it("betray workflows that were changed without a patch", async () => {
    const names = saved.map(({ name }) => name).sort();
    expect(await violations(await bundleWorkflows(CHANGED))).toEqual(names);
  });

  it("are replayed by a listing that was changed with a patch", async () => {
    expect(await violations(await bundleWorkflows(new URL("./patched-workflows.ts", import.meta.url)))).toEqual([]);
  });

  it("hold no personal data", () => {
    for (const { history } of saved) {
      expect(JSON.stringify(history)).not.toMatch(/@[a-z0-9-]+\.[a-z]{2,}|\b[6-9]\d{9}\b/i);
    }
  });
});

it("the workflow bundle is free of class-validator, which would be found in it", async () => {
  expect((await bundleWorkflows()).code).not.toContain("class-validator");
  expect((await bundleWorkflows(CHANGED)).code).toContain("class-validator");
});
