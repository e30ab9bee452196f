import { describe, expect, it } from "@jest/globals";
import {
  ALERT_KIND_NAMES,
  allowedAlerts,
  allowedKinds,
  DIGEST_KIND_NAMES,
  type DigestFigure,
  digestKind,
} from "./digest.kinds.js";
import {
  canAlert,
  digestFigures,
  dueDigest,
  lastMoment,
  nextMoment,
  saidAfter,
  WEEKDAYS,
  weekdayOf,
} from "./digest.rules.js";
import { endAlertDue, endDay, endsSoon } from "./ending.rules.js";

const at = (text: string): Date => new Date(text);
const DAILY = { hour: 8, weekdays: WEEKDAYS };

describe("the moments of a digest", () => {
  it.each([
    ["2026-11-29", 7],
    ["2026-11-30", 1],
    ["2026-12-05", 6],
  ])("%s is day %i of the week", (date, day) => {
    expect(weekdayOf(date)).toBe(day);
  });

  // 08:00 in India is 02:30 UTC, all year.
  it.each<[string, number[], string, string | undefined, string | undefined]>([
    ["at its moment", [...WEEKDAYS], "2026-11-29T02:30:00Z", "2026-11-29T02:30:00Z", "2026-11-30T02:30:00Z"],
    ["just before", [...WEEKDAYS], "2026-11-29T02:29:59Z", "2026-11-28T02:30:00Z", "2026-11-29T02:30:00Z"],
    [
      "in the evening of the day before in UTC",
      [...WEEKDAYS],
      "2026-11-28T20:00:00Z",
      "2026-11-28T02:30:00Z",
      "2026-11-29T02:30:00Z",
    ],
    ["on Mondays only", [1], "2026-11-29T12:00:00Z", "2026-11-23T02:30:00Z", "2026-11-30T02:30:00Z"],
    ["on its only day before the hour", [7], "2026-11-29T01:00:00Z", "2026-11-22T02:30:00Z", "2026-11-29T02:30:00Z"],
    ["in summer as in winter", [...WEEKDAYS], "2026-07-01T02:30:00Z", "2026-07-01T02:30:00Z", "2026-07-02T02:30:00Z"],
    ["without a day", [], "2026-11-29T12:00:00Z", undefined, undefined],
  ])("%s", (_case, weekdays, now, last, next) => {
    const time = { hour: 8, weekdays };
    expect(lastMoment(time, at(now))).toEqual(last === undefined ? undefined : at(last));
    expect(nextMoment(time, at(now))).toEqual(next === undefined ? undefined : at(next));
  });
});

