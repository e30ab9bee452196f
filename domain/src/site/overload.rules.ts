/**
 * What happens to a request while the machine has more to do than it can (decision 102). Newcomers wait first, so that those
 * who are here can continue; anyone who holds a stall, pays, or has paid never waits.
 */

/**
 * What a request is for: `continues` continues what was started, and is never refused; `open` is another call of an open page;
 * `new` brings somebody in, or something that the page can do without.
 */
export type Precedence = "continues" | "open" | "new";

/** What an api process measures of itself. */
export interface LoadReading {
  /** How late its event loop is on average, in ms. */
  readonly delayMs: number;
  /** How many calls have waited longer than {@link LATE_MS} for their answer. */
  readonly late: number;
}

/** From when on a call is late, in ms. */
export const LATE_MS = 1_000;

/**
 * Readings that make a load of 1: newcomers begin to wait. A second, because a loop that is a little late still serves, also on
 * a machine that is busy with something else.
 */
const FULL: LoadReading = { delayMs: 1_000, late: 100 };

/** How much there is to do: 1 is what a process can do in good time, 2 is twice that. */
export function loadOf({ delayMs, late }: LoadReading): number {
  return Math.max(delayMs / FULL.delayMs, late / FULL.late);
}

/** The load from which on a request is refused. */
const REFUSED_FROM = { continues: Number.POSITIVE_INFINITY, open: 2, new: 1 } as const satisfies Record<
  Precedence,
  number
>;

/** Whether a request is refused at a load. */
export function isRefused(precedence: Precedence, load: number): boolean {
  return precedence !== "continues" && load >= REFUSED_FROM[precedence];
}

/** Seconds after which who was refused asks again, while the load is just too high. */
const WAIT_SECONDS = { open: 3, new: 10 } as const;
/** At a higher load they are multiplied by at most this. */
const LONGEST = 4;

/**
 * After how many seconds a refused request may be repeated: longer at a higher load, and spread by half to either side, so
 * that those who came together do not come back together.
 *
 * @param random from 0 to 1
 */
export function retryAfterSeconds(precedence: Exclude<Precedence, "continues">, load: number, random: number): number {
  const stretched = Math.min(LONGEST, Math.max(1, load / REFUSED_FROM[precedence]));
  return Math.max(1, Math.round(WAIT_SECONDS[precedence] * stretched * (0.5 + random)));
}

/** How long a page repeats a refused call by itself, in ms. */
export const PATIENCE_MS = 60_000;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * How long a page waits before it repeats a refused call, in ms: twice as long each time, at least what the server asks for,
 * and spread by up to a half.
 *
 * @param attempt counted from 1
 * @param askedSeconds the answer's Retry-After; 0 without one
 * @param random from 0 to 1
 */
export function retryPauseMs(attempt: number, askedSeconds: number, random: number): number {
  const own = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return Math.max(own, askedSeconds * 1_000) * (1 + random / 2);
}
