import { expect, it } from "@jest/globals";
import { SEED_EVENT } from "@sakhi/domain/events/event-facts.seed";
import { calendarEntry } from "./calendar-entry.js";

it("has an entry for each day with its hours in UTC, the address and the map, in lines of 75 bytes", () => {
  const event = {
    ...SEED_EVENT,
    id: 1,
    version: 0,
    days: [
      { date: "2026-12-03", opens: "10:00", closes: "20:00" },
      { date: "2026-12-04", opens: "09:30", closes: "18:00" },
    ],
    street: "Plot 7; मेला road, gate 2",
  };
  const { filename, bytes, contentType } = calendarEntry(
    { stallId: "B12", orderId: "MELA1" },
    event,
    new Date("2026-11-21T10:00:00.123Z"),
  );
  const file = bytes.toString();
  expect([filename, contentType]).toEqual(["mela-B12.ics", expect.stringContaining("text/calendar")]);
  expect(file.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const lines = file.replaceAll("\r\n ", "").split("\r\n");
  expect(lines.filter((line) => /^(UID|DTSTART|DTEND|DTSTAMP)/.test(line))).toEqual([
    "UID:MELA1-2026-12-03@sakhi-bazaar",
    "DTSTAMP:20261121T100000Z",
    "DTSTART:20261203T043000Z",
    "DTEND:20261203T143000Z",
    "UID:MELA1-2026-12-04@sakhi-bazaar",
    "DTSTAMP:20261121T100000Z",
    "DTSTART:20261204T040000Z",
    "DTEND:20261204T123000Z",
  ]);
  expect(lines).toContain(`URL:${event.mapUrl}`);
  expect(file.replaceAll("\r\n ", "")).toContain("Plot 7\\; मेला road\\, gate 2");
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
});
