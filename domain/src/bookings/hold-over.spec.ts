import { expect, test } from "@jest/globals";
import { freeAgain, holdEnd, restsUntil, serverTimeBy, uncheckedHold } from "./hold-over.js";

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

test.each([
  ["before its end", {}, AT - 1, "running"],
  ["at its end", {}, AT, "over"],
  ["long after it", {}, AT + 3_600_000, "over"],
  ["with a payment that was started, in its time", { payingOrder: "MELA1" }, AT - 1, "paying"],
  ["with a payment that was started, after its time", { payingOrder: "MELA1" }, AT + 3_600_000, "paying"],
] as const)("without network, a hold %s", (_when, more, now, state) => {
  expect(uncheckedHold({ stallId: "A3", endsAt: ENDS, ...more }, now)).toBe(state);
});

test("without network, the server's time follows from the device's clock and how far it was behind", () => {
  expect(serverTimeBy({ stallId: "A3", endsAt: ENDS, clockAhead: 90_000 }, AT)).toBe(AT + 90_000);
  expect(serverTimeBy({ stallId: "A3", endsAt: ENDS }, AT)).toBe(AT);
});
