import type { EventDay } from "./event-facts.js";
import { indianTime } from "./indian-time.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * When a day of the Mela closes, in ms since 1970. Hours at or before the opening ("00:00", "01:00") and "24:00" are
 * those of the night that follows.
 */
export function dayCloses({ date, opens, closes }: EventDay): number {
  if (closes === "24:00") return Date.parse(indianTime(date, "00:00")) + DAY_MS;
  const closing = Date.parse(indianTime(date, closes));
  return closes <= opens ? closing + DAY_MS : closing;
}

/** When an event is over: its last day closes, in ms since 1970. @throws RangeError without a day */
export function eventEnds({ days }: { readonly days: readonly EventDay[] }): number {
  if (days.length === 0) throw new RangeError("An event has at least one day.");
  return Math.max(...days.map(dayCloses));
}
