import { IST_OFFSET_MS } from "../invoices/indian-dates.js";

/** Arrivals within an hour of the day in India. */
export interface HourOfArrivals {
  /** 0 to 23. */
  readonly hour: number;
  readonly arrived: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** Arrivals of one day by the hour in India, from the first hour to the last, with those in between. @param times ms since 1970 */
export function arrivalsPerHour(times: readonly number[]): readonly HourOfArrivals[] {
  const hours = times.map((at) => Math.floor((at + IST_OFFSET_MS) / HOUR_MS));
  if (hours.length === 0) return [];
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => ({
    hour: (first + index) % 24,
    arrived: hours.filter((hour) => hour === first + index).length,
  }));
}

/**
 * Whether a holder is missing: the event's first day has started, and she was never seen, not even while stalls were set up.
 *
 * @param arrived days on which she was seen
 * @param today YYYY-MM-DD in India
 * @param firstDay of the event
 */
export function isNoShow(arrived: readonly string[], today: string, firstDay: string): boolean {
  return arrived.length === 0 && today >= firstDay;
}
