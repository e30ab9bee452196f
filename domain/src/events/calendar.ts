import type { PublicFacts } from "./event-facts.js";

/** A booked stall for the payer's calendar. */
interface CalendarBooking {
  readonly stallId: string;
  readonly orderId: string;
}

/** The event facts a calendar entry needs. */
type CalendarFacts = Pick<PublicFacts, "name" | "openingDays" | "hours" | "venueLong" | "address" | "mapUrl">;

/** A calendar entry for one day of the Mela. */
export interface CalendarEntry {
  /** Stable per order and day, so that a calendar replaces the entry when it is imported again. */
  readonly uid: string;
  /** Displayed date: Thursday, 3 December 2026. */
  readonly day: string;
  /** 10:00 to 20:00. */
  readonly hours: string;
  readonly title: string;
  readonly starts: Date;
  readonly ends: Date;
  readonly location: string;
  readonly text: string;
  readonly mapUrl: string;
}

/** Maximum length of a line in bytes, without the line break (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** Calendar entries for a booking, one per day, with opening hours, address and map. */
export function calendarEntries(booking: CalendarBooking, facts: CalendarFacts): readonly CalendarEntry[] {
  const { stallId, orderId } = booking;
  const { name, openingDays, venueLong, address, mapUrl } = facts;
  return openingDays.map(({ date, opens, closes }, index) => ({
    uid: `${orderId}-${date}@sakhi-bazaar`,
    day: facts.hours[index]?.day ?? date,
    hours: `${opens} to ${closes}`,
    title: `${name}: my stall ${stallId}`,
    starts: indian(date, opens),
    ends: indian(date, closes),
    location: `${venueLong}, ${address}`,
    text: `Order ${orderId}. Open from ${opens} to ${closes}. Set up before the doors open.\nMap: ${mapUrl}`,
    mapUrl,
  }));
}

/**
 * Renders entries as an iCalendar file (RFC 5545), in UTC.
 *
 * @param now the file's timestamp
 */
export function calendarFile(entries: readonly CalendarEntry[], now: Date): string {
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sakhi Bazaar//Mela//EN"],
    ...["CALSCALE:GREGORIAN", "METHOD:PUBLISH"],
    ...entries.flatMap(({ uid, title, starts, ends, location, text, mapUrl }) => [
      "BEGIN:VEVENT",
      `UID:${escaped(uid)}`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(starts)}`,
      `DTEND:${stamp(ends)}`,
      `SUMMARY:${escaped(title)}`,
      `LOCATION:${escaped(location)}`,
      `URL:${mapUrl.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)}`,
      `DESCRIPTION:${escaped(text)}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** Links that add an entry to Google Calendar and Outlook. */
export function webCalendars({ title, starts, ends, location, text }: CalendarEntry): {
  readonly google: string;
  readonly outlook: string;
} {
  const google = query({
    ...{ action: "TEMPLATE", text: title, dates: `${stamp(starts)}/${stamp(ends)}`, ctz: "Asia/Kolkata" },
    ...{ details: text, location },
  });
  const outlook = query({
    ...{ path: "/calendar/action/compose", rru: "addevent", allday: "false" },
    ...{ startdt: starts.toISOString(), enddt: ends.toISOString() },
    ...{ subject: title, body: text, location },
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
  };
}

/** Query string with spaces as %20, because Outlook displays a plus literally. */
function query(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

/** Converts Indian time to a Date; India's UTC offset is constant. */
function indian(date: string, time: string): Date {
  return new Date(`${date}T${time}:00+05:30`);
}

/** UTC date-time of the format: 20261203T043000Z. */
function stamp(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}

/** Escapes a text value (RFC 5545, 3.3.11) and drops control characters, which the format forbids. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n")
    .replaceAll(/\p{Cc}/gu, "");
}

/** Folds a long line between characters, never within one (RFC 5545, 3.1). */
function folded(line: string): string {
  let text = "";
  let used = 0;
  for (const character of line) {
    const bytes = bytesOf(character);
    if (used + bytes > LINE_BYTES) {
      text += "\r\n ";
      used = 1;
    }
    text += character;
    used += bytes;
  }
  return text;
}

/** Length of a character in UTF-8, in bytes. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}
