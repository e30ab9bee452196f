import { dayCloses } from "../events/event-days.js";
import type { EventDay } from "../events/event-facts.js";
import { indianTime } from "../events/indian-time.js";
import { dayBefore } from "../invoices/indian-dates.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Most ticks, and most undone ticks, that a phone sends at once. */
export const MAX_TICKS = 50;
/** How often a phone at the gate asks what the others ticked, in ms. */
export const GATE_POLL_MS = 10_000;

/** What a phone states of one arrival's time: three readings of two clocks. */
export interface TickClock {
  /** When the phone ticked, by its own clock, in ms since 1970. */
  readonly at: number;
  /** When the phone sent it, by the same clock. */
  readonly sentAt: number;
  /** When the server received it, by the database's clock. */
  readonly receivedAt: number;
}

/**
 * When a tick happened by the server's clock, in ms since 1970: how long it waited on the phone counts, not what the phone's
 * clock shows. Never later than it was received; a tick "of the future" of its own phone happened when it was sent.
 */
export function tickedAt({ at, sentAt, receivedAt }: TickClock): number {
  return receivedAt - Math.max(0, sentAt - at);
}

/** An arrival as recorded. */
export interface Tick {
  readonly id: string;
  /** {@link tickedAt}. */
  readonly at: number;
  readonly undone: boolean;
}

/** What several ticks of one booking and day amount to. */
export interface Arrival<T extends Tick> {
  readonly first: T;
  /** The other ticks, in their order: the same ticket was shown again, or at two gates. */
  readonly again: readonly T[];
}

/**
 * The first tick wins: the earliest that was not undone, by its own time, of equal ones the one with the lesser id. In whatever
 * order phones send them, all agree afterwards. Undefined without one.
 */
export function arrivalOf<T extends Tick>(ticks: readonly T[]): Arrival<T> | undefined {
  const [first, ...again] = ticks
    .filter(({ undone }) => !undone)
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return first === undefined ? undefined : { first, again };
}

const midnight = (date: string): number => Date.parse(indianTime(date, "00:00"));

/** Days on which the gate ticks: those of the event, and the one before the first, on which stalls are set up. Ascending. */
export function gateDays({ days }: { readonly days: readonly EventDay[] }): readonly string[] {
  const [first] = days;
  return first === undefined ? [] : [dayBefore(first.date), ...days.map(({ date }) => date)];
}

/**
 * The day that a moment belongs to, YYYY-MM-DD: the night after a day that closes after midnight is that day's. Undefined on
 * another day.
 *
 * @param at ms since 1970
 */
export function gateDayOf({ days }: { readonly days: readonly EventDay[] }, at: number): string | undefined {
  const opened = days.find((day) => midnight(day.date) <= at && at < dayCloses(day));
  if (opened !== undefined) return opened.date;
  return gateDays({ days }).find((date) => midnight(date) <= at && at < midnight(date) + DAY_MS);
}

/** How long after the close of the last day a phone keeps the list, in ms: late ticks can still be undone. */
const KEPT_MS = 6 * 60 * 60 * 1000;

/** Until when a phone may keep the gate's list, in ms since 1970. @throws RangeError without a day */
export function listKeptUntil({ days }: { readonly days: readonly EventDay[] }): number {
  if (days.length === 0) throw new RangeError("An event has at least one day.");
  return Math.max(...days.map(dayCloses)) + KEPT_MS;
}

/**
 * What became of a tick that a phone sent: it counts; another came first; the booking was cancelled before it was received; it
 * was ticked on a day that is none of the gate's; no such booking in this event.
 */
export const TICK_OUTCOMES = ["in", "second", "undone", "cancelled", "other_day", "unknown"] as const;
export type TickOutcome = (typeof TICK_OUTCOMES)[number];
