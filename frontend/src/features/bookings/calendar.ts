import { MELA } from "../../ui/mela";
import { strings } from "./mela.strings";

/** A stall that is in its payer's calendar. */
interface CalendarBooking {
  readonly stallId: string;
  readonly orderId: string;
}

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
export function calendarFile({ stallId, orderId }: CalendarBooking, now: Date): string {
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

/** The same entry as addresses that open it in a calendar on the web. */
export function calendarLinks({ stallId, orderId }: CalendarBooking): {
  readonly google: string;
  readonly outlook: string;
} {
  const [start, end] = [MELA.days.start, dayAfter(MELA.days.end)];
  const title = strings.payment.calendarTitle(stallId);
  const text = strings.payment.calendarText(orderId);
  const google = new URLSearchParams({
    ...{ action: "TEMPLATE", text: title, dates: `${compact(start)}/${compact(end)}` },
    ...{ details: text, location: MELA.venueLong },
  });
  const outlook = new URLSearchParams({
    ...{ path: "/calendar/action/compose", rru: "addevent", allday: "true", startdt: start, enddt: end },
    ...{ subject: title, body: text, location: MELA.venueLong },
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google.toString()}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`,
  };
}
