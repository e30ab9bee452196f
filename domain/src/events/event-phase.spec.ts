import { describe, expect, it } from "@jest/globals";
import type { CurrentEventFacts } from "./current-event.js";
import { byPhase, eventPhase } from "./event-phase.js";

const NOW = new Date("2027-06-15T06:00:00Z");
const day = (date: string) => [{ date, opens: "10:00", closes: "20:00" }];
const at = (date: string): string => `${date}T00:00:00.000Z`;
const event = (id: number, changes: Partial<CurrentEventFacts> = {}): CurrentEventFacts => ({
  ...{ id, status: "published", hasStalls: true, salesOpenAt: null, salesCloseAt: null, days: day("2027-07-01") },
  ...changes,
});

describe("the phase of an event", () => {
  it.each<[string, Partial<CurrentEventFacts>, string]>([
    ["without bounds", {}, "on_sale"],
    ["at the instant of its opening", { salesOpenAt: NOW.toISOString() }, "on_sale"],
    ["before its opening", { salesOpenAt: at("2027-06-16") }, "opens"],
    ["at the instant of its close", { salesCloseAt: NOW.toISOString() }, "closed"],
    ["without stalls", { hasStalls: false }, "announced"],
    ["after its last day", { days: day("2027-06-14") }, "past"],
    ["on its last day", { days: day("2027-06-15") }, "on_sale"],
    ["archived", { status: "archived" }, "past"],
    ["cancelled", { status: "cancelled" }, "cancelled"],
    ["cancelled, after its day", { status: "cancelled", days: day("2027-06-01") }, "cancelled"],
    ["announced, after its day", { hasStalls: false, days: day("2027-06-01") }, "past"],
  ])("%s", (_what, changes, phase) => {
    expect(eventPhase(event(1, changes), NOW)).toBe(phase);
  });
});

it("events are listed with the current one first, then what can be booked, what is to come, and what is over", () => {
  const listed = (isCurrent: boolean, facts: CurrentEventFacts) => ({
    isCurrent,
    event: facts,
    phase: eventPhase(facts, NOW),
  });
  const wanted = [
    listed(true, event(9, { days: day("2027-06-01") })),
    listed(false, event(5, { days: day("2027-07-01") })),
    listed(false, event(6, { days: day("2027-07-01") })),
    listed(false, event(1, { days: day("2027-08-01") })),
    listed(false, event(3, { salesOpenAt: at("2027-06-20"), days: day("2027-12-01") })),
    listed(false, event(2, { salesOpenAt: at("2027-06-21"), days: day("2027-11-01") })),
    listed(false, event(4, { hasStalls: false })),
    listed(false, event(7, { salesCloseAt: at("2027-06-01") })),
    listed(false, event(8, { status: "cancelled" })),
    listed(false, event(10, { days: day("2027-05-01") })),
    listed(false, event(11, { status: "archived", days: day("2026-05-01") })),
  ];
  expect(wanted.toReversed().toSorted(byPhase)).toEqual(wanted);
});
