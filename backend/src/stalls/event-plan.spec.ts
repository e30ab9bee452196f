import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { EventPlan } from "./event-plan.js";

/** An empty plan, just read, whose next hold ends in so many ms. */
async function planned(nextEndMs: number | null) {
  const plan = new EventPlan(() => Promise.resolve({ stalls: "[]", nextEndMs, drawing: null }));
  await plan.current();
  return plan;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe("a followed plan", () => {
  it.each<[string, number | null, number, ((plan: EventPlan) => void) | undefined, number]>([
    ["alone, every 100 ms", null, 1, undefined, 100],
    ["one of twenty, every 2 s", null, 20, undefined, 2_000],
    ["one of twenty, when its next hold ends", 340, 20, undefined, 340],
    ["one of twenty, as soon as a change is notified", null, 20, (plan) => plan.invalidate(true), 500],
    ["one of twenty, not because this process wrote something", null, 20, (plan) => plan.invalidate(false), 2_000],
  ])("is reread %s", async (_when, nextEndMs, followed, happens, expected) => {
    const plan = await planned(nextEndMs);
    const began = performance.now();
    let waited: number | undefined;
    void plan.nextChange(followed).then(() => (waited = performance.now() - began));
    setTimeout(() => happens?.(plan), 500);
    await jest.advanceTimersByTimeAsync(expected - 1);
    expect(waited).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(waited).toBe(expected);
  });

  it("does not wait for a change that was notified while it was read", async () => {
    const plan = await planned(null);
    plan.invalidate(true);
    await plan.nextChange(20);
    expect(jest.getTimerCount()).toBe(0);
  });
});
