import { useSyncExternalStore } from "react";

/**
 * How far the server's clock is ahead of this page's own, in ms, as the quickest answer so far shows it: a slower one only
 * says less. The page's clock is one that nobody can set; where it stood still while the device slept, the next answer is
 * ahead of it again. Undefined before the first answer.
 */
let ahead: number | undefined;
/** The server's time that all countdowns show, in ms since 1970: they change together. */
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

/** How often the countdowns look at the clock, in ms. */
const CHECK_MS = 250;

function look(): void {
  if (ahead !== undefined) now = performance.now() + ahead;
  for (const watch of watchers) watch();
}

function watchClock(watch: () => void): () => void {
  watchers.add(watch);
  timer ??= setInterval(look, CHECK_MS);
  look();
  return () => {
    watchers.delete(watch);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Sets the one clock of all countdowns by an answer that has just come, and passes it on. */
export function withServerTime<Answer extends { readonly serverTime: string } | null>(answer: Answer): Answer {
  const learned = Date.parse(answer?.serverTime ?? "") - performance.now();
  if (Number.isFinite(learned)) {
    ahead = Math.max(learned, ahead ?? learned);
    look();
  }
  return answer;
}

/** Another server, in tests. */
export function forgetServerTime(): void {
  ahead = undefined;
}

const unwatched = () => () => undefined;

/**
 * What `read` makes of the server's time (ms since 1970), live; redrawn only when that changes.
 *
 * @param running whether it is watched at all
 */
export function useServerTime<Result extends number | string | undefined>(
  running: boolean,
  read: (now: number) => Result,
): Result {
  return useSyncExternalStore(
    running ? watchClock : unwatched,
    () => read(now),
    () => read(Date.now()),
  );
}
