/**
 * Waits that double from turn to turn up to a longest one, for whatever does not answer or does not move. It never
 * gives up by itself: the caller decides when enough is enough.
 */
export class Backoff {
  private turns = 0;

  /** Both in milliseconds. */
  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {}

  /** How long to wait this time, in milliseconds. */
  next(): number {
    const wait = Math.min(this.firstMs * 2 ** this.turns, this.longestMs);
    // 2^30 times anything is past every longest wait: no need to count on.
    this.turns = Math.min(this.turns + 1, 30);
    return wait;
  }

  /** Something moved: the next wait is the first one again. */
  reset(): void {
    this.turns = 0;
  }
}
