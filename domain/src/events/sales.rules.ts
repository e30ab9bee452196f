import { eventEnds } from "./event-days.js";
import type { EventDay, EventRecord } from "./event-facts.js";

/** The pages that wait for an opening turn bookable over this time, in ms, not all at the same instant. */
export const OPENING_SPREAD_MS = 3_000;

/** When stalls can be booked. */
export interface SalesWindow {
  /** Null: from the beginning. */
  readonly opensAt: Date | null;
  /** Null: until the event is over. It never counts beyond that. */
  readonly closesAt: Date | null;
  /** The event's days. */
  readonly days: readonly EventDay[];
  /** False for an event that sells nothing: a draft, an archived or a cancelled one. */
  readonly published?: boolean;
  /** The database was restored, and what is missing is not known yet (decision 50). */
  readonly paused?: boolean;
}

/** Whether stalls can be booked at an instant; all but the first are error codes. */
export type SalesVerdict = "open" | "sales_paused" | "sales_not_open" | "sales_closed";

/** An event's sales window, from its facts. */
export function salesWindow({
  salesOpenAt,
  salesCloseAt,
  days,
}: Pick<EventRecord, "salesOpenAt" | "salesCloseAt" | "days">): SalesWindow {
  return { opensAt: instantOf(salesOpenAt), closesAt: instantOf(salesCloseAt), days };
}

/** When the sales of an event end: when they are set to close, or when it is over, whichever comes first. */
export function salesEnd({ closesAt, days }: Pick<SalesWindow, "closesAt" | "days">): Date {
  return new Date(Math.min(closesAt?.getTime() ?? Number.POSITIVE_INFINITY, eventEnds({ days })));
}

/**
 * Whether stalls can be booked at an instant; the opening is inclusive, the end exclusive ({@link salesEnd}). It decides
 * what may begin; a hold or a payment that began before the end continues.
 */
export function salesVerdict(window: SalesWindow, at: Date): SalesVerdict {
  const { opensAt, published = true, paused = false } = window;
  if (paused) return "sales_paused";
  if (!published || at >= salesEnd(window)) return "sales_closed";
  return opensAt !== null && at < opensAt ? "sales_not_open" : "open";
}

function instantOf(at: string | null): Date | null {
  return at === null ? null : new Date(at);
}
