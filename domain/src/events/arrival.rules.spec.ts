import { expect, it } from "@jest/globals";
import {
  setupDate,
  setupInShort,
  setupInWords,
  setupMoment,
  setupOf,
  setupProblem,
  setupStallsProblem,
  type SetupTime,
  setupTimes,
} from "./arrival.rules.js";

const days = [
  { date: "2027-03-01", opens: "10:00", closes: "20:00" },
  { date: "2027-03-02", opens: "10:00", closes: "20:00" },
];
const time = (changes: Partial<SetupTime> = {}): SetupTime => ({
  ...{ daysBefore: 1, from: "14:00", to: "16:00", stalls: "" },
  ...changes,
});

it.each([
  ["", undefined],
  ["A1–A20, B, C7", undefined],
  ["a1-20", undefined],
  ["A1 — A20 ,", undefined],
  ["A20-A1", "A20-A1"],
  ["A1-B20", "A1-B20"],
  ["first hall", "first hall"],
  ["A1000", "A1000"],
])("reads the stalls %j: problem %s", (stalls, wrong) => {
  const problem = setupStallsProblem(stalls);
  if (wrong === undefined) expect(problem).toBeUndefined();
  else expect(problem).toContain(`“${wrong}” is no stall`);
});

it.each([
  ["A1", "first"],
  ["A20", "first"],
  ["A21", "others"],
  ["B3", "second"],
  ["C7", "second"],
  ["C8", "others"],
])("stall %s is set up with the %s", (stallId, which) => {
  const setup = [
    time({ stalls: "", from: "18:00", to: "20:00" }),
    time({ stalls: "A1–A20" }),
    time({ stalls: "B, C7, A5", from: "16:00", to: "18:00" }),
  ];
  const from = { first: "14:00", second: "16:00", others: "18:00" }[which];
  expect(setupOf(setup, stallId)?.from).toBe(from);
});

it("has no time for a stall that none names", () => {
  expect(setupOf([time({ stalls: "A" })], "B1")).toBeUndefined();
  expect(setupOf([], "B1")).toBeUndefined();
});

it.each([
  [time(), [], undefined],
  [time({ to: "14:00" }), [], "ends before it begins"],
  [time(), [time()], "for all other stalls already"],
  [time({ stalls: "A" }), [time()], undefined],
  [time({ stalls: "hall" }), [], "is no stall"],
])("%j beside %j: %s", (one, others, problem) => {
  const found = setupProblem(one, others);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

it("follows the event's first day, over the end of a month", () => {
  expect(setupDate(time(), days)).toBe("2027-02-28");
  expect(setupDate(time({ daysBefore: 0 }), days)).toBe("2027-03-01");
  expect(setupInWords(time(), { days })).toBe("Sunday, 28 February 2027, 14:00 to 16:00");
  expect(setupInShort(time(), { days })).toBe("28 February, 14:00–16:00");
});

it.each([
  ["2027-02-28T13:59:59+05:30", "early"],
  ["2027-02-28T14:00:00+05:30", "now"],
  ["2027-02-28T15:59:59+05:30", "now"],
  ["2027-02-28T16:00:00+05:30", "late"],
])("at %s it is %s", (at, state) => {
  expect(setupMoment(setupTimes(time(), { days }), Date.parse(at))).toBe(state);
});
