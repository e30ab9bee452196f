import { dayCloses } from "./event-days.js";
import type { EventDay } from "./event-facts.js";
import { indianTime } from "./indian-time.js";

/** Whether an event is open to visitors at an instant: one of its days has opened, and not closed. */
export function isOpenToVisitors(days: readonly EventDay[], at: Date): boolean {
  return days.some(
    (day) => Date.parse(indianTime(day.date, day.opens)) <= at.getTime() && at.getTime() < dayCloses(day),
  );
}
