import { eventEnds } from "./event-days.js";
import { type EventRecord, eventDays } from "./event-facts.js";
import type { EventStatus } from "./event.states.js";
import { salesEnd, salesVerdict, salesWindow } from "./sales.rules.js";

/** What decides which event is current. */
export interface CurrentEventFacts extends Pick<EventRecord, "id" | "days" | "salesOpenAt" | "salesCloseAt"> {
  readonly status: EventStatus;
  /** It has a plan: without stalls, an event is only announced. */
  readonly hasStalls: boolean;
}

/** Rank of an event, best first. */
const RANKS = ["open", "sales_not_open", "sales_closed"] as const;

/**
 * The event that the specification's addresses show: the published one whose sales are open, of several the one that takes
 * place first; else the one whose sales open next; else the one that ended last. Drafts never are, nor cancelled events
 * while there is another, nor announced ones without stalls while there is one with stalls.
 *
 * @param at the database's clock
 * @returns undefined if all events are drafts, or there are none
 */
export function currentEvent<Event extends CurrentEventFacts>(events: readonly Event[], at: Date): Event | undefined {
  const sellable = events.filter(
    ({ status, hasStalls }) => hasStalls && (status === "published" || status === "archived"),
  );
  const candidates = sellable.length > 0 ? sellable : events.filter(({ status }) => status !== "draft");
  const [best] = candidates
    .map((event) => ({ event, rank: rankOf(event, at), days: eventDays(event) }))
    .toSorted((a, b) => {
      if (a.rank !== b.rank) return RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank);
      const order =
        a.rank === "open"
          ? a.days.start.localeCompare(b.days.start)
          : a.rank === "sales_not_open"
            ? (a.event.salesOpenAt ?? "").localeCompare(b.event.salesOpenAt ?? "")
            : b.days.end.localeCompare(a.days.end);
      return order === 0 ? a.event.id - b.event.id : order;
    });
  return best?.event;
}

function rankOf(event: CurrentEventFacts, at: Date): (typeof RANKS)[number] {
  const verdict = salesVerdict({ ...salesWindow(event), published: event.status === "published" }, at);
  // Of the events, none is paused: a recovery pauses all of them.
  return verdict === "sales_paused" ? "sales_closed" : verdict;
}

/**
 * The last instant up to `at` at which another event may have become current without a change of any: an opening or the
 * end of sales, or the end of an event. Copies of the current event's facts from before it are outdated.
 */
export function lastTurn(
  events: readonly Pick<EventRecord, "days" | "salesOpenAt" | "salesCloseAt">[],
  at: Date,
): Date | undefined {
  const turns = events.flatMap((event) => {
    const window = salesWindow(event);
    const opens = window.opensAt === null ? [] : [window.opensAt.getTime()];
    return [...opens, salesEnd(window).getTime(), eventEnds(event)];
  });
  const past = turns.filter((turn) => turn <= at.getTime());
  return past.length === 0 ? undefined : new Date(Math.max(...past));
}

/** Whether an event is over: its last day has closed. */
export function isOver(event: Pick<EventRecord, "days">, at: Date): boolean {
  return at.getTime() >= eventEnds(event);
}
