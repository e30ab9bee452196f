import { clock } from "../countdown";

/** Seconds as people read them from afar: "23 h 59 min"; the last hour as m:ss. */
export function timeLeft(seconds: number): string {
  if (seconds < 3600) return clock(seconds);
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
