import { useSyncExternalStore } from "react";

/**
 * Offset of the server's clock from `performance.now()`, in ms. The largest value seen is the most accurate, since a slow
 * response only makes it smaller. `performance.now()` cannot be set by the user; where it stops while the device sleeps,
 * the next response yields a larger offset. Undefined before the first response.
 */
let offset: number | undefined;
/** The server's time in ms since 1970, as far as known: until the first response the device's clock. */
export const serverNow = (): number => (offset === undefined ? Date.now() : performance.now() + offset);

/** Server time shown by all countdowns, in ms since 1970, so that they tick together. */
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
/** Who is told, and how often it needs to be, in ms: all are told at the pace of the fastest. */
const listeners = new Map<() => void, number>();

/** How often the countdowns are updated, in ms. */
const TICK_MS = 250;

function tick(): void {
  now = serverNow();
  for (const listener of listeners.keys()) listener();
}

function keepPace(): void {
  clearInterval(timer);
  timer = listeners.size > 0 ? setInterval(tick, Math.min(...listeners.values())) : undefined;
}

const every = (ms: number) => (listener: () => void) => {
  listeners.set(listener, ms);
  keepPace();
  tick();
  return () => {
    listeners.delete(listener);
    keepPace();
  };
};
const subscribe = every(TICK_MS);
const subscribeSlowly = every(1000);

/** Synchronizes the countdowns' clock with a response that has just arrived, and returns it. */
export function withServerTime<Reply extends { readonly serverTime: string } | null>(response: Reply): Reply {
  const measured = Date.parse(response?.serverTime ?? "") - performance.now();
  if (Number.isFinite(measured)) {
    offset = Math.max(measured, offset ?? measured);
    tick();
  }
  return response;
}

/** Resets the clock, in tests. */
export function resetServerTime(): void {
  offset = undefined;
  now = serverNow();
}

const neverSubscribe = () => () => undefined;

/**
 * Returns `read` of the server's time (ms since 1970); re-renders only when the result changes.
 *
 * @param running false: not updated; "slowly": once a second, for what no countdown shows
 */
export function useServerTime<Result extends number | string | undefined>(
  running: boolean | "slowly",
  read: (now: number) => Result,
): Result {
  return useSyncExternalStore(
    running === "slowly" ? subscribeSlowly : running ? subscribe : neverSubscribe,
    () => read(timer === undefined ? serverNow() : now),
    () => read(Date.now()),
  );
}
