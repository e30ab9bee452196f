import { Injectable } from "@nestjs/common";
import { loginWaitSeconds } from "@sakhi/domain/accounts/administrator.rules";
import { Database } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";

/** Failures older than this are forgotten, in hours. */
const FORGOTTEN_HOURS = 24;
/** How many times we look again when another login for the same account is counted at the same moment. */
const MAX_TRIES = 5;

interface Failures {
  readonly failures: number;
  readonly secondsSince: number;
}

/**
 * Wrong passwords in a row for one account from one address. A try is counted before it is judged, so that many at
 * once are counted one after the other, and forgotten when it was right.
 */
@Injectable()
export class LoginFailures {
  constructor(
    private readonly secrets: Secrets,
    private readonly database: Database,
  ) {}

  /** @returns 0 when the try may be judged; otherwise the seconds until the next one may */
  async countTry(username: string, address: string): Promise<number> {
    const key = this.key(username, address);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await this.read(key);
      const wait = before === undefined ? 0 : loginWaitSeconds(before.failures) - before.secondsSince;
      if (wait > 0) return Math.ceil(wait);
      if (await this.write(key, before?.failures ?? 0)) return 0;
    }
    return 1;
  }

  /** The password was right. */
  async forget(username: string, address: string): Promise<void> {
    await this.database.query("DELETE FROM login_failures WHERE key = $1", [this.key(username, address)]);
  }

  private async read(key: string): Promise<Failures | undefined> {
    const [found] = await this.database.query<Failures>(
      `SELECT failures, extract(epoch FROM clock_timestamp() - last_at)::float8 AS "secondsSince"
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

  private key(username: string, address: string): string {
    return this.secrets.digest("login-failure", `${username.toLowerCase()} ${address}`);
  }
}
