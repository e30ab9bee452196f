import { formatDay, parseDay } from "../invoices/indian-dates.js";

/** A day of the Mela with its opening hours, in Indian time. */
export interface EventDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:MM. */
  readonly opens: string;
  readonly closes: string;
}

/** A day of an event as it is displayed: "Thursday, 3 December 2026". @param date YYYY-MM-DD */
export function dayInWords(date: string): string {
  return `${weekday(date)}, ${formatDay(parseDay(date))}`;
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

function weekday(date: string): string {
  return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";
}
