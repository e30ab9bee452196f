import messages from "../generated/messages/en/calendar.js";
import dates from "../generated/messages/en/dates.js";
import changeWords from "../generated/messages/en/event-changes.js";
import type { DateWords } from "../invoices/indian-dates.js";
import { dayCloses } from "./event-days.js";
import {
  dayInWords,
  type DroppedDay,
  type EventCalendar,
  type EventDay,
  type EventRecord,
  type PublicFacts,
} from "./event-facts.js";
import { indianTime } from "./indian-time.js";

/** The words of a calendar in one language; where none are given, as {@link DateWords}. */
export interface CalendarWords {
  readonly calendar: typeof messages;
  readonly dates: DateWords;
}

const OWN: CalendarWords = { calendar: messages, dates };

/** A booked stall for its holder's calendar. */
interface CalendarBooking {
  readonly stallId: string;
  readonly orderId: string;
}

/** A booking's calendar as a file, which replaces the file that its holder imported before. */
export interface BookingCalendar extends CalendarBooking {
  /** How often the booking was moved to another stall. */
  readonly moves?: number | undefined;
  /** When the stall was sold, ISO 8601 UTC: its holder never had the days that were dropped before. */
  readonly soldAt?: string | undefined;
  /** True once the booking is cancelled: the file removes its entries. */
  readonly cancelled?: boolean;
}

/** The event facts a calendar entry needs. */
type EntryFacts = Pick<PublicFacts, "name" | "openingDays" | "venueLong" | "address" | "mapUrl">;

/** The event facts a calendar file needs. */
type CalendarFacts = EntryFacts & {
  readonly calendar: EventCalendar;
  readonly organisation: Pick<PublicFacts["organisation"], "name" | "supportEmail">;
};

