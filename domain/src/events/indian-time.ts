import { type DateWords, formatDay, IST_OFFSET_MS, istDay } from "../invoices/indian-dates.js";

/** A time in India on a day there, ISO 8601 with India's offset. @param date YYYY-MM-DD @param time HH:MM */
export function indianTime(date: string, time: string): string {
  return `${date}T${time}:00+05:30`;
}

/** "second": with the seconds where they are not zero, as for sales, which open at one. */
type Precision = "second" | "minute";

/** The time of day in India with its zone, as visitors and mails read it: "14:03 IST", "09:35:30 IST". */
export function indianClock(at: Date, precision: Precision = "second"): string {
  const time = new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(11, 19);
  return `${precision === "minute" ? time.slice(0, 5) : time.replace(/:00$/, "")} IST`;
}

/** A moment in India with its zone: "29 November 2026, 00:30 IST". */
export function indianMoment(at: Date, precision?: Precision, words?: DateWords): string {
  return `${formatDay(istDay(at), words)}, ${indianClock(at, precision)}`;
}
