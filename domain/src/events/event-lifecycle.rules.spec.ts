import { describe, expect, it } from "@jest/globals";
import { SEED_EVENT } from "./event-facts.seed.js";
import {
  archiveObstacles,
  changeGaps,
  type DraftFacts,
  pastDaysProblem,
  publishGaps,
  type PublishedFacts,
} from "./event-lifecycle.rules.js";

const NOW = new Date("2027-06-15T06:00:00Z");
const days = (date: string) => [{ date, opens: "10:00", closes: "20:00" }];
/** A last day that closes after midnight in India. */
const NIGHT = [{ date: "2027-07-01", opens: "18:00", closes: "01:00" }];

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
    ["nothing, if its sales end with its last night", event({ days: NIGHT, salesCloseAt: "2027-07-01T19:30:00Z" }), []],
    [
      "an opening before the event is over",
      event({ salesOpenAt: "2027-07-01T14:30:00Z", salesCloseAt: "2027-07-01T14:30:01Z" }),
      ["opens_after_event", "closes_after_event"],
    ],
    ["an end before the event is over", event({ salesCloseAt: "2027-07-01T14:30:01Z" }), ["closes_after_event"]],
  ])("is %s", (_what, facts, gaps) => {
    expect(publishGaps(facts, NOW)).toEqual(gaps);
  });
});

describe("what a change of a published event may not take from it", () => {
  const SOUND: DraftFacts["event"] = {
    ...{ ...SEED_EVENT, days: days("2027-07-01"), salesOpenAt: "2027-06-01T00:00:00Z" },
    salesCloseAt: "2027-06-30T12:30:00Z",
  };
  const UNBOUND = { ...SOUND, salesOpenAt: null, salesCloseAt: null };

  it.each<[string, DraftFacts["event"] | undefined, Partial<DraftFacts["event"]>, readonly string[]]>([
    ["another venue", SOUND, { city: "Pune" }, []],
    ["an emptied end of sales", SOUND, { salesCloseAt: null }, ["no_close"]],
    ["an end that was empty before", UNBOUND, { city: "Pune", salesOpenAt: null, salesCloseAt: null }, []],
    ["an end after its last day", SOUND, { salesCloseAt: "2027-07-01T14:30:01Z" }, ["closes_after_event"]],
    ["earlier days than its end of sales", SOUND, { days: days("2027-06-29") }, ["closes_after_event"]],
    ["earlier days than its opening", SOUND, { days: days("2027-05-31") }, ["opens_after_event", "closes_after_event"]],
    ["an end before the opening", SOUND, { salesCloseAt: "2027-05-31T00:00:00Z" }, ["closes_before_opening"]],
    ["sales that end at once", SOUND, { salesCloseAt: "2027-06-15T05:00:00Z" }, []],
    ["no street", SOUND, { street: " " }, ["venue"]],
    ["nothing, made as it is", undefined, {}, []],
    ["an end after its last day, made so", undefined, { salesCloseAt: "2027-08-01T00:00:00Z" }, ["closes_after_event"]],
  ])("is %s", (_what, before, changes, gaps) => {
    expect(changeGaps(before, { ...SOUND, ...changes })).toEqual(gaps);
  });
});

describe("days that an operator sets", () => {
  const [PAST, RUNNING, NEXT] = [days("2027-06-14"), days("2027-06-15"), days("2027-07-01")];
  it.each<[string, ReturnType<typeof days>, ReturnType<typeof days>, string | undefined]>([
    ["to come", NEXT, [], undefined],
    ["today", RUNNING, [], undefined],
    ["last night, which is not over", [{ date: "2027-06-14", opens: "18:00", closes: "12:00" }], [], undefined],
    ["over", PAST, [], "The last day is over"],
    ["over, by a typing error in the year", days("2026-07-01"), NEXT, "The last day is over"],
    ["one of them in the last year", [...days("2026-07-01"), ...NEXT], NEXT, "1 July 2026 is past"],
    ["one of them in the last year, of a new event", [...days("2026-07-01"), ...NEXT], [], "1 July 2026 is past"],
    ["under way", [...PAST, ...NEXT], [...PAST, ...RUNNING], undefined],
    ["cut, so that it is over", PAST, [...PAST, ...NEXT], "The last day is over"],
    ["of an event that is over, as they were", PAST, PAST, undefined],
    ["of an event that is over, others", days("2027-06-13"), PAST, "13 June 2027 is past"],
    ["of an event that is over, held again", NEXT, PAST, undefined],
  ])("may be %s or not", (_what, after, before, problem) => {
    expect(pastDaysProblem(after, before, NOW)).toBe(problem);
  });
});

describe("what keeps an event from being archived", () => {
  const DONE: PublishedFacts = { ...{ event: { days: days("2027-06-14") }, holds: 0, payments: 0, offers: 0 } };

  it.each<[string, Partial<PublishedFacts>, readonly string[]]>([
    ["nothing, once it is over: its sales have ended with it", {}, []],
    ["a last day that is not over", { event: { days: days("2027-06-15") } }, ["not_over"]],
    ["its last evening", { event: { days: [{ date: "2027-06-14", opens: "18:00", closes: "12:00" }] } }, ["not_over"]],
    ["a hold", { holds: 1 }, ["holds"]],
    ["a payment", { payments: 1 }, ["payments"]],
    ["an offer", { offers: 1 }, ["offers"]],
    [
      "all of it",
      { event: { days: days("2027-08-01") }, holds: 2, payments: 3, offers: 4 },
      ["not_over", "holds", "payments", "offers"],
    ],
  ])("is %s", (_what, changes, obstacles) => {
    expect(archiveObstacles({ ...DONE, ...changes }, NOW)).toEqual(obstacles);
  });
});
