import { describe, expect, it } from "@jest/globals";
import {
  ALIVE_MS,
  countersBeyond,
  type DatabasePosition,
  highestNumbers,
  missingHere,
  NUMBERS_LEFT_OUT,
  startVerdict,
} from "./position.rules.js";

const here: DatabasePosition = {
  installation: "ours",
  recoveries: 1,
  at: "2026-11-26T10:00:00.000Z",
  events: { bookings: 100, listings: 20, administrators: 5 },
  documents: { "INV/26-27": 14, "CRN/26-27": 2 },
};

describe("missingHere", () => {
  it.each<[string, Partial<DatabasePosition>, object | undefined]>([
    ["the same position", {}, undefined],
    ["an older one, as published a moment ago", { events: { ...here.events, bookings: 90 }, documents: {} }, undefined],
    ["one of another database", { installation: "theirs", events: { ...here.events, bookings: 900 } }, undefined],
    ["one from before the last recovery", { recoveries: 0, events: { ...here.events, bookings: 900 } }, undefined],
    [
      "more bookings outside",
      { events: { ...here.events, bookings: 112 } },
      { events: { bookings: 12, listings: 0, administrators: 0 }, documents: {} },
    ],
    [
      "an operator's action outside",
      { events: { ...here.events, administrators: 6 } },
      { events: { bookings: 0, listings: 0, administrators: 1 }, documents: {} },
    ],
    [
      "more numbers outside, one of a series that is new",
      { documents: { "INV/26-27": 17, "CRN/26-27": 2, "INV/27-28": 1 } },
      { events: { bookings: 0, listings: 0, administrators: 0 }, documents: { "INV/26-27": 3, "INV/27-28": 1 } },
    ],
    [
      "restored again, to before the last recovery",
      { recoveries: 2, events: { bookings: 1, listings: 1, administrators: 1 } },
      { events: { bookings: 0, listings: 0, administrators: 0 }, documents: {} },
    ],
  ])("%s", (_case, outside, expected) => {
    expect(missingHere(here, { ...here, ...outside })).toEqual(expected);
  });
});

it("countersBeyond leaves out numbers after the highest known one of each series", () => {
  expect(countersBeyond([{ "INV/26-27": 14 }, { "INV/26-27": 17, "CRN/26-27": 2 }, { "INV/26-27": 16 }])).toEqual({
    "INV/26-27": 17 + NUMBERS_LEFT_OUT,
    "CRN/26-27": 2 + NUMBERS_LEFT_OUT,
  });
});

it("highestNumbers reads documents' numbers only", () => {
  const numbers = ["INV/26-27/000015", "INV/26-27/000003", "CRN/26-27/000001", "B12 to B14", "INV/26-27/x", ""];
  expect(highestNumbers(numbers)).toEqual({ "INV/26-27": 15, "CRN/26-27": 1 });
});

describe("startVerdict", () => {
  const now = new Date("2026-11-26T10:00:00.000Z");
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  it.each<[string, Parameters<typeof startVerdict>[0], string]>([
    ["a new database", { foundOutside: false, allAnswered: true, publishedAt: undefined }, "current"],
    ["a new one, nobody answers", { foundOutside: false, allAnswered: false, publishedAt: undefined }, "current"],
    ["known outside", { foundOutside: true, allAnswered: true, publishedAt: ago(86_400_000) }, "current"],
    [
      "known by one part, the other is unreachable",
      { foundOutside: true, allAnswered: false, publishedAt: ago(0) },
      "current",
    ],
    [
      "published, and known nowhere",
      { foundOutside: false, allAnswered: true, publishedAt: ago(1_000) },
      "record_lost",
    ],
    [
      "nobody answers, alive a moment ago",
      { foundOutside: false, allAnswered: false, publishedAt: ago(ALIVE_MS - 1) },
      "current",
    ],
    [
      "nobody answers, and it may be restored",
      { foundOutside: false, allAnswered: false, publishedAt: ago(ALIVE_MS) },
      "unverified",
    ],
  ])("%s", (_case, facts, expected) => {
    expect(startVerdict(facts, now)).toBe(expected);
  });
});
