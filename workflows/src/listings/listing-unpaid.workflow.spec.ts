import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { recordHistory } from "../../test/histories.js";
import { ListingRuns, LONG_MS, SHORT } from "../../test/listing-runs.js";
import { attributesOf, timersOf } from "../../test/runs.js";
import { eventually, until } from "@sakhi/testkit/until";

const runs = await ListingRuns.open();
afterAll(() => runs.worker.close());
beforeEach(() => runs.begin());

/** As the others' durations, and nobody waits long for money. */
const IMPATIENT = { ...SHORT, durations: { ...SHORT.durations, unpaidMs: 1_500 } };

describe("an application that nobody pays for", () => {
  it("lapses after its time, and its run ends", async () => {
    const id = runs.store.submit();
    const handle = await runs.nudge(id, IMPATIENT);
    expect(await handle.result()).toEqual({ outcome: "lapsed" });
    expect(runs.store.happened(id)).toEqual(["submitted", "lapsed"]);
    expect(await attributesOf(handle)).toMatchObject({ Stage: "lapsed" });
    await recordHistory("listing-lapsed", handle);
  });

  it("counts its time from the last try to pay", async () => {
    const id = runs.store.submit();
    runs.store.pay(id, "LIST4001", 300);
    const handle = await runs.nudge(id, IMPATIENT);
    expect(await handle.result()).toEqual({ outcome: "lapsed" });
    expect(runs.store.happened(id).slice(-3)).toEqual(["termination_requested", "payment_ended", "lapsed"]);
    await recordHistory("listing-lapsed-after-a-try", handle);
  });

  it("takes 14 days where nobody said otherwise", async () => {
    const id = runs.store.submit();
    const handle = await runs.nudgeAndSee(id, {});
    await eventually("the timer", async () => (await timersOf(handle)).length > 0);
    const [timer] = await timersOf(handle);
    expect(timer?.summary).toBe("Closed if nobody has paid by then");
    expect(Math.round((timer?.seconds ?? 0) / 86_400)).toBe(14);
    await runs.withdraw(id);
  });

  it("is not closed when it was paid for in that moment", async () => {
    const id = runs.store.submit();
    const lapse = runs.store.lapseApplication;
    runs.store.lapseApplication = async (...args) => {
      runs.store.pay(id, "LIST4002", LONG_MS);
      return await lapse(...args);
    };
    const handle = await runs.nudge(id, IMPATIENT);
    await eventually("stage paying", async () => (await attributesOf(handle))["Stage"] === "paying");
    expect(runs.store.happened(id)).not.toContain("lapsed");
    runs.store.order(id).status = "PAID";
    runs.store.settle("LIST4002");
    expect(runs.store.state(id)).toBe("under_review");
    await runs.withdraw(id);
  });

  it("is reviewed by a run of its own when its money comes after all", async () => {
    const id = runs.store.submit();
    runs.store.pay(id, "LIST4003", 200);
    const first = await runs.nudge(id, IMPATIENT);
    expect(await first.result()).toEqual({ outcome: "lapsed" });
    runs.store.payLate("LIST4003");
    const second = await runs.nudge(id, IMPATIENT);
    expect(second.signaledRunId).not.toBe(first.signaledRunId);
    await until("the review to be reminded of", () =>
      Promise.resolve(runs.store.happened(id).includes("reviewer_reminded")),
    );
    runs.store.end(id, "rejected");
    await runs.nudge(id, IMPATIENT);
    expect(await second.result()).toEqual({ outcome: "rejected" });
    await recordHistory("listing-paid-after-it-lapsed", second);
  });
});
