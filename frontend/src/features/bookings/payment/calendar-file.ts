import { MELA } from "../../../ui/mela";
import { strings } from "../mela.strings";

/** Text as the iCalendar format wants it (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\n/g, "\\n");
}

const compact = (date: string) => date.replaceAll("-", "");

/** The day after an ISO date: an all-day event ends on the day after its last one. */
function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** A calendar file (RFC 5545) with the two days of the Mela and the visitor's stall. `now`: when it's made. */
export function calendarFile({ stallId, orderId }: { stallId: string; orderId: string }, now: Date): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Sakhi Bazaar//Mela//EN",
    "BEGIN:VEVENT",
    `UID:${orderId}@sakhi-bazaar`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d{3}/g, "")}`,
    `DTSTART;VALUE=DATE:${compact(MELA.days.start)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(MELA.days.end))}`,
    `SUMMARY:${escaped(strings.payment.calendarTitle(stallId))}`,
    `LOCATION:${escaped(MELA.venueLong)}`,
    `DESCRIPTION:${escaped(strings.payment.calendarText(orderId))}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** Hands the calendar file to the browser as a download. */
export function downloadCalendar(booking: { stallId: string; orderId: string }): void {
  const url = URL.createObjectURL(new Blob([calendarFile(booking, new Date())], { type: "text/calendar" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `mela-${booking.stallId}.ics`;
  link.click();
  URL.revokeObjectURL(url);
}
