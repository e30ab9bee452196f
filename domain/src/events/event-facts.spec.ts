import { expect, it } from "@jest/globals";
import { editionDates, editionDescription, editionHours, editionTitle, eventSlug } from "./event-facts.js";

const day = (date: string, opens = "10:00", closes = "20:00") => ({ date, opens, closes });

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
  [["2026-12-31", "2027-01-01"], "31st December and 1st January 2027", "A two-day market"],
  [["2027-01-21", "2027-01-22", "2027-01-24"], "21st to 24th January 2027", "A three-day market"],
])("editionDates of %j is %s", (dates, text, description) => {
  const days = dates.map((date) => day(date));
  expect(editionDates({ days })).toBe(text);
  expect(editionDescription({ days }, 70)).toContain(description);
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
  ["मेला", "२०२६", "event-2026-12-03"],
  ["Mela", "Mela", "event-2026-12-03"],
])("the slug of %s, edition %s", (name, edition, slug) => {
  expect(eventSlug({ name, edition, days: [day("2026-12-03")] })).toBe(slug);
});
