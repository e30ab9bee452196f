import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { eventually, until } from "@sakhi/testkit/until";
import { recordHistory } from "../../test/histories.js";
import { ListingRuns, LONG_MS, LONG, SHORT } from "../../test/listing-runs.js";
import type { ListingHandle } from "../../test/listing-runs.js";
import { attributesOf, timersOf } from "../../test/runs.js";
import { listingHistory } from "./listing.messages.js";
import type { listing } from "./listing.workflow.js";

const runs = await ListingRuns.open();
afterAll(() => runs.worker.close());
beforeEach(() => runs.begin());

describe("listing over its years", () => {
  it("runs through payment, review, live, reminders, renewal, expiry and another renewal", async () => {
    // Each stage is reached by moving the year's end, so that slow steps have no effect.
    runs.begin(LONG_MS, LONG);
    const { firstReminderMs = 0, lastReminderMs = 0 } = LONG.durations ?? {};
    const reminded = async (times: number): Promise<void> => {
      const happened = (): Promise<boolean> => Promise.resolve(runs.store.count("remindOwner") >= times);
      await runs.endYearIn(id, firstReminderMs + 100);
      await eventually("the first reminder", happened);
      await runs.endYearIn(id, lastReminderMs + 100);
      times += 1;
      await eventually("the last reminder", happened);
    };
    const id = await runs.payingFor("LIST1001");
    runs.store.order(id).status = "PAID";
    runs.store.settle("LIST1001");
    const first = await runs.nudge(id);
    await until("the review reminder", () => Promise.resolve(runs.store.count("remindReviewer") >= 1));
    runs.store.approve(id);
    await runs.nudge(id);
    await reminded(1);
    runs.store.pay(id, "LIST1002", LONG_MS);
    await runs.nudgeAndWait(id);
    runs.store.order(id).status = "PAID";
    runs.store.settle("LIST1002");
    await reminded(3);
    await runs.endYearIn(id, 100);
    expect(await first.result()).toEqual({ outcome: "expired" });
    expect(await attributesOf(first)).toMatchObject({ Stage: "expired" });
    await recordHistory("listing-year", first);

    runs.store.pay(id, "LIST1003", LONG_MS);
    const second = await runs.nudgeAndWait(id);
    runs.store.order(id).status = "PAID";
    runs.store.settle("LIST1003");
    await reminded(5);
    await runs.endYearIn(id, 100);
    expect(await second.result()).toEqual({ outcome: "expired" });
    expect(second.signaledRunId).not.toBe(first.signaledRunId);
    await recordHistory("listing-renewed-after-its-end", second);

    const year = ["owner_reminded_first", "owner_reminded_last"];
    expect(runs.store.happened(id)).toEqual([
      ...["submitted", "payment_started", "payment_opened", "paid", "reviewer_reminded", "approved"],
      ...[...year, "renewal_started", "payment_opened", "renewed"],
      ...[...year, "expired", "renewal_started", "payment_opened", "renewed"],
      ...[...year, "expired"],
    ]);
    expect(await settledHistory(second)).toEqual(runs.store.happened(id));
  });

  it("publishes its history, stage and order", async () => {
    const id = await runs.payingFor("LIST1010");
    const handle = await runs.nudgeAndWait(id);
    await eventually("stage paying", async () => (await attributesOf(handle))["Stage"] === "paying");
    expect(await attributesOf(handle)).toMatchObject({ Stage: "paying", OrderId: "LIST1010" });
    runs.store.end(id, "withdrawn");
    const progress = await handle.query(listingHistory);
    expect(progress).toMatchObject({ stage: "paying", orderId: "LIST1010" });
    expect(progress.entries.map(({ what, by }) => `${what} by ${by}`)).toEqual([
      "submitted by visitor",
      "payment_started by visitor",
      "payment_opened by provider",
    ]);
  });

  it("sets a single timer of any length, which a nudge interrupts", async () => {
    const years = 3;
    runs.begin(years * 365 * 24 * 3_600_000);
    const { id, handle } = await runs.live();
    await eventually("the timer", async () => (await timersOf(handle)).length > 0);
    const [timer] = await timersOf(handle);
    // The first due step.
    expect(timer?.summary).toBe("First reminder that the year ends");
    const seconds = years * 365 * 24 * 3_600 - 1;
    // Minus the time that passed before it was set.
    expect(timer?.seconds).toBeGreaterThan(seconds - 3_600);
    expect(timer?.seconds).toBeLessThanOrEqual(seconds);
    runs.store.end(id, "withdrawn");
    await runs.nudge(id);
    expect(await handle.result()).toEqual({ outcome: "withdrawn" });
    await recordHistory("listing-withdrawn", handle);
  });

  it("sends the first reminder 30 days before the end by default", async () => {
    runs.begin(365 * 24 * 3_600_000);
    const id = runs.store.submit("under_review");
    runs.store.approve(id);
    const handle = await runs.nudgeAndWait(id, {});
    await eventually("the timer", async () => (await timersOf(handle)).length > 0);
    const days = Math.round(((await timersOf(handle))[0]?.seconds ?? 0) / 86_400);
    expect(days).toBe(335);
    runs.store.end(id, "withdrawn");
    await runs.nudge(id, {});
    await handle.result();
  });
});

