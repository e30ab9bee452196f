import type { LoggerService } from "@nestjs/common";

/** How long the same trouble is told only once, in ms. */
const QUIET_MS = 60_000;

/**
 * A log for troubles that repeat many times a second while a server is away: the first is told at once, then one a
 * minute with how often it happened. No personal data, as everywhere in logs.
 */
export class QuietLog {
  private readonly reported = new Map<string, { at: number; since: number }>();

  constructor(
    private readonly log: Pick<LoggerService, "warn">,
    private readonly quietMs = QUIET_MS,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Tells the trouble, unless the same was told within the last minute. */
  warn(problem: string): void {
    const now = this.clock();
    const before = this.reported.get(problem);
    if (before !== undefined && now - before.at < this.quietMs) {
      before.since += 1;
      return;
    }
    const again =
      before === undefined || before.since === 0 ? "" : ` (and ${before.since} times since the last)`;
    this.reported.set(problem, { at: now, since: 0 });
    this.log.warn(`${problem}${again}`);
  }

  /** The trouble is over: the next one is told at once. Answers whether there had been one. */
  over(): boolean {
    const had = this.reported.size > 0;
    this.reported.clear();
    return had;
  }
}
