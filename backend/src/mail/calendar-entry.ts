import { type EventRecord, postalAddress, venueLong } from "@sakhi/domain/events/event-facts";
import type { MailAttachment } from "./mail-attachments.service.js";

/** A stall that goes into its payer's calendar. */
interface CalendarBooking {
  readonly stallId: string;
  readonly orderId: string;
}

/** Longest line of a calendar file in bytes, without its end (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/**
 * A calendar file (RFC 5545) with an entry for each day of the event: its opening hours, the address and the map.
 * Sent again, an entry has the same UID, so that a calendar replaces it.
 *
 * @param now when it is written
 */
export function calendarEntry(booking: CalendarBooking, event: EventRecord, now: Date): MailAttachment {
  const { stallId, orderId } = booking;
  const entries = event.days.flatMap(({ date, opens, closes }) => [
    "BEGIN:VEVENT",
    `UID:${orderId}-${date}@sakhi-bazaar`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(indian(date, opens))}`,
    `DTEND:${stamp(indian(date, closes))}`,
    `SUMMARY:${escaped(`${event.name}: my stall ${stallId}`)}`,
    `LOCATION:${escaped(`${venueLong(event)}, ${postalAddress(event)}`)}`,
    `URL:${event.mapUrl}`,
    `DESCRIPTION:${escaped(`Order ${orderId}. Open from ${opens} to ${closes}. Set up before the doors open.\nMap: ${event.mapUrl}`)}`,
    "END:VEVENT",
  ]);
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sakhi Bazaar//Mela//EN", "METHOD:PUBLISH"],
    ...entries,
    "END:VCALENDAR",
  ];
  return {
    filename: `mela-${stallId}.ics`,
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
    bytes: Buffer.from(lines.map((line) => `${folded(line)}\r\n`).join("")),
  };
}

/** An hour of a day in India, which has one offset all year. */
function indian(date: string, time: string): Date {
  return new Date(`${date}T${time}:00+05:30`);
}

function stamp(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

/** Text as the format wants it (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\n/g, "\\n");
}

/** Breaks a long line between characters, never inside one. */
function folded(line: string): string {
  let text = "";
  let used = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (used + bytes > LINE_BYTES) {
      text += "\r\n ";
      used = 1;
    }
    text += character;
    used += bytes;
  }
  return text;
}
