/** When to recheck an order that is being closed, in milliseconds: 2 s at first, then slower, 30 s at most. */
export function closingPause(msSinceClosing: number): number {
  return Math.min(30_000, Math.max(2_000, Math.round(msSinceClosing / 2)));
}

/** An order that has been closing for longer than this is put before the operator, in milliseconds. */
export const STUCK_CLOSING_MS = 30 * 60 * 1000;
