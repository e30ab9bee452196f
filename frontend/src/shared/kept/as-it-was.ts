import { indianClock, indianMoment } from "@sakhi/domain/events/indian-time";
import { istDate } from "@sakhi/domain/invoices/indian-dates";

/**
 * When something was true that is shown without network: "14:05 IST", with the day unless it is today's.
 *
 * @param at ms since 1970
 * @param now ms since 1970
 */
export function momentSeen(at: number, now: number): string {
  const [seen, today] = [new Date(at), new Date(now)];
  return istDate(seen) === istDate(today) ? indianClock(seen, "minute") : indianMoment(seen, "minute");
}

/** Says that what follows is old. @param of what it is */
export const asItWas = (of: string, at: number, now = Date.now()): string =>
  `${of} as it was at ${momentSeen(at, now)}, without network.`;
