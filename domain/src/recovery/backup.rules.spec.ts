import { describe, expect, it } from "@jest/globals";
import { isBackupDue, keptBackups } from "./backup.rules.js";

const backup = (at: string) => ({ at: new Date(at) });
const kept = (times: readonly string[], daily: number, weekly: number): string[] =>
  [...keptBackups(times.map(backup), { daily, weekly })].map(({ at }) => at.toISOString().slice(0, 16)).toSorted();

describe("keptBackups", () => {
  it.each([
    ["none", [], 7, 5, []],
    [
      "the newest of a day",
      ["2026-11-23T20:30Z", "2026-11-24T08:00Z", "2026-11-24T09:00Z"],
      7,
      0,
      ["2026-11-24T09:00"],
    ],
    // 18:29 UTC is 23:59 in India, 18:31 the next day.
    ["days as in India", ["2026-11-24T18:29Z", "2026-11-24T18:31Z"], 7, 0, ["2026-11-24T18:29", "2026-11-24T18:31"]],
    [
      "as many days as asked for",
      ["2026-11-22T09:00Z", "2026-11-23T09:00Z", "2026-11-24T09:00Z"],
      2,
      0,
      ["2026-11-23T09:00", "2026-11-24T09:00"],
    ],
    // Monday is 23 November 2026; a pause of weeks does not count.
    [
      "the newest of a week",
      ["2026-10-01T09:00Z", "2026-11-21T09:00Z", "2026-11-22T09:00Z", "2026-11-23T09:00Z"],
      1,
      3,
      ["2026-10-01T09:00", "2026-11-22T09:00", "2026-11-23T09:00"],
    ],
    ["always the newest", ["2026-11-22T09:00Z", "2026-11-23T09:00Z"], 0, 0, ["2026-11-23T09:00"]],
  ] as const)("keeps %s", (_what, times, daily, weekly, expected) => {
    expect(kept(times, daily, weekly)).toEqual(expected);
  });
});

describe("isBackupDue", () => {
  // 02:00 in India is 20:30 UTC of the day before.
  it.each([
    [undefined, "2026-11-24T09:00Z", true],
    ["2026-11-22T20:31Z", "2026-11-23T20:29Z", false],
    ["2026-11-22T20:31Z", "2026-11-23T20:30Z", true],
    ["2026-11-23T20:31Z", "2026-11-24T09:00Z", false],
    ["2026-11-20T20:31Z", "2026-11-24T09:00Z", true],
    // After midnight, before two: the day's backup is yesterday's.
    ["2026-11-22T20:31Z", "2026-11-23T19:00Z", false],
  ])("after %s, at %s: %s", (newest, now, due) => {
    expect(isBackupDue(newest === undefined ? undefined : new Date(newest), new Date(now), 2)).toBe(due);
  });
});
