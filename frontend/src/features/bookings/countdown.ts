import { useServerTime } from "../../api/server-clock";

/**
 * Whole seconds left at a moment of the server's clock; a started second counts. Never negative.
 *
 * @param endsAt ISO 8601, UTC
 * @param now ms since 1970
 */
export function secondsLeft(endsAt: string, now: number): number {
  const left = Date.parse(endsAt) - now;
  return Number.isFinite(left) ? Math.max(0, Math.ceil(left / 1000)) : 0;
}

/** Seconds as m:ss. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The seconds left until a moment of the server's clock, live; undefined without one. Every countdown of the site is this
 * one: they show the same second and change together.
 *
 * @param endsAt ISO 8601, UTC, out of an answer that also says the server's time
 */
export function useSecondsLeft(endsAt: string | undefined): number | undefined {
  return useServerTime(endsAt !== undefined, (now) => (endsAt === undefined ? undefined : secondsLeft(endsAt, now)));
}

/** Seconds as people read them from afar: "23 h 59 min"; the last hour as m:ss. */
export function timeLeft(seconds: number): string {
  if (seconds < 3600) return clock(seconds);
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
