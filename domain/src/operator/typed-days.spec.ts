import { describe, expect, it } from "@jest/globals";
import { readDays, readTypedDays, tidyDays, typedDays, typedDaysProblem } from "./typed-days.js";

const days = (count: number): string =>
  Array.from({ length: count }, (_, day) => `2027-01-${String(day + 1).padStart(2, "0")} 10:00 to 20:00`).join("\n");

describe("typed days of the Mela", () => {
  it("round-trip through typedDays and readDays", () => {
    const two = ["2099-12-03", "2099-12-04"].map((date) => ({ date, opens: "10:00", closes: "20:00" }));
    expect(readDays(typedDays(two))).toEqual(two);
    expect(typedDaysProblem(typedDays(two))).toBeUndefined();
  });

  it.each([
    // how people write a date
    ...["21-01-2027", "21/1/2027", "21.01.2027", "2027/01/21", "21 January 2027", "21st January, 2027", "21 Jan 2027"],
    ...[
      "21 jan. 2027",
      "January 21, 2027",
      "Thursday, 21 January 2027",
      "Thu 21-01-2027",
      "२१-०१-२०२७",
      "21st of January 2027",
    ],
    ...["21\u201301\u20132027", "\u200E2027-01-21", "2027-01-21:", "• 2027-01-21", "2027-01-21,"],
  ])("the date %s is read", (date) => {
    expect(tidyDays(`${date} 10:00 to 20:00`)).toBe("2027-01-21 10:00 to 20:00");
  });

  it.each([
    ["9:00 to 20:00", "09:00 to 20:00"],
    ["10:00-20:00", "10:00 to 20:00"],
    ["10:00 – 20:00", "10:00 to 20:00"],
    ["10:00 — 20:00", "10:00 to 20:00"],
    ["from 10:00 till 20:00", "10:00 to 20:00"],
    ["10:00\u200B to\u00A020:00", "10:00 to 20:00"],
    ["10:00 TO 20:00", "10:00 to 20:00"],
    ["10.00 to 20.30", "10:00 to 20:30"],
    ["10:00:00 to 20:00:00", "10:00 to 20:00"],
    ["10 am to 8 pm", "10:00 to 20:00"],
    ["10am-8.30pm", "10:00 to 20:30"],
    ["10 a.m. to 8 p.m.", "10:00 to 20:00"],
    ["१०:०० to २०:००", "10:00 to 20:00"],
    ["10:00 to 20:00 hrs", "10:00 to 20:00"],
    ["10:00 to 20:00 IST", "10:00 to 20:00"],
    // closing at or after midnight
    ["18:00 to 00:00", "18:00 to 00:00"],
    ["18:00 to 24:00", "18:00 to 00:00"],
    ["18:00 to 01:00", "18:00 to 01:00"],
    ["6 pm to midnight", "18:00 to 00:00"],
    ["6 pm to 12 am", "18:00 to 00:00"],
    ["12 noon to 8 pm".replace("12 ", ""), "12:00 to 20:00"],
    ["00:00 to 24:00", "00:00 to 00:00"],
    ["22:00 to 06:00", "22:00 to 06:00"],
  ])("the hours %s are read as %s", (typed, hours) => {
    expect(tidyDays(`2027-01-21 ${typed}`)).toBe(`2027-01-21 ${hours}`);
  });

  it.each([
    ["", "Please enter the days of the event"],
    ["2026-02-31 10:00 to 20:00", "2026-02-31 is not a date"],
    ["31-02-2026 10:00 to 20:00", "31-02-2026 is not a date"],
    ["01/21/2027 10:00 to 20:00", "01/21/2027 is not a date"],
    ["21 Janvier 2027 10:00 to 20:00", "21 Janvier 2027 is not a date"],
    ["2026-12-03 25:00 to 26:00", "25:00 is not a time of day\n26:00 is not a time of day"],
    ["2026-12-03 24:00 to 02:00", "24:00 is not a time of day"],
    ["2026-12-03 13 pm to 20:00", "13 pm is not a time of day"],
    ["2026-12-03 20:00 to 10:00", "On 2026-12-03 it must close after it opens"],
    ["2026-12-03 10:00 to 10:00", "On 2026-12-03 it must close after it opens"],
    ["2026-12-03 05:00 to 05:00", "On 2026-12-03 it must close after it opens"],
    ["2026-12-04 10:00 to 20:00\n2026-12-03 10:00 to 20:00", "The days must be in their order, each once"],
    ["2026-12-04 10:00 to 20:00\n2026-12-04 10:00 to 20:00", "The days must be in their order, each once"],
    ["2026-12-03", "On 2026-12-03 the opening hours are missing, e.g. 10:00 to 20:00"],
    ["2026-12-03 10:00", "On 2026-12-03 the closing time is missing"],
    ["2026-12-03 10:00 to", "On 2026-12-03 the closing time is missing"],
    ["2026-12-03 to 20:00", "On 2026-12-03 the opening time is missing"],
    ["10:00 to 20:00", "Please choose the date of each day"],
    [
      "2026-12-03 10 to 20",
      "On 2026-12-03, write 10 with its minutes: 10:00\nOn 2026-12-03, write 20 with its minutes: 20:00",
    ],
    ["2026-12-03 6 to 10 pm", "On 2026-12-03, is 6 am or pm? Write both times alike, e.g. 10:00 to 20:00"],
    ["2026-12-03 all day", "On 2026-12-03 “all day” are not opening hours: write them as 10:00 to 20:00"],
    ["13-02-27 10:00 to 20:00", "“13-02-27 10:00 to 20:00”: write the year with four digits, e.g. 21-01-2027"],
    ["3rd December 10:00 to 20:00", expect.stringMatching(/^“3rd December 10:00 to 20:00” has no year/)],
    ["3rd and 4th December", expect.stringMatching(/^“3rd and 4th December” has no date that can be read/)],
    [
      "2026-12-03 18:00 to 02:00\n2026-12-04 01:00 to 20:00",
      "On 2026-12-04 it opens at 01:00, before 2026-12-03 closes at 02:00 of that night",
    ],
    [days(31) + "\n2027-02-01 10:00 to 20:00", "There are at most 31 days, these are 32"],
  ])("%j is refused: %s", (text, problem) => {
    expect(typedDaysProblem(text)).toEqual(problem);
  });

  it("are up to 31, with gaps", () => {
    expect(typedDaysProblem(days(31))).toBeUndefined();
    expect(typedDaysProblem("2027-02-13 10:00 to 20:00\n\n2027-02-20 10:00 to 20:00")).toBeUndefined();
  });

  it("say what is wrong with every day, and with which part of it", () => {
    const { problems } = readTypedDays("2027-02-30 10:00 to 20:00\n2027-03-01 20:00 to 10:00\n10:00 to 20:00");
    expect(problems.map(({ day, part }) => [day, part])).toEqual([
      [0, "date"],
      [1, "closes"],
      [2, "date"],
    ]);
  });
});
