import { expect, it } from "@jest/globals";
import { periodChoices, periodName } from "./periods.js";

const TODAY = "2026-11-29";

it("offers months, quarters and financial years, the newest first", () => {
  const { months, quarters, years } = periodChoices(TODAY);
  expect(months[0]).toEqual({ value: "2026-11", title: "November 2026", from: "2026-11-01", to: "2026-11-30" });
  expect(months[9]).toMatchObject({ value: "2026-02", to: "2026-02-28" });
  expect(quarters.slice(0, 4).map(({ value, from, to }) => [value, from, to])).toEqual([
    ["2026-27-q3", "2026-10-01", "2026-12-31"],
    ["2026-27-q2", "2026-07-01", "2026-09-30"],
    ["2026-27-q1", "2026-04-01", "2026-06-30"],
    ["2025-26-q4", "2026-01-01", "2026-03-31"],
  ]);
  expect(quarters[3]?.title).toBe("Q4 of 2025-26 (January 2026 to March 2026)");
  expect(years.map(({ value, from, to }) => [value, from, to]).slice(0, 2)).toEqual([
    ["fy-2026-27", "2026-04-01", "2027-03-31"],
    ["fy-2025-26", "2025-04-01", "2026-03-31"],
  ]);
  expect(periodChoices("2026-03-31").years[0]?.value).toBe("fy-2025-26");
});

it.each<[string | undefined, string | undefined, string]>([
  [undefined, undefined, "2026-11-29"],
  ["2026-11-01", "2026-11-30", "2026-11"],
  ["2028-02-01", "2028-02-29", "2028-02"],
  ["2026-10-01", "2026-12-31", "2026-27-q3"],
  ["2026-11-01", "2027-01-31", "2026-11-01-to-2027-01-31"],
  ["2026-04-01", "2027-03-31", "fy-2026-27"],
  ["2026-01-01", "2026-12-31", "2026-01-01-to-2026-12-31"],
  ["2026-11-20", "2026-11-20", "2026-11-20-to-2026-11-20"],
  ["2026-11-20", undefined, "from-2026-11-20-until-2026-11-29"],
  [undefined, "2026-11-20", "until-2026-11-20"],
])("names the days %s to %s in a file's name", (from, to, name) => {
  expect(periodName({ from, to }, TODAY)).toBe(name);
});
