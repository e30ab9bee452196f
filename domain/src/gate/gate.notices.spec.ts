import { expect, it } from "@jest/globals";
import { twiceNotices } from "./gate.notices.js";

const tick = (tickId: string) => ({ tickId, at: "2099-03-01T04:30:00.000Z", by: `by ${tickId}` });
const arrival = (first: string, ...again: string[]) => ({ bookingId: "b", ...tick(first), again: again.map(tick) });

it.each([
  ["nobody ticked it again", ["a"], arrival("a"), []],
  ["another came second", ["a"], arrival("a", "x"), [["a", true, "x"]]],
  ["another came first", ["a"], arrival("x", "a"), [["a", false, "x"]]],
  ["others among themselves", [], arrival("x", "y"), []],
  ["its own second tick is nothing new", ["a", "b"], arrival("a", "b"), []],
  ["own second, then another", ["a", "b"], arrival("a", "b", "x"), [["a", true, "x"]]],
])("%s", (_, own, seen, expected) => {
  const shown = twiceNotices(new Set(own), [seen]).map(({ tickId, first, other }) => [tickId, first, other.tickId]);
  expect(shown).toEqual(expected);
});