async function settledHistory(handle: ListingHandle): Promise<string[]> {
  return (await handle.query(listingHistory)).entries.map(({ what }) => what);
}

describe("listing for an application", () => {
  it("that joined the community closes immediately", async () => {
    const id = runs.store.submit("joined");
    expect(await (await runs.nudge(id)).result()).toEqual({ outcome: "joined" });
    expect(runs.store.calls).toEqual(["lookUpApplication"]);
  });

  it("that was claimed with a stall reminds the reviewer once, and closes when it is rejected", async () => {
    const id = runs.store.submit("under_review");
    const handle = await runs.nudge(id);
    await until("the reminder", () => Promise.resolve(runs.store.happened(id).includes("reviewer_reminded")));
    await runs.nudgeAndWait(id);
    expect(runs.store.count("remindReviewer")).toBe(1);
    runs.store.end(id, "rejected");
    await runs.nudge(id);
    expect(await handle.result()).toEqual({ outcome: "rejected" });
    await recordHistory("listing-rejected", handle);
  });

  it("that is live sleeps again when a timer fires early", async () => {
    runs.begin(LONG_MS);
    const lookUp = runs.store.lookUpApplication;
    let early = true;
    // One lookup reports less than the time left, as with a fast clock.
    runs.store.lookUpApplication = async (...args) => {
      const facts = await lookUp(...args);
      if (!early || facts.state !== "live") return facts;
      early = false;
      return { ...facts, due: { what: "expire", inMs: 0 } };
    };
    const { id, handle } = await runs.live();
    await until("an early expiry attempt", () => Promise.resolve(runs.store.count("expireListing") >= 1));
    expect(runs.store.state(id)).toBe("live");
    await runs.endYearIn(id, 200);
    expect(await handle.result()).toEqual({ outcome: "expired" });
    expect(runs.store.count("expireListing")).toBeGreaterThanOrEqual(2);
    expect(runs.store.happened(id).filter((what) => what === "expired")).toHaveLength(1);
  });

  it("that is renewed at the moment its run would close continues in that run", async () => {
    const lookUp = runs.store.lookUpApplication;
    runs.store.lookUpApplication = async (...args) => {
      const [id] = args;
      const facts = await lookUp(...args);
      if (facts.state !== "expired" || runs.store.happened(id).includes("renewed")) return facts;
      // The result is stale before the workflow receives it.
      runs.store.pay(id, "LIST1020", LONG_MS);
      runs.store.order(id).status = "PAID";
      runs.store.settle("LIST1020");
      await runs.nudge(id);
      return facts;
    };
    // Starts last, because the year is short.
    const { id, handle } = await runs.live();
    expect(await handle.result()).toEqual({ outcome: "expired" });
    expect(runs.store.happened(id).filter((what) => what === "expired")).toHaveLength(2);
  });
});

describe("a long-running listing", () => {
  it("continues as new before Temporal's history grows too long, and keeps its own history", async () => {
    const id = runs.store.submit();
    const long = { ...SHORT, waits: { ...SHORT.waits, continueAfterEvents: 12 } };
    const handle = await runs.nudge(id, long);
    const firstRun = handle.signaledRunId;
    for (let check = 0; check < 4; check += 1) await runs.nudgeAndWait(id, long);
    const latest = runs.worker.workflows.getHandle<typeof listing>(handle.workflowId);
    await eventually("a new run", async () => (await latest.describe()).runId !== firstRun);
    runs.store.end(id, "withdrawn");
    await runs.nudge(id, long);
    expect(await latest.result()).toEqual({ outcome: "withdrawn" });
    const progress = await latest.query(listingHistory);
    expect(progress.entries.map(({ what }) => what)).toEqual(["submitted", "withdrawn"]);
    const first = runs.worker.workflows.getHandle(handle.workflowId, firstRun);
    await recordHistory("listing-continued-as-new", first);
  });
});
