import { type CurrentEventFacts, isOver } from "./current-event.js";
import { eventDays } from "./event-facts.js";
import { salesVerdict, salesWindow } from "./sales.rules.js";

/** What an event is to a visitor, in the order in which events are listed after the current one. */
export const EVENT_PHASES = ["on_sale", "opens", "announced", "closed", "cancelled", "past"] as const;
export type EventPhase = (typeof EVENT_PHASES)[number];

/** The phase of an event that is not a draft. @param at the database's clock */
export function eventPhase(event: Omit<CurrentEventFacts, "id">, at: Date): EventPhase {
  const { status, hasStalls } = event;
  if (status === "archived" || isOver(event, at)) return status === "cancelled" ? "cancelled" : "past";
  if (status === "cancelled") return "cancelled";
  if (!hasStalls) return "announced";
  const verdict = salesVerdict(salesWindow(event), at);
  if (verdict === "sales_closed") return "closed";
  return verdict === "sales_not_open" ? "opens" : "on_sale";
}

/** An event of a list. */
interface ListedEvent {
  readonly isCurrent: boolean;
  readonly phase: EventPhase;
  readonly event: CurrentEventFacts;
}

/**
 * Order of a list of events: the current one, then those on sale, those that open, announced and closed ones by their
 * days, then cancelled ones and past ones, the last one first.
 */
export function byPhase(a: ListedEvent, b: ListedEvent): number {
  if (a.isCurrent !== b.isCurrent) return a.isCurrent ? -1 : 1;
  const phase = EVENT_PHASES.indexOf(a.phase) - EVENT_PHASES.indexOf(b.phase);
  if (phase !== 0) return phase;
  const order =
    a.phase === "opens"
      ? (a.event.salesOpenAt ?? "").localeCompare(b.event.salesOpenAt ?? "")
      : a.phase === "past" || a.phase === "cancelled"
        ? eventDays(b.event).end.localeCompare(eventDays(a.event).end)
        : eventDays(a.event).start.localeCompare(eventDays(b.event).start);
  return order === 0 ? a.event.id - b.event.id : order;
}
