/** Backoff before rechecking an order that is being closed, in ms: 2 s at first, 30 s at most. */
export function closingPause(msSinceClosing: number): number {
  return Math.min(30_000, Math.max(2_000, Math.round(msSinceClosing / 2)));
}

/** An order that has been closing for longer than this raises an issue, in ms. */
export const STUCK_CLOSING_MS = 30 * 60 * 1000;
