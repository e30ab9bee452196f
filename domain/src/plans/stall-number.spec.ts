import { expect, it } from "@jest/globals";
import { readStallNumber, stallNumberProblem } from "./stall-number.js";

it.each([
  "B1",
  "b1",
  "B 1",
  "B01",
  "B-1",
  "B–1",
  "b_1",
  "B.1",
  "B/001",
  "B१",
  "Ｂ１",
  "Stall B1",
  "stall no. b1",
  "B1\u200B",
  " B1 ",
])("%j is B1", (typed) => {
  expect(readStallNumber(typed)).toBe("B1");
});

it.each([
  ["1B", "is a letter and up to five digits, e.g. B12, not “1B”: is B1 meant?"],
  ["A\n1", "is a letter and up to five digits, e.g. B12, not “A\n1”: is A1 meant?"],
  ["", "is missing: it is a letter and up to five digits, e.g. B12"],
  ["12", "is a letter and up to five digits, e.g. B12, not “12”"],
  ["AB1", "is a letter and up to five digits, e.g. B12, not “AB1”"],
  ["B0", "is a letter and up to five digits, e.g. B12, not “B0”"],
  ["B1A", "is a letter and up to five digits, e.g. B12, not “B1A”"],
  ["B1.0", "is a letter and up to five digits, e.g. B12, not “B1.0”"],
  ["B1-B5", "is a letter and up to five digits, e.g. B12, not “B1-B5”"],
  ["B123456", "is a letter and up to five digits, e.g. B12, not “B123456”"],
  ["ख1", "is a letter and up to five digits, e.g. B12, not “ख1”"],
])("%j is refused", (typed, problem) => {
  expect(readStallNumber(typed)).toBeUndefined();
  expect(stallNumberProblem(typed)).toBe(problem);
});
