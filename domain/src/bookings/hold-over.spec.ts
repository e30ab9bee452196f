import { expect, test } from "@jest/globals";
import { freeAgain, holdEnd, restsUntil } from "./hold-over.js";

const ENDS = "2026-11-28T10:10:00.000Z";
const AT = Date.parse(ENDS);

test.each([
  ["at its end", {}, AT, "time_over"],
  ["long after it", {}, AT + 3_600_000, "time_over"],
  ["a moment before it, by an answer that was on its way", {}, AT - 2000, "time_over"],
  ["minutes before it", {}, AT - 120_000, "released_early"],
  ["with a payment that was started, in its time", { payingOrder: "MELA1" }, AT - 120_000, "payment_ended"],
  ["with a payment that was started, after its time", { payingOrder: "MELA1" }, AT + 1, "payment_ended"],
] as const)("a hold that is gone %s", (_when, more, now, end) => {
  expect(holdEnd({ stallId: "A3", endsAt: ENDS, ...more }, now)).toBe(end);
});

test.each([
  ["Available", true, 0, "free"],
  ["Available", true, 12, "resting"],
  ["Available", false, 12, "unknown"],
  ["Available", false, 0, "unknown"],
  ["Reserved", true, 12, "taken"],
  ["Sold", true, 12, "sold"],
  [undefined, true, 0, "unknown"],
] as const)("its stall is %s, on sale: %s, left to others for %i s", (status, isOnSale, rest, said) => {
  expect(freeAgain(status, isOnSale, rest)).toBe(said);
});

test.each([
  ["time_over", "2026-11-28T10:10:30.000Z"],
  ["payment_ended", undefined],
  ["released_early", undefined],
] as const)("after %s its stall is left to others until %s", (end, until) => {
  expect(restsUntil({ stallId: "A3", endsAt: ENDS }, end)).toBe(until);
});