describe("the digest that is due", () => {
  const since = (coveredUntil: string, lastDay: string | null = null) => ({ coveredUntil: at(coveredUntil), lastDay });
  it.each<[string, ReturnType<typeof since>, string, [string, string, string] | undefined]>([
    [
      "covers the time since the last one",
      since("2026-11-28T02:30:00Z", "2026-11-28"),
      "2026-11-29T02:31:00Z",
      ["2026-11-28T02:30:00Z", "2026-11-29T02:30:00Z", "2026-11-29"],
    ],
    [
      "waits until what was being stored is there",
      since("2026-11-28T02:30:00Z", "2026-11-28"),
      "2026-11-29T02:30:59Z",
      undefined,
    ],
    ["is not made again", since("2026-11-29T02:30:00Z", "2026-11-29"), "2026-11-29T12:00:00Z", undefined],
    [
      "ends at its moment, however late it is made",
      since("2026-11-28T02:30:00Z", "2026-11-28"),
      "2026-11-29T19:00:00Z",
      ["2026-11-28T02:30:00Z", "2026-11-29T02:30:00Z", "2026-11-29"],
    ],
    [
      "is one for several that were missed",
      since("2026-11-24T02:30:00Z", "2026-11-24"),
      "2026-11-29T03:00:00Z",
      ["2026-11-24T02:30:00Z", "2026-11-29T02:30:00Z", "2026-11-29"],
    ],
    [
      "is none for a moment before she turned them on",
      since("2026-11-29T04:00:00Z"),
      "2026-11-29T06:00:00Z",
      undefined,
    ],
    [
      "looks back a month at most",
      since("2025-01-01T00:00:00Z", "2025-01-01"),
      "2026-11-29T03:00:00Z",
      ["2026-10-29T02:30:00Z", "2026-11-29T02:30:00Z", "2026-11-29"],
    ],
  ])("%s", (_case, progress, now, window) => {
    const due = dueDigest(DAILY, progress, at(now));
    expect(due && [due.from, due.until, due.day]).toEqual(window && [at(window[0]), at(window[1]), window[2]]);
  });

  it("is one a day, also if she moves its hour to later on the same day", () => {
    const progress = since("2026-11-29T02:30:00Z", "2026-11-29");
    expect(dueDigest({ hour: 18, weekdays: WEEKDAYS }, progress, at("2026-11-29T13:00:00Z"))).toBeUndefined();
    const next = dueDigest({ hour: 18, weekdays: WEEKDAYS }, progress, at("2026-11-30T13:00:00Z"));
    expect(next).toEqual({ from: at("2026-11-29T02:30:00Z"), until: at("2026-11-30T12:30:00Z"), day: "2026-11-30" });
  });

  it("leaves no moment out and says none twice, however the digests follow one another", () => {
    let progress = since("2026-11-01T05:00:00Z");
    const windows: [number, number][] = [];
    for (let hour = 0; hour < 24 * 40; hour += 7) {
      const now = new Date(at("2026-11-01T05:00:00Z").getTime() + hour * 3_600_000);
      const due = dueDigest({ hour: hour % 24, weekdays: [1, 2, 4, 6] }, progress, now);
      if (due === undefined) continue;
      windows.push([due.from.getTime(), due.until.getTime()]);
      progress = { coveredUntil: due.until, lastDay: due.day };
    }
    expect(windows.length).toBeGreaterThan(10);
    for (const [index, [from, until]] of windows.entries()) {
      expect(until).toBeGreaterThan(from);
      if (index > 0) expect(from).toBe(windows[index - 1]![1]);
    }
  });
});

describe("what a digest says", () => {
  const mela = { slug: "mela", title: "The Mela" };
  const sold: DigestFigure = { kind: "sales", event: mela, happened: 2, now: 12, paise: 5_400_000 };
  const none: DigestFigure = { kind: "waiting", event: mela, happened: 0, now: 4 };
  const papers: DigestFigure = { kind: "papers", event: mela, happened: 0, now: 3 };
  const ending: DigestFigure = { kind: "sales_ending", event: mela, happened: 0, at: "2026-11-30T12:30:00.000Z" };
  it.each<[string, DigestFigure[], Record<string, number>, string[]]>([
    ["nothing if nothing happened", [none], {}, []],
    ["what happened", [sold, none], {}, ["sales"]],
    ["a day that comes", [ending], {}, ["sales_ending"]],
    ["what is missing, the first time", [papers], {}, ["papers"]],
    ["nothing if the same is still missing", [papers], { "papers/mela": 3 }, []],
    ["what is missing, if the number has changed", [papers], { "papers/mela": 4 }, ["papers"]],
    ["what is still missing, beside something else", [papers, sold], { "papers/mela": 3 }, ["sales", "papers"]],
    ["nothing for papers that are complete", [{ ...papers, now: 0 }], { "papers/mela": 4 }, []],
    ["in the kinds' order", [papers, sold, ending], {}, ["sales_ending", "sales", "papers"]],
  ])("%s", (_case, figures, said, kinds) => {
    expect(digestFigures(figures, said).map(({ kind }) => kind)).toEqual(kinds);
  });

  it("is remembered by kind and event", () => {
    const issues: DigestFigure = { kind: "issues", event: null, happened: 1, now: 7 };
    const figures = [papers, sold, ending, issues];
    expect(saidAfter({ "papers/old": 1 }, figures, [sold])).toEqual({ "papers/mela": 3, "sales/mela": 12, issues: 7 });
  });

  it("that is not sent is remembered as before, but for what is gone", () => {
    expect(saidAfter({ "papers/mela": 2, "papers/old": 1 }, [papers], [])).toEqual({ "papers/mela": 2 });
  });

  const window = { from: at("2026-11-28T02:30:00Z"), until: at("2026-11-29T02:30:00Z") };
  it.each<[DigestFigure, string, string]>([
    [
      sold,
      "2 stalls sold for ₹54,000; 12 sold in all now",
      "?event=mela&payment=payment_successful&from=2026-11-28&to=2026-11-29",
    ],
    [{ ...sold, happened: 1, paise: 2_700_050 }, "1 stall sold for ₹27,000.50; 12 sold in all now", "?event=mela"],
    [ending, "Sales end tomorrow: 30 November 2026, 18:00 IST", "?view=event&event=mela"],
    [
      { ...ending, at: "2026-11-29T18:30:00.000Z" },
      "Sales end today: 30 November 2026, 00:00 IST",
      "?view=event&event=mela",
    ],
    [papers, "3 sold stalls lack required papers", "?view=event&event=mela"],
    [
      { kind: "applications", event: null, happened: 1, now: 1 },
      "1 new application; 1 to review now",
      "?view=listings&state=under_review",
    ],
    [{ kind: "whatsapp", event: null, happened: 3, paise: 36 }, "3 messages by WhatsApp for ₹0.36", "?view=overview"],
    [
      { kind: "disputes", event: mela, happened: 1, now: 2, at: "2026-12-01T12:30:00.000Z" },
      "1 new dispute; 2 open now, the next to answer by 1 December 2026, 18:00 IST",
      "?view=issues",
    ],
  ])("of %j", (figure, line, path) => {
    expect(digestKind(figure.kind).line(figure, window)).toBe(line);
    expect(digestKind(figure.kind).path(figure, window)).toContain(path);
  });
});

