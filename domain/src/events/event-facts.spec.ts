import { expect, it } from "@jest/globals";
import { editionDates } from "./event-dates.js";
import {
  editionDescription,
  editionHours,
  editionTitle,
  eventSlug,
  listedInOwnWords,
  openingHours,
} from "./event-facts.js";

const day = (date: string, opens = "10:00", closes = "20:00") => ({ date, opens, closes });

/** Adjacent dates. */
const range = (first: string, days: number): string[] =>
  Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  );

it.each([
  ["The Mela", "2026", "The Mela 2026"],
  ["The Mela 2026", "2026", "The Mela 2026"],
  ["The Winter Mela", "second of 2027", "The Winter Mela second of 2027"],
])("editionTitle of %s, edition %s, is %s", (name, edition, title) => {
  expect(editionTitle({ name, edition })).toBe(title);
});

it.each([
  [["2026-12-03", "2026-12-04"], "3rd and 4th December 2026", "A two-day market"],
  [["2026-12-03"], "3rd December 2026", "A one-day market"],
  [["2027-01-21", "2027-01-22", "2027-01-24"], "21, 22 and 24 January 2027", "A three-day market"],
  [range("2027-02-13", 8), "13th to 20th February 2027", "An eight-day market"],
  [range("2027-02-13", 18), "13th February to 2nd March 2027", "An 18-day market"],
])("the description of %j, %s, says %s", (dates, text, description) => {
  const days = dates.map((date) => day(date));
  expect(editionDates({ days })).toBe(text);
  expect(editionDescription({ days }, 70)).toContain(description);
});

it("many days are listed by their hours", () => {
  const days = [...range("2027-02-13", 5), "2027-02-20", ...range("2027-02-22", 3)].map((date) => day(date));
  expect(openingHours({ days })).toEqual([{ day: "13–17, 20 and 22–24 February 2027", hours: "10:00 to 20:00" }]);
  const late = [...days, day("2027-02-27", "18:00", "01:00")];
  expect(openingHours({ days: late })[1]).toEqual({ day: "Saturday, 27 February 2027", hours: "18:00 to 01:00" });
});

it("editionHours names the hours once if all days have the same", () => {
  expect(editionHours({ days: [day("2026-12-03"), day("2026-12-04")] })).toBe("10:00 to 20:00");
  expect(editionHours({ days: [day("2026-12-03"), day("2026-12-04", "11:00")] })).toBe(
    "Thursday, 3 December 2026, 10:00 to 20:00; Friday, 4 December 2026, 11:00 to 20:00",
  );
});

it.each([
  ["The Mela", "2026", "the-mela-2026"],
  ["Café & Mela – Pune", "2027", "cafe-mela-pune-2027"],
  ["The Mela 2028", "2028", "the-mela-2028"],
  ["मेला", "२०२६", "मेला-२०२६"],
  ["दीपावली मेला", "2027", "दीपावली-मेला-2027"],
  ["خواتین میلہ", "2027", "خواتین-میلہ-2027"],
  ["ಮಹಿಳಾ ಮೇಳ", "2027", "ಮಹಿಳಾ-ಮೇಳ-2027"],
  ["Pāṇini Mela", "2027", "panini-mela-2027"],
  ["सखी\u200D मेला", "2027", "सखी-मेला-2027"],
  ["2027", "2027", "event-2027"],
  ["२०२७", "2027", "event-२०२७-2027"],
  ["🎪", "🎉", "event-2026-12-03"],
  ["All", "All", "event-2026-12-03"],
  ["Policies", "Policies", "event-2026-12-03"],
  ["क".repeat(79), "1", "क".repeat(79)],
  ["Mela", "Mela", "event-2026-12-03"],
])("the slug of %s, edition %s", (name, edition, slug) => {
  expect(eventSlug({ name, edition, days: [day("2026-12-03")] })).toBe(slug);
});

it("a listed event is worded from its days as the api words it, with the year", () => {
  const openingDays = [day("2026-12-03"), day("2026-12-04", "11:00")];
  expect(listedInOwnWords({ openingDays })).toEqual({
    ...{ openingDays, dates: "3rd and 4th December 2026" },
    hours: openingHours({ days: openingDays }),
  });
});
