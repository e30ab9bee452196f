import { describe, expect, it } from "@jest/globals";
import { arrivalOf, gateDayOf, gateDays, listKeptUntil, tickedAt } from "./gate.rules.js";
import { arrivalsPerHour, isNoShow } from "./presence.rules.js";

const DAYS = [
  { date: "2099-03-01", opens: "10:00", closes: "20:00" },
  { date: "2099-03-02", opens: "18:00", closes: "01:00" },
  { date: "2099-03-05", opens: "10:00", closes: "24:00" },
];
const EVENT = { days: DAYS };
const ist = (text: string): number => Date.parse(`${text}:00+05:30`);

describe("when a tick happened", () => {
  const noon = 1_000_000;
  it.each([
    ["the phone's clock is right", { at: noon, sentAt: noon + 50, receivedAt: noon + 60 }, noon + 10],
    ["it is an hour fast", { at: noon + 3_600_000, sentAt: noon + 3_600_050, receivedAt: noon + 60 }, noon + 10],
    ["it is a day slow, and the tick waited an hour", { at: 0, sentAt: 3_600_000, receivedAt: 90_000_000 }, 86_400_000],
    ["its clock was set back meanwhile", { at: noon, sentAt: noon - 5_000, receivedAt: noon + 60 }, noon + 60],
  ])("%s", (_, clock, expected) => expect(tickedAt(clock)).toBe(expected));
});

describe("the first tick wins", () => {
  const tick = (id: string, at: number, undone = false) => ({ id, at, undone });
  it.each([
    ["none", [], undefined, []],
    ["one", [tick("a", 9)], "a", []],
    ["the earlier one, though it was sent later", [tick("a", 9), tick("b", 8)], "b", ["a"]],
    ["of equal ones the lesser id", [tick("b", 9), tick("a", 9)], "a", ["b"]],
    ["an undone one does not count", [tick("a", 8, true), tick("b", 9)], "b", []],
    ["all undone", [tick("a", 8, true), tick("b", 9, true)], undefined, []],
    ["three", [tick("c", 9), tick("a", 8), tick("b", 7)], "b", ["a", "c"]],
  ])("%s", (_, ticks, first, again) => {
    for (const order of [ticks, ticks.toReversed()]) {
      const arrival = arrivalOf(order);
      expect([arrival?.first.id, arrival?.again.map(({ id }) => id) ?? []]).toEqual([first, again]);
    }
  });
});

describe("days of the gate", () => {
  it("are those of the event and the one before, on which stalls are set up", () => {
    expect(gateDays(EVENT)).toEqual(["2099-02-28", "2099-03-01", "2099-03-02", "2099-03-05"]);
    expect(gateDays({ days: [] })).toEqual([]);
  });

  it.each([
    ["2099-02-27T23:59", undefined],
    ["2099-02-28T00:00", "2099-02-28"],
    ["2099-02-28T23:59", "2099-02-28"],
    ["2099-03-01T00:00", "2099-03-01"],
    // After the close, until midnight: she may come back for her things.
    ["2099-03-01T23:59", "2099-03-01"],
    ["2099-03-02T00:00", "2099-03-02"],
    // The night of a day that closes after midnight.
    ["2099-03-03T00:59", "2099-03-02"],
    ["2099-03-03T01:00", undefined],
    ["2099-03-04T12:00", undefined],
    ["2099-03-05T12:00", "2099-03-05"],
    ["2099-03-06T00:00", undefined],
  ])("%s in India is of %s", (at, day) => expect(gateDayOf(EVENT, ist(at))).toBe(day));

  it("the list is kept until six hours after the last close", () => {
    expect(listKeptUntil(EVENT)).toBe(ist("2099-03-06T06:00"));
    expect(() => listKeptUntil({ days: [] })).toThrow(RangeError);
  });
});

it("counts arrivals per hour in India, with the hours in between", () => {
  const times = ["2099-03-01T08:59", "2099-03-01T09:00", "2099-03-01T11:30", "2099-03-01T09:59"].map(ist);
  expect(arrivalsPerHour(times)).toEqual([
    { hour: 8, arrived: 1 },
    { hour: 9, arrived: 2 },
    { hour: 10, arrived: 0 },
    { hour: 11, arrived: 1 },
  ]);
  expect(arrivalsPerHour([])).toEqual([]);
  expect(arrivalsPerHour(["2099-03-01T23:30", "2099-03-02T00:30"].map(ist)).map(({ hour }) => hour)).toEqual([23, 0]);
});

it.each([
  [[], "2099-02-28", false],
  [[], "2099-03-01", true],
  [["2099-02-28"], "2099-03-02", false],
])("is a no-show with arrivals on %j as of %s: %s", (arrived, today, expected) => {
  expect(isNoShow(arrived, today, "2099-03-01")).toBe(expected);
});
