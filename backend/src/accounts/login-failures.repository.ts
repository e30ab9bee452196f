import { Injectable } from "@nestjs/common";
import { Database } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";

/** Failures older than this are forgotten, in hours. */
const FORGOTTEN_HOURS = 24;
/** How many times we look again when another login for the same account is counted at the same moment. */
const MAX_TRIES = 5;

/** What failures are counted by, and how long they make one wait. */
export interface FailureCounter {
  /** Kept as a keyed digest: neither names nor addresses are stored. */
  readonly subject: string;
  /** Seconds to wait after so many failures. */
  readonly waitSeconds: (failures: number) => number;
}

/** A try that was counted, or that must wait. */
export type CountedTry =
  | { readonly waitSeconds: number }
  | {
      readonly waitSeconds: 0;
      /** Has the counter stand as if it had not been made, unless another was counted since. */
      undo(): Promise<void>;
    };

interface Failures {
  readonly failures: number;
  readonly lastAt: string;
  readonly secondsSince: number;
}

/**
 * Failed logins in a row. A try is counted before it is judged, so that many at once are counted one after the other;
 * it is forgotten with all before it when it was right.
 */
@Injectable()
export class LoginFailures {
  constructor(
    private readonly secrets: Secrets,
    private readonly database: Database,
  ) {}

  /** Counts a try with every counter, or with none and says how long to wait. */
  async count(counters: readonly FailureCounter[]): Promise<CountedTry> {
    const counted: (() => Promise<void>)[] = [];
    const undo = async (): Promise<void> => {
      for (const each of counted) await each();
    };
    for (const counter of counters) {
      const one = await this.countOne(counter);
      if (!("undo" in one)) {
        await undo();
        return one;
      }
      counted.push(() => one.undo());
    }
    return { waitSeconds: 0, undo };
  }

  /** The login succeeded. */
  async forget(counters: readonly FailureCounter[]): Promise<void> {
    await this.database.query("DELETE FROM login_failures WHERE key = ANY($1::text[])", [
      counters.map(({ subject }) => this.key(subject)),
    ]);
  }

  private async countOne({ subject, waitSeconds }: FailureCounter): Promise<CountedTry> {
    const key = this.key(subject);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await this.read(key);
      const wait = before === undefined ? 0 : waitSeconds(before.failures) - before.secondsSince;
      if (wait > 0) return { waitSeconds: Math.ceil(wait) };
      if (await this.write(key, before?.failures ?? 0)) {
        return { waitSeconds: 0, undo: () => this.restore(key, before) };
      }
    }
    return { waitSeconds: 1 };
  }

  private async read(key: string): Promise<Failures | undefined> {
    const [found] = await this.database.query<Failures>(
      `SELECT failures, last_at::text AS "lastAt",
              extract(epoch FROM clock_timestamp() - last_at)::float8 AS "secondsSince"
         FROM login_failures
        WHERE key = $1 AND last_at > clock_timestamp() - make_interval(hours => $2)`,
      [key, FORGOTTEN_HOURS],
    );
    return found;
  }

  /** @returns false when another try was counted since `known` was read */
  private async write(key: string, known: number): Promise<boolean> {
    await this.database.query(
      "DELETE FROM login_failures WHERE last_at <= clock_timestamp() - make_interval(hours => $1)",
      [FORGOTTEN_HOURS],
    );
    const written = await this.database.query(
      `INSERT INTO login_failures (key, failures) VALUES ($1, 1)
       ON CONFLICT (key) DO UPDATE SET failures = login_failures.failures + 1, last_at = clock_timestamp()
         WHERE login_failures.failures = $2
       RETURNING key`,
      [key, known],
    );
    return written.length > 0;
  }

  private async restore(key: string, before: Failures | undefined): Promise<void> {
    if (before === undefined) {
      await this.database.query("DELETE FROM login_failures WHERE key = $1 AND failures = 1", [key]);
      return;
    }
    await this.database.query(
      "UPDATE login_failures SET failures = $2, last_at = $3 WHERE key = $1 AND failures = $2 + 1",
      [key, before.failures, before.lastAt],
    );
  }

  private key(subject: string): string {
    return this.secrets.digest("login-failure", subject);
  }
}
