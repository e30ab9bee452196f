import { useEffect, useState } from "react";

/** A deadline by the server's clock, and when (by ours, in ms) the server sent it. */
export interface Deadline {
  /** ISO 8601, UTC. */
  readonly endsAt: string;
  /** The server's clock when it answered; ISO 8601, UTC. */
  readonly serverTime: string;
  /** Our clock when the answer came, in ms since 1970. */
  readonly receivedAt: number;
}

/** Whole seconds left at our time `now` (ms), counted on the server's clock; a started second counts. Never negative. */
export function secondsLeft({ endsAt, serverTime, receivedAt }: Deadline, now: number): number {
  const left = Date.parse(endsAt) - Date.parse(serverTime) - (now - receivedAt);
  return Number.isFinite(left) ? Math.max(0, Math.ceil(left / 1000)) : 0;
}

/** Seconds as m:ss. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How often the countdown looks at the clock, in ms; it redraws only when a second has passed. */
const CHECK_MS = 250;

/** The seconds left until a deadline, live; undefined without one. */
export function useSecondsLeft(deadline: Deadline | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  const running = deadline !== undefined;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), CHECK_MS);
    return () => clearInterval(timer);
  }, [running]);
  if (deadline === undefined) return undefined;
  // An answer can be younger than the last look at the clock.
  return secondsLeft(deadline, Math.max(now, deadline.receivedAt));
}

/** Seconds as people read them from afar: "23 h 59 min"; the last hour as m:ss. */
export function timeLeft(seconds: number): string {
  if (seconds < 3600) return clock(seconds);
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
