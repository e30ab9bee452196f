import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { eventually, until } from "@sakhi/testkit/until";
import { recordHistory } from "../../test/histories.js";
import { ListingRuns, LONG_MS, SHORT } from "../../test/listing-runs.js";
import { attributesOf } from "../../test/runs.js";

const runs = await ListingRuns.open();
afterAll(() => runs.worker.close());
beforeEach(() => runs.begin());

/** SHORT with a short time to pay. */
const SHORT_UNPAID = { ...SHORT, durations: { ...SHORT.durations, unpaidMs: 1_500 } };

describe("listing for an unpaid application", () => {
  it("lapses it when the time to pay is over, and closes the run", async () => {
    const id = runs.store.submit();
    const handle = await runs.nudge(id, SHORT_UNPAID);
    expect(await handle.result()).toEqual({ outcome: "lapsed" });
    expect(runs.store.happened(id)).toEqual(["submitted", "lapsed"]);
    expect(await attributesOf(handle)).toMatchObject({ Stage: "lapsed" });
    await recordHistory("listing-lapsed", handle);
  });

  it("counts the time from the last payment attempt", async () => {
    const id = runs.store.submit();
    runs.store.pay(id, "LIST4001", 300);
    const handle = await runs.nudge(id, SHORT_UNPAID);
    expect(await handle.result()).toEqual({ outcome: "lapsed" });
    expect(runs.store.happened(id).slice(-3)).toEqual(["termination_requested", "payment_ended", "lapsed"]);
    await recordHistory("listing-lapsed-after-a-try", handle);
  });

  it("does not lapse it if a payment starts at the same moment", async () => {
    const id = runs.store.submit();
    const lapse = runs.store.lapseApplication;
    runs.store.lapseApplication = async (...args) => {
      runs.store.pay(id, "LIST4002", LONG_MS);
      return await lapse(...args);
    };
    const handle = await runs.nudge(id, SHORT_UNPAID);
    await eventually("stage paying", async () => (await attributesOf(handle))["Stage"] === "paying");
    expect(runs.store.happened(id)).not.toContain("lapsed");
    runs.store.order(id).status = "PAID";
    runs.store.settle("LIST4002");
    expect(runs.store.state(id)).toBe("under_review");
    await runs.withdraw(id);
  });

  it("starts a new run for a late payment of a lapsed application", async () => {
    const id = runs.store.submit();
    runs.store.pay(id, "LIST4003", 200);
    const first = await runs.nudge(id, SHORT_UNPAID);
    expect(await first.result()).toEqual({ outcome: "lapsed" });
    runs.store.payLate("LIST4003");
    const second = await runs.nudge(id, SHORT_UNPAID);
    expect(second.signaledRunId).not.toBe(first.signaledRunId);
    await until("the review reminder", () => Promise.resolve(runs.store.happened(id).includes("reviewer_reminded")));
    runs.store.end(id, "rejected");
    await runs.nudge(id, SHORT_UNPAID);
    expect(await second.result()).toEqual({ outcome: "rejected" });
    await recordHistory("listing-paid-after-it-lapsed", second);
  });
});
