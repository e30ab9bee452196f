import { isOver } from "./current-event.js";
import type { EventRecord } from "./event-facts.js";
import { indianTime } from "./indian-time.js";
import type { SalesVerdict } from "./sales.rules.js";

/** What a draft lacks, in the order in which an operator sees to it, in words. */
export const PUBLISH_GAPS = {
  venue: "The venue is not complete. It needs a name, a description, its address and a map link.",
  days_over: "Its days are over. Set days that are still to come.",
  types: "It has no stall types.",
  stalls: "It has no stalls. Draw its plan in the designer, and publish the plan.",
  no_close: "The end of its sales is not set.",
  closes_before_opening: "Its sales end before they open.",
  sales_over: "Its sales have ended already. Set a later end.",
  closes_after_event: "Its sales end after its last day. Set an earlier end.",
} as const;
export type PublishGap = keyof typeof PUBLISH_GAPS;

/** What {@link publishGaps} needs of a draft. */
export interface DraftFacts {
  readonly event: Omit<EventRecord, "id" | "version" | "name" | "edition" | "stateCode">;
  readonly types: number;
  readonly stalls: number;
}

/**
 * What an event lacks before it can be published. The policies are the organisation's, and nothing else depends on the event.
 *
 * @param at the database's clock
 */
export function publishGaps({ event, types, stalls }: DraftFacts, at: Date): readonly PublishGap[] {
  const { venueName, venueDescription, street, locality, city, pin, mapUrl } = event;
  const venue = [venueName, venueDescription, street, locality, city, pin, mapUrl];
  const opens = event.salesOpenAt === null ? undefined : Date.parse(event.salesOpenAt);
  const closes = event.salesCloseAt === null ? undefined : Date.parse(event.salesCloseAt);
  const lacks: Readonly<Record<PublishGap, boolean>> = {
    venue: venue.some((part) => part.trim() === ""),
    days_over: isOver(event, at),
    types: types === 0,
    stalls: stalls === 0,
    no_close: closes === undefined,
    closes_before_opening: opens !== undefined && closes !== undefined && closes <= opens,
    sales_over: closes !== undefined && closes <= at.getTime(),
    closes_after_event: closesAfterEvent(event),
  };
  return keysOf(PUBLISH_GAPS).filter((gap) => lacks[gap]);
}

/** Whether sales would end after the last day closes. */
export function closesAfterEvent(event: Pick<EventRecord, "days" | "salesCloseAt">): boolean {
  return event.salesCloseAt !== null && Date.parse(event.salesCloseAt) > endOfLastDay(event);
}

/** What keeps a published event from being archived, in words. */
export const ARCHIVE_OBSTACLES = {
  not_over: "Its last day is not over.",
  sales: "Its sales are not closed. Set an end of sales that has passed.",
  holds: "Visitors hold stalls that they have not paid.",
  payments: "Payments for stalls are under way.",
  offers: "Payers have offers of other stalls that they have not answered.",
} as const;
export type ArchiveObstacle = keyof typeof ARCHIVE_OBSTACLES;

/** What {@link archiveObstacles} needs of a published event. */
export interface PublishedFacts {
  readonly event: Pick<EventRecord, "days">;
  /** Regardless of a pause for a recovery, which is not an end. */
  readonly sales: SalesVerdict;
  readonly stalls: number;
  /** Live holds, payments in progress and open offers of other stalls. */
  readonly holds: number;
  readonly payments: number;
  readonly offers: number;
}

/**
 * What keeps an event from being archived. An announced event, without stalls, has no sales.
 *
 * @param at the database's clock
 */
export function archiveObstacles(facts: PublishedFacts, at: Date): readonly ArchiveObstacle[] {
  const { event, sales, stalls, holds, payments, offers } = facts;
  const stands: Readonly<Record<ArchiveObstacle, boolean>> = {
    not_over: !isOver(event, at),
    sales: stalls > 0 && sales !== "sales_closed",
    holds: holds > 0,
    payments: payments > 0,
    offers: offers > 0,
  };
  return keysOf(ARCHIVE_OBSTACLES).filter((obstacle) => stands[obstacle]);
}

/** When the last day closes, in ms since 1970. */
function endOfLastDay({ days }: Pick<EventRecord, "days">): number {
  const last = days.at(-1);
  return last === undefined ? 0 : Date.parse(indianTime(last.date, last.closes));
}

function keysOf<Key extends string>(record: Readonly<Record<Key, string>>): readonly Key[] {
  return Object.keys(record) as Key[];
}
