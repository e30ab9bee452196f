import { describe, expect, it } from "@jest/globals";
import { FAULT_KINDS, schedule } from "./schedule.js";
import type { FaultKind } from "./schedule.js";

const HALF_AN_HOUR_MS = 30 * 60_000;
const ALL = { redis: true, clock: true, disk: true };

describe("schedule", () => {
  it("depends only on the seed", () => {
    const first = schedule(7, HALF_AN_HOUR_MS, ALL);
    expect(schedule(7, HALF_AN_HOUR_MS, ALL)).toEqual(first);
    expect(schedule(8, HALF_AN_HOUR_MS, ALL)).not.toEqual(first);
  });

  it.each([1, 2, 3, 4, 5])("with seed %d contains at least 500 faults in half an hour, of every kind", (seed) => {
    const faults = schedule(seed, HALF_AN_HOUR_MS, ALL);
    expect(faults.length).toBeGreaterThanOrEqual(500);
    const kinds = new Set(faults.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual((Object.keys(FAULT_KINDS) as FaultKind[]).toSorted());
  });

  it("never overlaps two faults of one target, and ends all of them before the chaos run", () => {
    const faults = schedule(7, HALF_AN_HOUR_MS, ALL);
    const ends = new Map<string, number>();
    for (const { target, at, lasts } of faults) {
      expect(at).toBeGreaterThanOrEqual(ends.get(target) ?? 0);
      expect(lasts).toBeGreaterThanOrEqual(0);
      expect(at + lasts).toBeLessThan(HALF_AN_HOUR_MS);
      ends.set(target, at + lasts);
    }
  });

  it("contains no fault that the machine cannot inject", () => {
    const faults = schedule(7, HALF_AN_HOUR_MS, { redis: false, clock: false, disk: false });
    const impossible = faults.filter(
      ({ kind, target }) =>
        kind === "clock" || target.includes("redis") || (kind === "fullDisk" && target === "postgres"),
    );
    expect(impossible).toEqual([]);
  });

  it("contains at least 10 faults in a minute", () => {
    expect(schedule(7, 60_000, ALL).length).toBeGreaterThanOrEqual(10);
  });
});
