import { describe, expect, it } from "@jest/globals";
import { businessDaysLater } from "./business-days.rules.js";

/** 2026-11-16 is a Monday. */
const CASES: readonly [from: string, days: number, to: string, why: string][] = [
  ["2026-11-16T10:00+05:30", 2, "2026-11-18T10:00+05:30", "within a week"],
  ["2026-11-18T23:59+05:30", 2, "2026-11-20T23:59+05:30", "to Friday, at the same time"],
  ["2026-11-19T09:30+05:30", 2, "2026-11-23T09:30+05:30", "Thursday → Monday"],
  ["2026-11-20T15:00+05:30", 2, "2026-11-24T15:00+05:30", "Friday → Tuesday"],
  ["2026-11-21T08:00+05:30", 2, "2026-11-25T00:00+05:30", "Saturday counts as Monday 00:00"],
  ["2026-11-22T23:00+05:30", 2, "2026-11-25T00:00+05:30", "Sunday counts as Monday 00:00"],
  ["2026-11-20T20:00+00:00", 2, "2026-11-25T00:00+05:30", "Friday in London is Saturday in India"],
  ["2026-11-22T19:00+00:00", 2, "2026-11-25T00:30+05:30", "Sunday in London is Monday in India"],
  ["2026-12-31T12:00+05:30", 1, "2027-01-01T12:00+05:30", "across the year's end; holidays count"],
  ["2026-11-16T10:00+05:30", 0, "2026-11-16T10:00+05:30", "no days"],
  ["2026-11-21T10:00+05:30", 0, "2026-11-23T00:00+05:30", "no days, starting on a weekend"],
  ["2026-11-16T10:00+05:30", 10, "2026-11-30T10:00+05:30", "two weeks"],
];

describe("businessDaysLater", () => {
  it.each(CASES)("adds to %s %d days: %s (%s)", (from, days, to) => {
    expect(businessDaysLater(new Date(from), days).toISOString()).toBe(new Date(to).toISOString());
  });
});
