import { expect, it } from "@jest/globals";
import { indianClock, indianMoment, indianTime } from "./indian-time.js";

it.each([
  ["2026-11-28T19:00:00Z", "29 November 2026, 00:30 IST", "00:30 IST"],
  ["2026-11-28T04:05:30Z", "28 November 2026, 09:35:30 IST", "09:35 IST"],
  ["2026-12-31T18:30:00.999Z", "1 January 2027, 00:00 IST", "00:00 IST"],
])("%s is %s, to the minute %s", (at, moment, minute) => {
  expect(indianMoment(new Date(at))).toBe(moment);
  expect(indianClock(new Date(at), "minute")).toBe(minute);
});

it("a time in India has its offset", () => {
  expect(indianTime("2026-12-03", "10:00")).toBe("2026-12-03T10:00:00+05:30");
});
