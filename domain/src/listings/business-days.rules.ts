import { IST_OFFSET_MS } from "../invoices/indian-dates.js";

const DAY_MS = 24 * 3600 * 1000;

/**
 * Adds business days (Monday to Friday, Indian Standard Time) to an instant, keeping the time of day. A start on a
 * weekend counts as Monday 00:00. Public holidays count as business days: a reminder sent on one does no harm.
 *
 * @param from an instant
 * @param days whole business days, 0 or more
 */
export function businessDaysLater(from: Date, days: number): Date {
  let at = from.getTime() + IST_OFFSET_MS;
  if (isWeekend(at)) {
    at -= at % DAY_MS;
    while (isWeekend(at)) at += DAY_MS;
  }
  for (let left = days; left > 0; left -= 1) {
    do at += DAY_MS;
    while (isWeekend(at));
  }
  return new Date(at - IST_OFFSET_MS);
}

/** @param at epoch milliseconds, shifted so that UTC fields give Indian time */
function isWeekend(at: number): boolean {
  const day = new Date(at).getUTCDay();
  return day === 0 || day === 6;
}
