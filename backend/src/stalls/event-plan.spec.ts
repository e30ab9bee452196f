import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { EventPlan, type PlanRow } from "./event-plan.js";

/** What a read of a plan returns, by the time of the tests. */
const read = (row: Partial<PlanRow>): PlanRow => ({
  ...{ stalls: "[]", typePrices: null, readAt: new Date(), nextEndMs: null, drawing: null },
  ...row,
});

/** An empty plan, just read, whose next hold ends, and whose next date of a price comes, in so many ms. */
async function planned(nextEndMs: number | null, nextPriceMs?: number) {
  const from = new Date(Date.now() + (nextPriceMs ?? 0)).toISOString();
  const changes = nextPriceMs === undefined ? [] : [{ from, paise: 2_700_000 }];
  const typePrices = JSON.stringify({ General: { paise: 2_200_000, changes } });
  const plan = new EventPlan(() => Promise.resolve(read({ typePrices, nextEndMs })));
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
  it.each<[string, number | null, number, ((plan: EventPlan) => void) | undefined, number, number | undefined]>([
    ["alone, every 100 ms", null, 1, undefined, 100, undefined],
    ["one of twenty, every 2 s", null, 20, undefined, 2_000, undefined],
    ["one of twenty, when its next hold ends", 340, 20, undefined, 340, undefined],
    ["one of twenty, when a date changes a price", null, 20, undefined, 720, 720],
    ["one of twenty, when a hold ends before a date", 340, 20, undefined, 340, 720],
    ["one of twenty, as soon as a change is notified", null, 20, (plan) => plan.invalidate(true), 500, undefined],
    [
      "one of twenty, not because this process wrote something",
      null,
      20,
      (plan) => plan.invalidate(false),
      2_000,
      undefined,
    ],
  ])("is reread %s", async (_when, nextEndMs, followed, happens, expected, nextPriceMs) => {
    const plan = await planned(nextEndMs, nextPriceMs);
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

it("another price is another version of the plan: never shown before its date, nor the former one after it", async () => {
  const from = new Date(Date.now() + 1_000);
  const changes = [{ from: from.toISOString(), paise: 2_700_000 }];
  const typePrices = JSON.stringify({ General: { paise: 2_200_000, changes } });
  const stall = (id: string, paise: number) => [id, "General", paise, 0, 0, 1, null, 10, 10, 0, "standard"];
  // B2 has a price of its own.
  const stalls = JSON.stringify([stall("B1", 2_200_000), stall("B2", 2_500_000)]);
  const plan = new EventPlan(() => Promise.resolve(read({ stalls, typePrices })));
  const prices = async () =>
    (await plan.current()).stalls.map(({ price, priceFrom, nextPrice }) => [price, priceFrom, nextPrice]);
  const day = new Date(from.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const before = await plan.current();
  expect(await prices()).toEqual([
    [22_000, undefined, { from: day, price: 27_000 }],
    [25_000, undefined, undefined],
  ]);
  await jest.advanceTimersByTimeAsync(999);
  expect((await plan.current()).version).toBe(before.version);
  await jest.advanceTimersByTimeAsync(1);
  expect(await prices()).toEqual([
    [27_000, day, undefined],
    [25_000, undefined, undefined],
  ]);
  expect((await plan.current()).version).not.toBe(before.version);
});
