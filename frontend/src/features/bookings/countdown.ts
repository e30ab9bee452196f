import messages from "@sakhi/domain/generated/messages/en/times";
import { useServerTime } from "../../api/server-clock";

/**
 * Seconds from `now` until `endsAt`, rounded up; never negative.
 *
 * @param endsAt ISO 8601, UTC
 * @param now the server's clock, ms since 1970
 */
export function secondsLeft(endsAt: string, now: number): number {
  const left = Date.parse(endsAt) - now;
  return Number.isFinite(left) ? Math.max(0, Math.ceil(left / 1000)) : 0;
}

/** Formats seconds as m:ss. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Live countdown by the server's clock, in seconds; undefined without `endsAt`. Every countdown of the site uses this
 * hook, so that all show the same second and change together.
 *
 * @param endsAt ISO 8601, UTC, from a response that also carries the server's time
 */
export function useSecondsLeft(endsAt: string | undefined): number | undefined {
  return useServerTime(endsAt !== undefined, (now) => (endsAt === undefined ? undefined : secondsLeft(endsAt, now)));
}

/**
 * Whether `endsAt` has come, by the server's clock; not without it. For a screen that has to know the end only: one that reads the
 * seconds is rendered every second, all of it, which keeps a slow phone busy while she types.
 *
 * @param endsAt ISO 8601, UTC
 */
export function useIsOver(endsAt: string | undefined): boolean {
  return (
    useServerTime(endsAt !== undefined, (now) => Number(endsAt !== undefined && secondsLeft(endsAt, now) === 0)) === 1
  );
}

/** Formats seconds as "23 h 59 min", and the last hour as m:ss. */
export function timeLeft(seconds: number): string {
  if (seconds < 3600) return clock(seconds);
  return messages.hours({ hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
}
