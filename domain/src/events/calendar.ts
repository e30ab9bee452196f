import type { PublicFacts } from "./event-facts.js";

/** A stall that goes into its payer's calendar. */
interface CalendarBooking {
  readonly stallId: string;
  readonly orderId: string;
}

/** What a calendar must know of the Mela. */
type CalendarFacts = Pick<PublicFacts, "name" | "openingDays" | "hours" | "venueLong" | "address" | "mapUrl">;

/** One day of the Mela in a calendar. */
export interface CalendarEntry {
  /** The same for the same order and day: sent again, a calendar replaces the entry. */
  readonly uid: string;
  /** As people read it: Thursday, 3 December 2026. */
  readonly day: string;
  /** 10:00 to 20:00. */
  readonly hours: string;
  readonly title: string;
  readonly starts: Date;
  readonly ends: Date;
  /** Venue and street. */
  readonly location: string;
  readonly text: string;
  readonly mapUrl: string;
}

/** Longest line of a calendar file in bytes, without its end (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** What a payer's calendar is given: an entry for each day with its opening hours, the street and the map. */
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
 * A calendar file (RFC 5545) with these entries, in UTC.
 *
 * @param now when it is written
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

/** The same entry as addresses that open it in a calendar on the web. */
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

/** Spaces are %20: Outlook shows a plus as it stands. */
function query(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

/** An hour of a day in India, which has one offset all year. */
function indian(date: string, time: string): Date {
  return new Date(`${date}T${time}:00+05:30`);
}

/** A moment in UTC: 20261203T043000Z. */
function stamp(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}

/** Text as the format wants it (RFC 5545, 3.3.11), without the control characters that it forbids. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n")
    .replaceAll(/\p{Cc}/gu, "");
}

/** Breaks a long line between characters, never inside one. */
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

/** How long a character is in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}
