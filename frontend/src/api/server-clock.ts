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
const listeners = new Set<() => void>();

/** How often the countdowns are updated, in ms. */
const TICK_MS = 250;

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

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
 * @param running false: not updated
 */
export function useServerTime<Result extends number | string | undefined>(
  running: boolean,
  read: (now: number) => Result,
): Result {
  return useSyncExternalStore(
    running ? subscribe : neverSubscribe,
    () => read(timer === undefined ? serverNow() : now),
    () => read(Date.now()),
  );
}
