import { useCallback, useSyncExternalStore } from "react";
import { useStore } from "react-redux";
import type { WithSite } from "./site-state";

/** The server's time in ms since 1970, as far as known: until the first answer the device's clock. */
const serverNow = ({ site: { clockOffset } }: WithSite): number =>
  clockOffset === undefined ? Date.now() : performance.now() + clockOffset;

/** @returns a function that returns the server's time, in ms since 1970 */
export function useServerNow(): () => number {
  const store = useStore<WithSite>();
  return useCallback(() => serverNow(store.getState()), [store]);
}

/** How often the countdowns are updated, in ms. */
const TICK_MS = 250;

/**
 * Returns `read` of the server's time (ms since 1970); re-renders only when the result changes. All that is
 * read as often is read at the same moments, so that all countdowns change together.
 *
 * @param running false: not updated
 * @param tickMs how often it is read, in ms
 */
export function useServerTime<Result extends number | string | undefined>(
  running: boolean,
  read: (now: number) => Result,
  tickMs = TICK_MS,
): Result {
  const store = useStore<WithSite>();
  const now = useServerNow();
  const follow = useCallback(
    (listener: () => void) => {
      if (!running) return () => undefined;
      let timer: ReturnType<typeof setTimeout>;
      const next = () => {
        timer = setTimeout(
          () => {
            listener();
            next();
          },
          Math.ceil(tickMs - (performance.now() % tickMs)),
        );
      };
      next();
      // An answer may correct the clock.
      const leave = store.subscribe(listener);
      return () => {
        clearTimeout(timer);
        leave();
      };
    },
    [running, tickMs, store],
  );
  return useSyncExternalStore(
    follow,
    () => read(now()),
    () => read(Date.now()),
  );
}
