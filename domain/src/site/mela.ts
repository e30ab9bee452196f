import { monthName, parseDay } from "../invoices/indian-dates.js";

/** First and last day of the Mela in India, YYYY-MM-DD. */
export interface MelaDays {
  readonly start: string;
  readonly end: string;
}

/** The days where no setting says otherwise: EVENT_START and EVENT_END of the server. */
export const DEFAULT_MELA_DAYS: MelaDays = { start: "2026-12-03", end: "2026-12-04" };

/** Name of the meta element that gives the site's pages the days, as an ISO 8601 interval. */
export const MELA_DAYS_META = "mela-days";

export const MELA_NAME = "The Mela";
export const MELA_VENUE = "Industrial area, Whitefield, Bangalore";

/** The days as the site writes them: "3rd and 4th December". */
export function melaDates({ start, end }: MelaDays): string {
  const [first, last] = [parseDay(start), parseDay(end)];
  const lastDay = `${ordinal(last.day)} ${monthName(last)}`;
  if (start === end) return lastDay;
  const firstDay =
    first.month === last.month ? ordinal(first.day) : `${ordinal(first.day)} ${monthName(first)}`;
  const adjacent = Date.parse(end) - Date.parse(start) === 24 * 60 * 60 * 1000;
  return `${firstDay} ${adjacent ? "and" : "to"} ${lastDay}`;
}

function ordinal(day: number): string {
  const ending = day >= 11 && day <= 13 ? undefined : ["st", "nd", "rd"][(day % 10) - 1];
  return `${day}${ending ?? "th"}`;
}
