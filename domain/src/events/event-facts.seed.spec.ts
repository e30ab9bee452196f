import { describe, expect, it } from "@jest/globals";
import { firstMela } from "./event-facts.seed.js";

describe("the first Mela of a trial", () => {
  it.each([
    ["a start in spring", "2026-03-01T12:00:00+05:30", "2026"],
    ["29 February", "2028-02-29T12:00:00+05:30", "2028"],
    ["thirty days before it", "2026-11-03T00:00:00+05:30", "2026"],
    ["the last second of that day in India", "2026-11-03T23:59:59.999+05:30", "2026"],
    ["the next day in India, which is the same in London", "2026-11-04T00:00:00+05:30", "2027"],
    ["29 days before it", "2026-11-04T12:00:00+05:30", "2027"],
    ["28 days before it", "2026-11-05T12:00:00+05:30", "2027"],
    ["its eve", "2026-12-02T12:00:00+05:30", "2027"],
    ["its own day", "2026-12-03T12:00:00+05:30", "2027"],
    ["the last day of a year", "2026-12-31T23:59:59+05:30", "2027"],
    ["the first day of a year in India, the last one in London", "2027-01-01T00:00:00+05:30", "2027"],
    ["the last start of a leap year that is early enough", "2028-11-03T12:00:00+05:30", "2028"],
    ["31 March, the end of India's financial year", "2027-03-31T23:30:00+05:30", "2027"],
  ])("%s: the 3rd and 4th December %s", (_what, startedAt, year) => {
    expect(firstMela(new Date(startedAt))).toEqual({
      edition: year,
      days: ["03", "04"].map((day) => ({ date: `${year}-12-${day}`, opens: "10:00", closes: "20:00" })),
    });
  });
});
