import { expect, it } from "@jest/globals";
import { isOtherPlan, type NamedEvents } from "./chosen-event.rules.js";

const [WINTER, SUMMER] = ["winter-mela", "summer-mela"];

it.each<[what: string, named: NamedEvents, current: string, isOther: boolean]>([
  ["a client that knows only the specification", {}, WINTER, false],
  ["a named event without a plan", { event: SUMMER }, WINTER, false],
  ["the plan of the current event", { planEvent: WINTER }, WINTER, false],
  ["the plan of an event that is current no more", { planEvent: SUMMER }, WINTER, true],
  ["the plan of the named event", { event: SUMMER, planEvent: SUMMER }, WINTER, false],
  ["the plan of the current event, another one named", { event: SUMMER, planEvent: WINTER }, WINTER, true],
  ["the plan of another event, the current one named", { event: WINTER, planEvent: SUMMER }, WINTER, true],
])("%s", (_what, named, current, isOther) => {
  expect(isOtherPlan(named, current)).toBe(isOther);
});
