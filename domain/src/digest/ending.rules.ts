import { indianTime } from "../events/indian-time.js";
import { dayBefore, istDate } from "../invoices/indian-dates.js";

/** When "sales end tomorrow" is said at once, in India. */
const ALERT_MORNING = "09:00";

/** The Indian day on which sales that end at an instant can last be made: midnight belongs to the day before. */
export function endDay(end: Date): string {
  return istDate(new Date(end.getTime() - 1));
}

/** Whether sales that end at an instant end today or tomorrow, seen from another. */
export function endsSoon(end: Date, at: Date): boolean {
  return end > at && (endDay(end) === istDate(at) || dayBefore(endDay(end)) === istDate(at));
}

/** Whether "sales end tomorrow" is to be said at once: from the morning of the day before, until they have ended. */
export function endAlertDue(end: Date, at: Date): boolean {
  return end > at && at.getTime() >= Date.parse(indianTime(dayBefore(endDay(end)), ALERT_MORNING));
}
