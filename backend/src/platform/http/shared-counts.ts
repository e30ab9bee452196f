import { Logger } from "@nestjs/common";
import type { Database } from "../database/database.js";
import { describeError, QuietLog } from "../log/log.js";

/** How long a use may be known to one process only. */
const FLUSH_MS = 100;
/** Of what is left of a limit, a process grants this part before it has heard from the database. */
const PART = 4;
/** A limit that was used up is asked about again after this: another process may have taken uses back. */
const ASK_AGAIN_MS = 1_000;
/** Counts that nobody has used for so long are forgotten; the database remembers them. */
const FORGET_MS = 60_000;

/** How often something was done in the present window. */
interface Count {
  /** Uses of all processes, as the database knew them at `syncedAt`. */
  shared: number;
  /** Uses of this process (less those taken back) that the database does not know yet. */
  own: number;
  /** When the window ends, and when the database was last heard; by `performance.now()`. */
  endsAt: number;
  syncedAt: number;
  usedAt: number;
  readonly seconds: number;
}

const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/**
 * Adds to counts and reads them. A window begins with its first use; one that is over begins again. Times are the
 * database's. Keys come sorted, so that two processes never wait for each other.
 */
const ADD = `
    INSERT INTO rate_limits AS r (key, points, expire)
    SELECT a.key, a.points, t.now + a.seconds * 1000
      FROM unnest($1::text[], $2::int[], $3::int[]) AS a (key, points, seconds),
           (SELECT ${NOW_MS} AS now) t
    ON CONFLICT (key) DO UPDATE SET
      points = greatest(0, excluded.points + CASE WHEN r.expire <= ${NOW_MS} THEN 0 ELSE r.points END),
      expire = CASE WHEN r.expire <= ${NOW_MS} THEN excluded.expire ELSE r.expire END
    RETURNING key, points, (expire - ${NOW_MS})::float8 AS "msLeft"`;

/**
 * Counts shared by all processes of what many do at the same moment: kept in memory, added up in PostgreSQL ten times a
 * second in one statement for all of them.
 *
 * A process grants a quarter of what is left of a limit on its own and asks the database before each further use, so a
 * limit is exact with one process, and with up to four while none has used it before; otherwise others can together
 * exceed it, each by a quarter of what it believed to be left, for a tenth of a second. A process that is killed forgets
 * the uses of its last tenth of a second. A database that fails refuses nobody.
 */
export class SharedCounts {
  private readonly counts = new Map<string, Count>();
  private readonly changed = new Set<string>();
  private readonly log = new QuietLog(new Logger("RateLimits"));
  private timer: NodeJS.Timeout | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private forgotAt = 0;
  /** When the database was last asked and did not answer. */
  private failedAt = -Infinity;

  constructor(private readonly database: Pick<Database, "atOnce">) {}

  /**
   * Counts one use.
   *
   * @returns milliseconds until the limit is free again where it is used up, and nothing was counted; otherwise undefined
   */
  async use(key: string, points: number, seconds: number): Promise<number | undefined> {
    const now = performance.now();
    const count = this.countOf(key, seconds, now);
    if (count.own + 1 <= Math.floor((points - count.shared) / PART)) {
      this.add(key, count, 1);
      return undefined;
    }
    const msLeft = (): number => Math.max(0, count.endsAt - performance.now());
    const isUsedUp = now - count.syncedAt < ASK_AGAIN_MS && count.shared + count.own >= points;
    if (isUsedUp) return msLeft();
    return await this.inTurn(async () => {
      // The use is written together with the question, so that two processes cannot both have the last one.
      this.add(key, count, 1);
      // A database that hung for one would for everybody who waited meanwhile, one after the other.
      if (this.failedAt > now) return undefined;
      await this.exchange([key]);
      if (count.shared + count.own <= points) return undefined;
      this.add(key, count, -1);
      return msLeft();
    });
  }

  /** Takes one use back that came to nothing. */
  undo(key: string): void {
    const count = this.counts.get(key);
    if (count !== undefined) this.add(key, count, -1);
  }

  /** Writes all that the database does not know yet. */
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

  private add(key: string, count: Count, points: number): void {
    count.own += points;
    this.changed.add(key);
    this.timer ??= setTimeout(() => {
      this.forget();
      void this.flush();
    }, FLUSH_MS).unref();
  }

  /** One exchange with the database at a time: an answer must not overtake another. */
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
      const found = await this.database.atOnce<{ key: string; points: number; msLeft: number }>(ADD, [
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
      // Nobody is refused by what is not known.
      for (const { count } of written) {
        count.shared = 0;
        count.own = 0;
      }
      this.log.warn(`Rate limits are not counted, nobody is refused: their store fails with ${describeError(error)}.`);
    }
  }

  private forget(): void {
    const now = performance.now();
    if (now - this.forgotAt < FORGET_MS) return;
    this.forgotAt = now;
    for (const [key, { usedAt, own }] of this.counts) {
      if (own === 0 && now - usedAt > FORGET_MS) this.counts.delete(key);
    }
  }
}
