import messages from "../generated/messages/en/dates.js";
import { type DateWords, formatDay, parseDay } from "../invoices/indian-dates.js";

/** A day of the Mela with its opening hours, in Indian time. */
export interface EventDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:MM. */
  readonly opens: string;
  readonly closes: string;
}

/** A day of an event as it is displayed: "Thursday, 3 December 2026". @param date YYYY-MM-DD */
export function dayInWords(date: string, words: DateWords = messages): string {
  return `${weekday(date, words)}, ${formatDay(parseDay(date), words)}`;
}

function weekday(date: string, words: DateWords): string {
  return words.weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";
}