/** A calendar entry for one day of the Mela. */
export interface CalendarEntry {
  /** By order and number of the day: it never changes, so that a calendar replaces the entry whatever has changed. */
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
export function calendarEntries(
  booking: CalendarBooking,
  facts: EntryFacts,
  words: CalendarWords = OWN,
): readonly CalendarEntry[] {
  const { stallId, orderId } = booking;
  const { name, openingDays, venueLong, address, mapUrl } = facts;
  return openingDays.map(({ date, opens, closes }, index) => ({
    uid: `${orderId}-day-${index + 1}@sakhi-bazaar`,
    day: dayInWords(date, words.dates),
    hours: words.dates.hours({ from: opens, to: closes }),
    title: words.calendar.title({ event: name, stallId }),
    starts: new Date(indianTime(date, opens)),
    ends: new Date(dayCloses({ date, opens, closes })),
    location: `${venueLong}, ${address}`,
    text: words.calendar.text({ orderId, opens, closes, map: mapUrl }),
    mapUrl,
  }));
}

/** The method of a booking's calendar file, also named in its media type (RFC 5546). */
export function calendarMethod({ cancelled = false }: Pick<BookingCalendar, "cancelled">): "PUBLISH" | "CANCEL" {
  return cancelled ? "CANCEL" : "PUBLISH";
}

/**
 * A booking's calendar as an iCalendar file (RFC 5545, RFC 5546), in UTC. Every change of the event and of the booking
 * raises the sequence, so that calendars keep the newest file in whatever order they read them; entries of days that the
 * event no longer has, or of a cancelled booking, are removed. Who booked after a day was dropped never had it, and gets no
 * entry that removes it.
 *
 * @param now the file's timestamp
 */
export function calendarFile(
  booking: BookingCalendar,
  facts: CalendarFacts,
  now: Date,
  words: CalendarWords = OWN,
): string {
  const { moves = 0, soldAt, cancelled = false } = booking;
  const { openingDays, calendar, organisation } = facts;
  const sequence = calendar.sequence + moves + (cancelled ? 1 : 0);
  const days: readonly DroppedDay[] = [...openingDays, ...calendar.droppedDays];
  const isDropped = (index: number): boolean => index >= openingDays.length;
  const wasKnown = ({ droppedAt }: DroppedDay): boolean =>
    droppedAt === undefined || soldAt === undefined || Date.parse(soldAt) < Date.parse(droppedAt);
  // All entries first: their identities count the days.
  const entries = calendarEntries(booking, { ...facts, openingDays: days }, words).flatMap((entry, index) => {
    const day = days[index];
    return day !== undefined && isDropped(index) && !wasKnown(day) ? [] : [{ ...entry, isDropped: isDropped(index) }];
  });
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sakhi Bazaar//Mela//EN"],
    ...["CALSCALE:GREGORIAN", `METHOD:${calendarMethod(booking)}`],
    ...entries.flatMap(({ uid, title, starts, ends, location, text, mapUrl, ...entry }) => [
      "BEGIN:VEVENT",
      `UID:${escaped(uid)}`,
      `SEQUENCE:${sequence}`,
      `STATUS:${cancelled || entry.isDropped ? "CANCELLED" : "CONFIRMED"}`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(starts)}`,
      `DTEND:${stamp(ends)}`,
      `SUMMARY:${escaped(title)}`,
      `LOCATION:${escaped(location)}`,
      `ORGANIZER;CN=${quoted(organisation.name)}:mailto:${urlText(organisation.supportEmail)}`,
      `URL:${urlText(mapUrl)}`,
      `DESCRIPTION:${escaped(text)}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** What holders of a stall know about the event. */
export type KnownEvent = Pick<
  EventRecord,
  "name" | "days" | "venueName" | "venueDescription" | "street" | "locality" | "city" | "pin" | "mapUrl"
>;

/** What can change for the holders of stalls. */
export type EventChange = "dates" | "hours" | "venue" | "name";

/** The part of an event's record that holders of a stall know. */
export function knownEvent(event: KnownEvent): KnownEvent {
  const { name, days, venueName, venueDescription, street, locality, city, pin, mapUrl } = event;
  return { name, days, venueName, venueDescription, street, locality, city, pin, mapUrl };
}

/** What holders of a stall have to know after a change of the event, in the order of importance. */
export function eventChanges(before: KnownEvent, after: KnownEvent): readonly EventChange[] {
  const datesOf = ({ days }: KnownEvent) => days.map(({ date }) => date).join();
  const hoursOf = ({ days }: KnownEvent) => days.map(({ opens, closes }) => `${opens} ${closes}`).join();
  const venueOf = ({ name: _name, days: _days, ...venue }: KnownEvent) => JSON.stringify(venue);
  const [old, now] = [knownEvent(before), knownEvent(after)];
  const sameDays = old.days.length === now.days.length;
  return [
    ...(datesOf(old) === datesOf(now) ? [] : ["dates" as const]),
    // The hours of a day that is new are part of the new dates.
    ...(sameDays && hoursOf(old) !== hoursOf(now) ? ["hours" as const] : []),
    ...(venueOf(old) === venueOf(now) ? [] : ["venue" as const]),
    ...(old.name === now.name ? [] : ["name" as const]),
  ];
}

/** Changes in words: "new dates, new opening hours and a new venue"; none if several changes ended where they began. */
export function changesInWords(changes: readonly EventChange[], words: typeof changeWords = changeWords): string {
  const parts = changes.map((change) => words[change]);
  const last = parts.at(-1);
  if (last === undefined) return words.none;
  return parts.length === 1 ? last : words.listed({ parts: parts.slice(0, -1).join(", "), last });
}

/** The calendar of an event after a change that its holders have to know. @param at when it changes */
export function nextCalendar(
  { sequence, droppedDays, formerStart }: EventCalendar,
  before: readonly EventDay[],
  after: readonly EventDay[],
  at: Date,
): EventCalendar {
  const droppedAt = at.toISOString();
  return {
    sequence: sequence + 1,
    // Day numbers, not dates: a day that is taken up again has its former number and is no longer dropped.
    droppedDays: [...before.map((day) => ({ ...day, droppedAt })), ...droppedDays].slice(after.length),
    formerStart: before[0]?.date === after[0]?.date ? formerStart : (startOf(before) ?? null),
  };
}

/** When the first of these days opens, ISO 8601 in India's time. */
export function startOf(days: readonly EventDay[]): string | undefined {
  const [first] = days;
  return first && indianTime(first.date, first.opens);
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

/** UTC date-time of the format: 20261203T043000Z. */
function stamp(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}

/** A quoted parameter value, which has no way to contain a quotation mark (RFC 5545, 3.2). */
function quoted(text: string): string {
  return `"${text.replaceAll('"', "'").replaceAll(/\p{Cc}/gu, " ")}"`;
}

/** Percent-encodes what must not stand in an address. */
function urlText(url: string): string {
  return url.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
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
