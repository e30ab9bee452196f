import { describe, expect, it } from "@jest/globals";
import { dayRuns, editionDates, eventDates, shortDates } from "./event-dates.js";

/** "02-13..15" stands for three days. */
const event = (text: string) => ({
  days: text.split(" ").flatMap((part) => {
    const [from = "", count = "1"] = part.split("x");
    const first = Date.parse(`${from}T00:00:00Z`);
    return Array.from({ length: Number(count) }, (_, day) => ({
      date: new Date(first + day * 86_400_000).toISOString().slice(0, 10),
    }));
  }),
});

describe("the days of an event", () => {
  it.each([
    // days, on pages, with the year, in mails
    ["2026-12-03x2", "3rd and 4th December", "3rd and 4th December 2026", "3–4 December 2026"],
    ["2026-12-03", "3rd December", "3rd December 2026", "3 December 2026"],
    ["2026-12-11x3", "11th to 13th December", "11th to 13th December 2026", "11–13 December 2026"],
    [
      "2026-11-30x2",
      "30th November and 1st December",
      "30th November and 1st December 2026",
      "30 November – 1 December 2026",
    ],
    [
      "2027-01-22x12",
      "22nd January to 2nd February",
      "22nd January to 2nd February 2027",
      "22 January – 2 February 2027",
    ],
    [
      "2026-12-31x2",
      "31st December 2026 and 1st January 2027",
      "31st December 2026 and 1st January 2027",
      "31 December 2026 – 1 January 2027",
    ],
    ["2027-02-13x2 2027-02-20x2", ...same("13, 14, 20 and 21 February", "2027")],
    ["2027-02-13x5 2027-02-20 2027-02-22x3", ...same("13–17, 20 and 22–24 February", "2027")],
    ["2027-01-21x2 2027-01-24", ...same("21, 22 and 24 January", "2027")],
    ["2027-02-27 2027-03-06", ...same("27 February and 6 March", "2027")],
    ["2027-02-27x2 2027-03-06x2", ...same("27 and 28 February, and 6 and 7 March", "2027")],
    ["2027-01-30x4 2027-02-06", ...same("30 January – 2 February and 6 February", "2027")],
    ["2027-01-31x2 2027-02-06", ...same("31 January, and 1 and 6 February", "2027")],
    ["2027-02-27 2027-03-06 2027-04-03", ...same("27 February, 6 March and 3 April", "2027")],
    ["2026-12-27 2027-01-03", ...same("27 December 2026 and 3 January 2027")],
    ["2026-12-26x2 2027-01-02x2", ...same("26 and 27 December 2026, and 2 and 3 January 2027")],
    ["2026-12-20 2026-12-30x4", ...same("20 December 2026 and 30 December 2026 – 2 January 2027")],
    ["2028-02-28x3 2028-03-04", ...same("28 February – 1 March and 4 March", "2028")],
    ["2027-05-01x10 2027-05-12x10 2027-05-24x8", ...same("1–10, 12–21 and 24–31 May", "2027")],
  ])("%s are %s, %s, %s", (days, onPages, withYear, inMails) => {
    expect(eventDates(event(days))).toBe(onPages);
    expect(editionDates(event(days))).toBe(withYear);
    expect(shortDates(event(days))).toBe(inMails);
  });

  it("are grouped into runs without a gap", () => {
    const runs = dayRuns(event("2027-02-27x3 2027-03-06").days);
    expect(runs.map(({ days }) => days.map(({ date }) => date))).toEqual([
      ["2027-02-27", "2027-02-28", "2027-03-01"],
      ["2027-03-06"],
    ]);
  });

  it("are at least one", () => {
    expect(() => eventDates({ days: [] })).toThrow("An event has at least one day.");
  });
});

function same(text: string, year?: string): readonly [string, string, string] {
  const withYear = year === undefined ? text : `${text} ${year}`;
  return [text, withYear, withYear];
}
