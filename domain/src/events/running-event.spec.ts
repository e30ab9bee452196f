import { expect, it } from "@jest/globals";
import { isOpenToVisitors } from "./running-event.js";

const DAYS = [
  { date: "2026-12-03", opens: "10:00", closes: "20:00" },
  // Until one in the night.
  { date: "2026-12-04", opens: "10:00", closes: "01:00" },
];

it.each([
  ["2026-12-03T09:59:59+05:30", false],
  ["2026-12-03T10:00:00+05:30", true],
  ["2026-12-03T19:59:59+05:30", true],
  ["2026-12-03T20:00:00+05:30", false],
  ["2026-12-05T00:59:59+05:30", true],
  ["2026-12-05T01:00:00+05:30", false],
])("at %s: %p", (at, open) => {
  expect(isOpenToVisitors(DAYS, new Date(at))).toBe(open);
});
