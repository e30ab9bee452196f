import { describe, expect, it } from "@jest/globals";
import { currentEvent, isOver, lastTurn, type CurrentEventFacts } from "./current-event.js";
import { canChangeEvent, EVENT_STATUSES, EVENT_TRANSITIONS } from "./event.states.js";

const NOW = new Date("2027-06-15T06:00:00Z");
const day = (date: string) => [{ date, opens: "10:00", closes: "20:00" }];
const at = (date: string): string => `${date}T00:00:00.000Z`;

/** An event on sale without bounds. */
function event(id: number, changes: Partial<CurrentEventFacts> = {}): CurrentEventFacts {
  const { days = day("2027-07-01") } = changes;
  return { id, status: "published", hasStalls: true, salesOpenAt: null, salesCloseAt: null, ...changes, days };
}

const past = event(1, { days: day("2026-12-04") });
const pastClosed = event(2, { days: day("2026-12-06"), salesCloseAt: at("2026-12-01") });
const open = event(3, { days: day("2027-08-01") });
const openSooner = event(4, { days: day("2027-07-10") });
const opensSoon = event(5, { salesOpenAt: at("2027-06-20") });
const opensLater = event(6, { salesOpenAt: at("2027-06-25"), days: day("2027-06-30") });
const closed = event(7, { days: day("2027-06-20"), salesCloseAt: at("2027-06-10") });
const draft = event(8, { status: "draft" });
const announced = event(9, { hasStalls: false, days: day("2027-06-20") });
const cancelled = event(10, { status: "cancelled", days: day("2027-06-20") });
const archived = event(11, { status: "archived", days: day("2027-06-01") });

describe("the current event", () => {
  it.each<[string, CurrentEventFacts[], CurrentEventFacts | undefined]>([
    ["the one whose sales are open", [past, open, opensSoon, closed], open],
    ["of several that are open, the one that takes place first", [open, openSooner], openSooner],
    ["of two on the same day, the older one", [event(21), event(20)], event(20)],
    ["the one that opens next while none is open", [past, opensLater, opensSoon, closed], opensSoon],
    ["the one that ended last while none is open or will open", [past, pastClosed], pastClosed],
    ["a closed one that is still to take place, before those that are over", [past, closed], closed],
    ["an archived one if it ended last", [past, archived], archived],
    ["never an archived one while another is open", [archived, open], open],
    ["never a draft", [draft, past], past],
    ["never one without stalls while another has some", [announced, past], past],
    ["one without stalls if no event has any", [announced, draft], announced],
    ["never a cancelled one while there is another", [cancelled, past], past],
    ["a cancelled one if there is no other", [cancelled, draft], cancelled],
    ["none of drafts only", [draft], undefined],
    ["none of nothing", [], undefined],
  ])("is %s", (_what, events, expected) => {
    expect(currentEvent(events, NOW)).toEqual(expected);
    expect(currentEvent(events.toReversed(), NOW)).toEqual(expected);
  });

  it.each([
    ["before it opens", "2027-06-19T23:59:59.999Z", open.id],
    ["from its opening on, inclusive", "2027-06-20T00:00:00Z", opensSoon.id],
  ])("is decided by the instant: %s", (_when, instant, id) => {
    expect(currentEvent([open, opensSoon], new Date(instant))?.id).toBe(id);
  });
});

it.each([
  ["20:00", "2027-07-01T19:59:59+05:30", false],
  ["20:00", "2027-07-01T20:00:00+05:30", true],
  ["00:00", "2027-07-01T23:59:59+05:30", false],
  ["00:00", "2027-07-02T00:00:00+05:30", true],
  ["01:30", "2027-07-02T01:29:59+05:30", false],
  ["01:30", "2027-07-02T01:30:00+05:30", true],
])("an event is over when its last day closes: one that closes at %s, at %s", (closes, instant, over) => {
  expect(isOver({ days: [{ date: "2027-07-01", opens: "10:00", closes }] }, new Date(instant))).toBe(over);
});

it.each([
  ["before anything happened", "2027-06-10T00:00:00Z", undefined],
  ["an opening", "2027-06-20T00:00:00Z", "2027-06-20T00:00:00.000Z"],
  ["a close", "2027-06-26T00:00:00Z", "2027-06-25T00:00:00.000Z"],
  ["the end of an event", "2027-07-01T14:30:00Z", "2027-07-01T14:30:00.000Z"],
  ["only the last of all events' turns", "2099-01-01T00:00:00Z", "2027-08-01T14:30:00.000Z"],
])("the current event may turn: %s", (_what, instant, turn) => {
  const events = [open, event(30, { salesOpenAt: at("2027-06-20"), salesCloseAt: at("2027-06-25") })];
  expect(lastTurn(events, new Date(instant))?.toISOString()).toBe(turn);
});

it("allows each action only in the statuses that its row names", () => {
  const allowed = Object.keys(EVENT_TRANSITIONS).flatMap((action) =>
    EVENT_STATUSES.filter((status) => canChangeEvent(action as keyof typeof EVENT_TRANSITIONS, status)).map(
      (status) => `${status}>${action}`,
    ),
  );
  expect(allowed).toEqual(["draft>published", "published>archived", "published>cancelled"]);
});