describe("what a person may be notified of", () => {
  it.each(["viewer", "owner"] as const)("a %s of all events: all kinds she chose", (role) => {
    expect(allowedKinds(DIGEST_KIND_NAMES, role, "all")).toEqual(DIGEST_KIND_NAMES);
    expect(allowedKinds(["sales"], role, "all")).toEqual(["sales"]);
  });

  it("who sees one event: nothing of the site as a whole", () => {
    expect(allowedKinds(["sales", "applications", "whatsapp", "papers"], "viewer", [7])).toEqual(["sales", "papers"]);
  });

  it("a person at the gate: nothing", () => {
    expect(allowedKinds(DIGEST_KIND_NAMES, "gate", [7])).toEqual([]);
    expect(allowedAlerts(ALERT_KIND_NAMES, "gate", "all")).toEqual([]);
  });

  it.each([
    ["accountant", ["issues", "disputes", "sales_ending", "sales", "cancellations", "papers", "requests"]],
    ["content", ["sales_ending", "applications", "page_changes", "enquiries"]],
  ] as const)("%s: what her rights let her see", (role, kinds) => {
    expect(allowedKinds(DIGEST_KIND_NAMES, role, "all")).toEqual(kinds);
  });
});

describe("sales that end", () => {
  // 18:00 on 2 December in India.
  const evening = at("2026-12-02T12:30:00Z");
  // 00:00 on 3 December: the last day is the 2nd.
  const midnight = at("2026-12-02T18:30:00Z");
  it.each<[string, Date, string, boolean, boolean]>([
    ["in two days", evening, "2026-11-30T12:00:00Z", false, false],
    ["tomorrow, before the morning", evening, "2026-12-01T03:29:59Z", true, false],
    ["tomorrow", evening, "2026-12-01T03:30:00Z", true, true],
    ["today", evening, "2026-12-02T12:29:59Z", true, true],
    ["at their end", evening, "2026-12-02T12:30:00Z", false, false],
    ["at midnight, seen on the last day", midnight, "2026-12-02T18:00:00Z", true, true],
    ["at midnight, seen two days before", midnight, "2026-11-30T18:00:00Z", false, false],
  ])("%s", (_case, end, now, soon, alert) => {
    expect([endsSoon(end, at(now)), endAlertDue(end, at(now))]).toEqual([soon, alert]);
  });

  it("at midnight end on the day before", () => {
    expect([endDay(evening), endDay(midnight)]).toEqual(["2026-12-02", "2026-12-02"]);
  });
});

it.each([
  [null, true],
  ["2026-11-29T02:20:00Z", true],
  ["2026-11-29T02:20:01Z", false],
])("after an alert at %s, another can follow: %s", (last, can) => {
  expect(canAlert(last === null ? null : at(last), at("2026-11-29T02:30:00Z"))).toBe(can);
});
