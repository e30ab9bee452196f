import { Logger } from "@nestjs/common";
import type { Database } from "../database/database.js";
import type { Statement } from "../database/statements.js";
import { describeError, ThrottledLog } from "../log/log.js";

/** How often counts are flushed to the database, in ms. */
const FLUSH_MS = 100;
/** A process grants 1/n of a limit's remaining uses without asking the database. */
const LOCAL_DIVISOR = 4;
/** An exhausted limit is read again after this, in ms: another process may have undone uses. */
const RECHECK_MS = 1_000;
/** Counts unused for this long are evicted from memory, in ms; the database keeps them. */
const EVICT_MS = 60_000;

/** A limit beyond its points. */
export interface UsedUp {
  /** Uses in the current window, with the one that was not granted. */
  readonly used: number;
  /** Until the limit resets, in ms. */
  readonly msLeft: number;
}

/** Uses of a limit in the current window. */
interface Count {
  /** Uses of all processes, as stored in the database at `syncedAt`. */
  shared: number;
  /** Uses of this process, minus undone ones, that are not in the database yet. */
  own: number;
  /** End of the window, and time of the last exchange with the database; by `performance.now()`. */
  endsAt: number;
  syncedAt: number;
  usedAt: number;
  readonly seconds: number;
}

const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/**
 * Adds to counts and returns them. A window starts with its first use, and restarts once it has expired. Times are the
 * database's. Keys are sorted, so that two processes never deadlock.
 */
const ADD: Statement = {
  name: "add_to_counts",
  text: `
    INSERT INTO rate_limits AS r (key, points, expire)
    SELECT a.key, a.points, t.now + a.seconds * 1000
      FROM unnest($1::text[], $2::int[], $3::int[]) AS a (key, points, seconds),
           (SELECT ${NOW_MS} AS now) t
    ON CONFLICT (key) DO UPDATE SET
      points = greatest(0, excluded.points + CASE WHEN r.expire <= ${NOW_MS} THEN 0 ELSE r.points END),
      expire = CASE WHEN r.expire <= ${NOW_MS} THEN excluded.expire ELSE r.expire END
    RETURNING key, points, (expire - ${NOW_MS})::float8 AS "msLeft"`,
};

/**
 * Counts of frequent calls, shared by all processes: cached in memory and flushed to PostgreSQL ten times a second, in one
 * statement for all of them.
 *
 * A process grants a quarter of a limit's remaining uses locally and queries the database before each further use. A limit
 * is therefore exact with one process, and with up to four for an unused limit; otherwise each further process can exceed
 * it, by a quarter of the uses it believes to remain, for 100 ms. A killed process loses the uses of its last 100 ms. Fails
 * open: a failing database refuses no use.
 *
 * Saves a fifth of a reserve's time with 10 visitors at once, 0.54 instead of 0.68 s (`npm run lab -- bench --only reserve`
 * with and without, on a busy machine; docs/decisions/0057).
 */
export class SharedCounts {
  private readonly counts = new Map<string, Count>();
  private readonly changed = new Set<string>();
  private readonly log = new ThrottledLog(new Logger("RateLimits"));
  private timer: NodeJS.Timeout | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private evictedAt = 0;
  /** Time of the last failed exchange. */
  private failedAt = -Infinity;

  constructor(private readonly database: Pick<Database, "queryAutocommit">) {}

  /**
   * Counts one use.
   *
   * @returns undefined if granted; otherwise nothing was counted ({@link add} counts it nevertheless)
   */
  async use(key: string, points: number, seconds: number): Promise<UsedUp | undefined> {
    const now = performance.now();
    const count = this.countOf(key, seconds, now);
    if (count.own + 1 <= Math.floor((points - count.shared) / LOCAL_DIVISOR)) {
      this.change(key, count, 1);
      return undefined;
    }
    const usedUp = (): UsedUp => ({
      used: count.shared + count.own + 1,
      msLeft: Math.max(0, count.endsAt - performance.now()),
    });
    const isUsedUp = now - count.syncedAt < RECHECK_MS && count.shared + count.own >= points;
    if (isUsedUp) return usedUp();
    return await this.inTurn(async () => {
      // Adds and reads in one statement, so that two processes cannot both take the last use.
      this.change(key, count, 1);
      // The database has failed since: do not let each queued use run into the same timeout.
      if (this.failedAt > now) return undefined;
      await this.exchange([key]);
      if (count.shared + count.own <= points) return undefined;
      this.change(key, count, -1);
      return usedUp();
    });
  }

  /** Adds a use beyond the limit, or takes one off. */
  add(key: string, uses: 1 | -1): void {
    const count = this.counts.get(key);
    if (count !== undefined) this.change(key, count, uses);
  }

  /** Writes all uses that are not in the database yet. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.inTurn(() => this.exchange([...this.changed]));
  }

  private countOf(key: string, seconds: number, now: number): Count {
    const known = this.counts.get(key);
    if (known !== undefined && now < known.endsAt) {
      known.usedAt = now;
      return known;
    }
    const count = { shared: 0, own: 0, endsAt: now + seconds * 1000, syncedAt: -Infinity, usedAt: now, seconds };
    this.counts.set(key, count);
    return count;
  }

  private change(key: string, count: Count, points: number): void {
    count.own += points;
    this.changed.add(key);
    this.timer ??= setTimeout(() => {
      this.evict();
      void this.flush();
    }, FLUSH_MS).unref();
  }

  /** Runs one exchange at a time: responses must not overtake each other. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.turn.then(work);
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private async exchange(keys: readonly string[]): Promise<void> {
    const written = keys.toSorted().flatMap((key) => {
      const count = this.counts.get(key);
      return count === undefined ? [] : [{ key, count, own: count.own }];
    });
    if (written.length === 0) return;
    for (const { key } of written) this.changed.delete(key);
    try {
      const found = await this.database.queryAutocommit<{ key: string; points: number; msLeft: number }>(ADD, [
        written.map(({ key }) => key),
        written.map(({ own }) => own),
        written.map(({ count }) => count.seconds),
      ]);
      const now = performance.now();
      const byKey = new Map(found.map((row) => [row.key, row]));
      for (const { key, count, own } of written) {
        const row = byKey.get(key);
        if (row === undefined) continue;
        count.own -= own;
        count.shared = row.points;
        count.endsAt = now + row.msLeft;
        count.syncedAt = now;
      }
      this.log.over();
    } catch (error) {
      this.failedAt = performance.now();
      // Fail open.
      for (const { count } of written) {
        count.shared = 0;
        count.own = 0;
      }
      this.log.warn(`Rate limits are not enforced: their store fails with ${describeError(error)}.`);
    }
  }

  private evict(): void {
    const now = performance.now();
    if (now - this.evictedAt < EVICT_MS) return;
    this.evictedAt = now;
    for (const [key, { usedAt, own }] of this.counts) {
      if (own === 0 && now - usedAt > EVICT_MS) this.counts.delete(key);
    }
  }
}
