import { describe, expect, it } from "@jest/globals";
import { SEED_EVENT } from "./event-facts.seed.js";
import { archiveObstacles, type DraftFacts, publishGaps, type PublishedFacts } from "./event-lifecycle.rules.js";

const NOW = new Date("2027-06-15T06:00:00Z");
const days = (date: string) => [{ date, opens: "10:00", closes: "20:00" }];

describe("what a draft lacks before it can be published", () => {
  const COMPLETE: DraftFacts = {
    event: { ...SEED_EVENT, days: days("2027-07-01"), salesOpenAt: null, salesCloseAt: "2027-06-30T12:30:00.000Z" },
    types: 2,
    stalls: 70,
  };
  const event = (changes: Partial<DraftFacts["event"]>): DraftFacts => ({
    ...COMPLETE,
    event: { ...COMPLETE.event, ...changes },
  });

  it.each<[string, DraftFacts, readonly string[]]>([
    ["nothing, if all is there", COMPLETE, []],
    ["nothing, on its last day", event({ days: days("2027-06-15"), salesCloseAt: "2027-06-15T07:00:00Z" }), []],
    ["nothing, if its sales end with its last day", event({ salesCloseAt: "2027-07-01T14:30:00Z" }), []],
    ["nothing, if its sales have opened already", event({ salesOpenAt: "2027-06-01T00:00:00Z" }), []],
    ["days to come", event({ days: days("2027-06-14"), salesCloseAt: null }), ["days_over", "no_close"]],
    ["a venue", event({ venueName: " " }), ["venue"]],
    ["a street", event({ street: "" }), ["venue"]],
    ["a map", event({ mapUrl: "" }), ["venue"]],
    ["types and stalls", { ...COMPLETE, types: 0, stalls: 0 }, ["types", "stalls"]],
    ["stalls", { ...COMPLETE, stalls: 0 }, ["stalls"]],
    ["an end of sales", event({ salesCloseAt: null }), ["no_close"]],
    ["an end that is to come", event({ salesCloseAt: "2027-06-15T06:00:00Z" }), ["sales_over"]],
    ["an end after the opening", event({ salesOpenAt: "2027-06-30T12:30:00Z" }), ["closes_before_opening"]],
    ["an end before the event is over", event({ salesCloseAt: "2027-07-01T14:30:01Z" }), ["closes_after_event"]],
  ])("is %s", (_what, facts, gaps) => {
    expect(publishGaps(facts, NOW)).toEqual(gaps);
  });
});

describe("what keeps an event from being archived", () => {
  const DONE: PublishedFacts = {
    ...{ event: { days: days("2027-06-14") }, sales: "sales_closed" },
    ...{ stalls: 70, holds: 0, payments: 0, offers: 0 },
  };

  it.each<[string, Partial<PublishedFacts>, readonly string[]]>([
    ["nothing, once it is over and sells nothing", {}, []],
    ["nothing, if it was only announced", { stalls: 0, sales: "open" }, []],
    ["a last day that is not over", { event: { days: days("2027-06-15") } }, ["not_over"]],
    ["open sales", { sales: "open" }, ["sales"]],
    ["sales that are still to open", { sales: "sales_not_open" }, ["sales"]],
    ["a hold", { holds: 1 }, ["holds"]],
    ["a payment", { payments: 1 }, ["payments"]],
    ["an offer", { offers: 1 }, ["offers"]],
    [
      "all of it",
      { event: { days: days("2027-08-01") }, sales: "open", holds: 2, payments: 3, offers: 4 },
      ["not_over", "sales", "holds", "payments", "offers"],
    ],
  ])("is %s", (_what, changes, obstacles) => {
    expect(archiveObstacles({ ...DONE, ...changes }, NOW)).toEqual(obstacles);
  });
});
