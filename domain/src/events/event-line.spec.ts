import { expect, it } from "@jest/globals";
import { eventLine } from "./event-line.js";

const day = (date: string) => ({ date, opens: "10:00", closes: "20:00" });

it.each([
  ["The Mela", ["2026-12-03", "2026-12-04"], "Bangalore", "The Mela, 3rd and 4th December 2026, Bangalore"],
  ["Jaipur Mela", ["2027-02-13"], "Jaipur", "Jaipur Mela, 13th February 2027, Jaipur"],
])("%s", (name, dates, city, line) => {
  expect(eventLine({ name, openingDays: dates.map(day), city })).toBe(line);
});
