import { isOver } from "@sakhi/domain/events/current-event";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { type SalesVerdict, type SalesWindow, salesVerdict, salesWindow } from "@sakhi/domain/events/sales.rules";
import { useServerTime } from "./server-clock";

/** Whether an event's stalls can be booked, and whether it is over; an archived or cancelled one sells nothing. */
export type SalesState = SalesVerdict | "over" | "cancelled";

/** The sales window of an event's facts. */
export function windowOf({ status, openingDays, ...facts }: PublicFacts, paused: boolean): SalesWindow {
  return { ...salesWindow({ ...facts, days: openingDays }), published: status === "published", paused };
}

/** How an event stands at an instant, in ms since 1970. */
function salesStateAt(facts: PublicFacts, paused: boolean, now: number): SalesState {
  if (facts.status === "cancelled") return "cancelled";
  if (facts.status === "archived" || isOver({ days: facts.openingDays }, new Date(now))) return "over";
  return salesVerdict(windowOf(facts, paused), new Date(now));
}

/** How an event stands, by the server's clock as far as known; the page turns by itself. */
export function useSalesState(facts: PublicFacts, paused = false): SalesState {
  // Every page asks: no countdown shows it, so that it need not be asked four times a second.
  return useServerTime(true, (now) => salesStateAt(facts, paused, now), 1000);
}

/** Whether an event sells, now or later: what is said about booking its stalls is right. */
export const sellsStalls = (state: SalesState): boolean =>
  state === "open" || state === "sales_not_open" || state === "sales_paused";
