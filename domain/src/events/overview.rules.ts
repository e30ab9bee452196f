import { istDate } from "../invoices/indian-dates.js";
import type { EventStatus } from "./event.states.js";

/** Sales of one Indian day. */
export interface SalesDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly bookings: number;
  /** Rupees. */
  readonly revenue: number;
}

/** What was sold up to the end of a day. */
export interface SalesPoint {
  /** Days since sales began; the first day is 1. */
  readonly day: number;
  readonly sold: number;
  /** Rupees. */
  readonly revenue: number;
}

const DAY_MS = 86_400_000;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/**
 * The sales of an event, added up day by day since they began, so that events of different years can be compared.
 *
 * @param days with a sale, oldest first
 * @param opensAt start of sales, ISO 8601 UTC; without one, or after the first sale, the day of the first sale counts
 */
export function salesCurve(days: readonly SalesDay[], opensAt: string | undefined): readonly SalesPoint[] {
  const [first] = days;
  if (first === undefined) return [];
  const opened = opensAt === undefined ? first.day : istDate(new Date(opensAt));
  const begin = dayNumber(opened < first.day ? opened : first.day);
  const points: SalesPoint[] = [];
  for (const { day, bookings, revenue } of days) {
    const before = points.at(-1) ?? { sold: 0, revenue: 0 };
    points.push({ day: dayNumber(day) - begin + 1, sold: before.sold + bookings, revenue: before.revenue + revenue });
  }
  return points;
}

/** What the events of the dashboard have in common here. */
interface KnownEvent {
  readonly slug: string;
  readonly title: string;
  readonly status: EventStatus;
  readonly days: { readonly start: string; readonly end: string };
  readonly salesOpenAt?: string | undefined;
  readonly salesCloseAt?: string | undefined;
  readonly sold: number;
}

/** The event with sales that took place last before this one; undefined without any. */
export function eventBefore<Event extends KnownEvent>(events: readonly Event[], event: KnownEvent): Event | undefined {
  return events
    .filter(({ slug, sold, days }) => slug !== event.slug && sold > 0 && days.start < event.days.start)
    .toSorted((a, b) => b.days.start.localeCompare(a.days.start))[0];
}

/** The next event after this one that is prepared or on sale; undefined without any. */
export function eventAfter<Event extends KnownEvent>(events: readonly Event[], event: KnownEvent): Event | undefined {
  return events
    .filter(({ status, days }) => (status === "draft" || status === "published") && days.start > event.days.start)
    .toSorted((a, b) => a.days.start.localeCompare(b.days.start))[0];
}

/** What happens on a date of an event. */
export type EventDate = "opens" | "closes" | "begins" | "ends";

/** A date to come. */
export interface NextDate {
  readonly slug: string;
  readonly title: string;
  readonly what: EventDate;
  /** An instant (ISO 8601 UTC) of the sales, or a day (YYYY-MM-DD) of the event. */
  readonly at: string;
}

/** Dates to come of events that are not archived or cancelled, the next first. */
export function nextDates(events: readonly KnownEvent[], now: Date): readonly NextDate[] {
  const today = istDate(now);
  return events
    .filter(({ status }) => status === "published" || status === "draft")
    .flatMap(({ slug, title, days, salesOpenAt, salesCloseAt }) => {
      const date = (what: EventDate, at: string | undefined, isToCome: boolean): NextDate[] =>
        at === undefined || !isToCome ? [] : [{ slug, title, what, at }];
      const isLater = (at: string | undefined): boolean => at !== undefined && Date.parse(at) > now.getTime();
      return [
        ...date("opens", salesOpenAt, isLater(salesOpenAt)),
        ...date("closes", salesCloseAt, isLater(salesCloseAt)),
        ...date("begins", days.start, days.start >= today),
        ...date("ends", days.end, days.end !== days.start && days.end >= today),
      ];
    })
    .toSorted((a, b) => instantOf(a.at) - instantOf(b.at));
}

/** A day counts from its beginning in India. */
function instantOf(at: string): number {
  return Date.parse(at.length === 10 ? `${at}T00:00:00+05:30` : at);
}
