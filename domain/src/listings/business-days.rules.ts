const DAY_MS = 24 * 3600 * 1000;
const IST_OFFSET_MS = 5.5 * 3600 * 1000;

/**
 * The instant this many business days later: Monday to Friday by Indian Standard Time, at the same time of the day.
 * What starts on a weekend counts as started when Monday starts. Holidays are business days: a reminder that comes on
 * one does no harm.
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

/** @param at milliseconds since 1970, shifted so that UTC's calendar is India's */
function isWeekend(at: number): boolean {
  const day = new Date(at).getUTCDay();
  return day === 0 || day === 6;
}
