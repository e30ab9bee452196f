import { describe, expect, it } from "@jest/globals";
import { firstMela } from "../events/event-facts.seed.js";
import { salesVerdict } from "../events/sales.rules.js";
import { daysProblem, gstinProblem, readDays, salesProblem, stateProblem, typedDays } from "./event-facts.rules.js";

describe("typed days of the Mela", () => {
  it("round-trip through typedDays and readDays", () => {
    const { days } = firstMela(new Date("2026-10-01T00:00:00Z"));
    expect(readDays(typedDays(days))).toEqual(days);
    expect(daysProblem(days)).toBeUndefined();
  });

  it.each([
    ["2026-02-31 10:00 to 20:00", "2026-02-31 is not a date"],
    ["2026-12-03 25:00 to 26:00", "25:00 is not a time of day"],
    ["2026-12-03 20:00 to 10:00", "On 2026-12-03 it must close after it opens"],
    ["2026-12-04 10:00 to 20:00\n2026-12-03 10:00 to 20:00", "The days must be in their order, each once"],
    ["2026-12-04 10:00 to 20:00\n2026-12-04 10:00 to 20:00", "The days must be in their order, each once"],
    [
      Array.from({ length: 8 }, (_, day) => `2026-12-0${day + 1} 10:00 to 20:00`).join("\n"),
      "There are at most 7 days",
    ],
  ])("are rejected by daysProblem: %s: %s", (text, problem) => {
    expect(daysProblem(readDays(text))).toBe(problem);
  });
});

describe("other event facts", () => {
  const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 1, 10, minute));

  it.each([
    [stateProblem("29"), undefined],
    [stateProblem("98"), "There is no state with the GST code 98"],
    [gstinProblem("27AAPFU0939F1ZV"), undefined],
    [gstinProblem("27AAPFU0939F1ZX"), expect.stringMatching(/check digit/)],
    [salesProblem(at(0), at(1)), undefined],
    [salesProblem(null, at(1)), undefined],
    [salesProblem(at(1), null), undefined],
    [salesProblem(at(1), at(1)), "Sales must close after they open"],
  ])("report the problem %s, expected %s", (problem, expected) => {
    expect(problem).toEqual(expected);
  });

  it.each([
    [at(0), at(2), at(0), "open"],
    [at(1), at(2), at(0), "sales_not_open"],
    [at(0), at(2), new Date(at(2).getTime() - 1), "open"],
    [at(0), at(2), at(2), "sales_closed"],
    [null, at(2), at(1), "open"],
    [at(0), null, at(9), "open"],
    [null, null, at(9), "open"],
  ])("with sales from %s until %s are, at %s, %s", (opensAt, closesAt, now, verdict) => {
    expect(salesVerdict({ opensAt, closesAt }, now)).toBe(verdict);
  });
});
