import messages from "../generated/messages/en/dates.js";

/** The words of dates in one language; where none are given, those of the site's build, and English ones in the api and the jobs. */
export type DateWords = typeof messages;

/** Calendar days in Indian Standard Time: UTC+5:30, no daylight saving time. All printed dates use it. */

/** A calendar day; month 1 to 12. */
interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Indian Standard Time is ahead of UTC by this, in ms. */
export const IST_OFFSET_MS = 5.5 * 60 * 60 * 1000;
/** Months as they are typed and stored, whatever language the site is in. */
const ENGLISH_MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** The calendar day in India at an instant. */
export function istDay(at: Date): CalendarDay {
  const shifted = new Date(at.getTime() + IST_OFFSET_MS);
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1, day: shifted.getUTCDate() };
}

/** The calendar day in India at an instant, YYYY-MM-DD. */
export function istDate(at: Date): string {
  return new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** Parses YYYY-MM-DD. @throws RangeError for any other format */
export function parseDay(date: string): CalendarDay {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const [year, month, day] = (match?.slice(1) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) {
    throw new RangeError("A date is written YYYY-MM-DD.");
  }
  return { year, month, day };
}

/** "3 December 2026". */
export function formatDay(day: CalendarDay, words: DateWords = messages): string {
  return `${day.day} ${monthName(day, words)} ${day.year}`;
}

/** The day before a date, both YYYY-MM-DD. */
export function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** The name of the day's month. */
export function monthName(day: CalendarDay, words: DateWords = messages): string {
  return words.months[day.month - 1] ?? "";
}

/** The month of a name or its first three letters or more, 1 to 12; undefined for anything else. "Sept" counts. */
export function monthNumber(name: string): number | undefined {
  const typed = name.toLowerCase();
  if (typed.length < 3) return undefined;
  const index = ENGLISH_MONTHS.findIndex((month) => month.toLowerCase().startsWith(typed));
  return index === -1 ? undefined : index + 1;
}
