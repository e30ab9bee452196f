import { describe, expect, it } from "@jest/globals";
import { comparedDay, countdownCurve, daysBetween, soldBefore } from "./countdown.rules.js";

describe("the countdown of an event's sales", () => {
  const days = [
    { day: "2026-10-01", sold: 2, paise: 5_400_050 },
    { day: "2026-11-30", sold: 1, paise: 3_600_000 },
    { day: "2026-12-03", sold: 1, paise: 100 },
    { day: "2026-12-04", sold: 1, paise: 200 },
  ];
  const curve = countdownCurve(days, "2026-12-03");

  it("adds up by days before the opening; what is sold later belongs to it", () => {
    expect(curve).toEqual([
      { daysBefore: 63, sold: 2, paise: 5_400_050 },
      { daysBefore: 3, sold: 3, paise: 9_000_050 },
      { daysBefore: 0, sold: 5, paise: 9_000_350 },
    ]);
  });

  it.each([
    [64, 0, 0],
    [63, 2, 5_400_050],
    [4, 2, 5_400_050],
    [3, 3, 9_000_050],
    [1, 3, 9_000_050],
    [0, 5, 9_000_350],
  ])("%i days before, %i were sold", (daysBefore, sold, paise) => {
    expect(soldBefore(curve, daysBefore)).toEqual({ sold, paise });
  });

  it("is empty without a sale", () => {
    expect(countdownCurve([], "2026-12-03")).toEqual([]);
    expect(soldBefore([], 3)).toEqual({ sold: 0, paise: 0 });
  });

  it("ends with all that the days have, whatever their order of size", () => {
    expect(soldBefore(curve, 0).paise).toBe(days.reduce((sum, { paise }) => sum + paise, 0));
  });
});

it.each([
  ["2026-11-29", "2026-12-03", 4, 4],
  ["2026-12-03", "2026-12-03", 0, 0],
  ["2026-12-10", "2026-12-03", -7, 0],
  ["2026-02-28", "2028-03-01", 732, 732],
])("from %s to the opening on %s are %i days; they are compared %i days before", (today, opening, days, compared) => {
  expect([daysBetween(today, opening), comparedDay(opening, today)]).toEqual([days, compared]);
});
