import { formatDay, parseDay } from "../invoices/indian-dates.js";
import { isOver } from "./current-event.js";
import { dayCloses, eventEnds } from "./event-days.js";
import type { EventDay, EventRecord } from "./event-facts.js";

/** What a draft lacks, in the order in which an operator sees to it; in words: admin-event-checks. */
export const PUBLISH_GAPS = [
  "venue",
  "days_over",
  "types",
  "stalls",
  "no_close",
  "closes_before_opening",
  "opens_after_event",
  "sales_over",
  "closes_after_event",
] as const;
export type PublishGap = (typeof PUBLISH_GAPS)[number];

/** What a change of a published event keeps as it had to be at its publication. Its sales may be closed at once. */
const KEPT = ["venue", "no_close", "closes_before_opening", "opens_after_event", "closes_after_event"] as const;
export type ChangeGap = (typeof KEPT)[number];

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
  const lacks: Readonly<Record<PublishGap, boolean>> = {
    ...factGaps(event),
    days_over: isOver(event, at),
    types: types === 0,
    stalls: stalls === 0,
    sales_over: event.salesCloseAt !== null && Date.parse(event.salesCloseAt) <= at.getTime(),
  };
  return PUBLISH_GAPS.filter((gap) => lacks[gap]);
}

/**
 * What a change of a published event would take from it that its publication required. What it lacked before may stay, so
 * that anything else of it can still be corrected. Its days are judged by {@link pastDaysProblem}.
 *
 * @param before undefined for an event that is published as it is made
 */
export function changeGaps(before: DraftFacts["event"] | undefined, after: DraftFacts["event"]): readonly ChangeGap[] {
  const [had, has] = [before && factGaps(before), factGaps(after)];
  return KEPT.filter((gap) => has[gap] && had?.[gap] !== true);
}

/** What is missing or contradictory in the facts alone, at any time. */
function factGaps(event: DraftFacts["event"]): Readonly<Record<ChangeGap, boolean>> {
  const { venueName, venueDescription, street, locality, city, pin, mapUrl } = event;
  const venue = [venueName, venueDescription, street, locality, city, pin, mapUrl];
  const opens = event.salesOpenAt === null ? undefined : Date.parse(event.salesOpenAt);
  const closes = event.salesCloseAt === null ? undefined : Date.parse(event.salesCloseAt);
  return {
    venue: venue.some((part) => part.trim() === ""),
    no_close: closes === undefined,
    closes_before_opening: opens !== undefined && closes !== undefined && closes <= opens,
    opens_after_event: opens !== undefined && opens >= eventEnds(event),
    closes_after_event: closes !== undefined && closes > eventEnds(event),
  };
}

/**
 * What is wrong with days that an operator sets, in words: nothing can be planned for a day that has closed, such as one
 * with last year typed. Days that the event has already may stay, and so may the facts of an event that is over.
 *
 * @param before the days so far; none of a new event
 * @param at the database's clock
 */
export function pastDaysProblem(days: readonly EventDay[], before: readonly EventDay[], at: Date): string | undefined {
  const wasOver = before.length > 0 && isOver({ days: before }, at);
  if (!wasOver && isOver({ days }, at)) return "The last day is over";
  const past = days.find((day) => at.getTime() >= dayCloses(day) && !before.some(({ date }) => date === day.date));
  return past && `${formatDay(parseDay(past.date))} is past`;
}

/** What keeps a published event from being archived; in words: admin-event-checks. */
export const ARCHIVE_OBSTACLES = ["not_over", "holds", "payments", "offers"] as const;
export type ArchiveObstacle = (typeof ARCHIVE_OBSTACLES)[number];

/** What {@link archiveObstacles} needs of a published event. */
export interface PublishedFacts {
  readonly event: Pick<EventRecord, "days">;
  /** Live holds, payments in progress and open offers of other stalls. */
  readonly holds: number;
  readonly payments: number;
  readonly offers: number;
}

/**
 * What keeps an event from being archived. Its sales need no look: they ended with it, at the latest.
 *
 * @param at the database's clock
 */
export function archiveObstacles(facts: PublishedFacts, at: Date): readonly ArchiveObstacle[] {
  const { event, holds, payments, offers } = facts;
  const stands: Readonly<Record<ArchiveObstacle, boolean>> = {
    not_over: !isOver(event, at),
    holds: holds > 0,
    payments: payments > 0,
    offers: offers > 0,
  };
  return ARCHIVE_OBSTACLES.filter((obstacle) => stands[obstacle]);
}
