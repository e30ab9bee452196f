import { Injectable } from "@nestjs/common";
import { Database } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { accountWaitSeconds, loginWaitSeconds } from "@sakhi/domain/accounts/administrator.rules";
import { clientNetwork, RateLimits } from "../platform/http/rate-limits.js";
import { HttpError } from "../platform/http/error-response.js";
import { type AdministratorRow, AdministratorsService } from "./administrators.service.js";
import type { LoggedIn } from "./administrator.js";
import { Passwords } from "./passwords.service.js";

/** Failures older than this are forgotten, in hours. */
const FORGOTTEN_HOURS = 24;
/** How many times the check is repeated when another login for the same account is counted at the same moment. */
const MAX_TRIES = 5;

/** What failures are counted by, and how long they make one wait. */
interface FailureCounter {
  /** Kept as a keyed digest: neither names nor addresses are stored. */
  readonly subject: string;
  /** Seconds to wait after so many failures. */
  readonly waitSeconds: (failures: number) => number;
}

/** Has a counter stand as if a try had not been made, unless another was counted since. */
type Undo = () => Promise<void>;

interface Failures {
  readonly failures: number;
  readonly lastAt: string;
  readonly secondsSince: number;
}

/** Where a try comes from. */
export interface TryOrigin {
  /** The address, as Fastify reports it. */
  readonly address: string;
  /** The browser's id where it logged in to this account before, or is logged in to it now. */
  readonly knownBrowser: string | undefined;
}

/** What was found about a name and a password. It counts as a failure until it is said to be none. */
interface Judgement {
  readonly right: boolean;
  /** Whose name it is; undefined when nobody has it. */
  readonly named: AdministratorRow | undefined;
  /** It was right, and everything else was too: failures before it are forgotten. */
  succeeded(): Promise<void>;
  /** It was not wrong, but not the end either: it does not count. */
  uncount(): Promise<void>;
}

/** Checks names and passwords, and slows down anyone who guesses. */
@Injectable()
export class Credentials {
  constructor(
    private readonly administrators: AdministratorsService,
    private readonly passwords: Passwords,
    private readonly limits: RateLimits,
    private readonly secrets: Secrets,
    private readonly database: Database,
  ) {}

  /**
   * Whether they belong together, and whose they are. An unknown name takes as long as a wrong password.
   *
   * A browser that logged in to the account before is counted by itself. Any other is counted by account and network
   * and, more loosely, by account over all networks; a network with very many failures is refused altogether.
   *
   * @throws HttpError rate_limited, login_slowed
   */
  async check(username: string, password: string, origin: TryOrigin): Promise<Judgement> {
    const network = clientNetwork(origin.address);
    const undo = await this.limits.use({ limit: "login_failures_per_address", by: network });
    const counters = countersOf(username.toLowerCase(), network, origin.knownBrowser);
    const uncount = await this.countAttempt(counters);
    const named = await this.administrators.named(username);
    const right = await this.passwords.matches(named?.passwordHash, password);
    return {
      right,
      named,
      succeeded: async () => {
        await this.forget(counters);
        await undo();
      },
      uncount: async () => {
        await uncount();
        await undo();
      },
    };
  }

  /**
   * Judges the password that somebody who is logged in gives once more. Counted by their session, so that nobody
   * else's guessing keeps them from it.
   *
   * @throws HttpError rate_limited, login_slowed
   */
  async checkAgain(self: LoggedIn, password: string, address: string): Promise<Judgement> {
    const origin = { address, knownBrowser: `session ${self.sessionId}` };
    const judgement = await this.check(self.username, password, origin);
    // A name can be given to somebody else while the session of who had it before goes on.
    return { ...judgement, right: judgement.right && judgement.named?.id === self.id };
  }

  /** Counts a try with every counter, or with none where one has it wait. @throws HttpError login_slowed */
  private async countAttempt(counters: readonly FailureCounter[]): Promise<Undo> {
    const counted: Undo[] = [];
    const undo = async (): Promise<void> => {
      for (const each of counted) await each();
    };
    for (const counter of counters) {
      const one = await this.countOne(counter);
      if (typeof one === "number") {
        await undo();
        throw new HttpError("login_slowed", { retryAfterSeconds: one }, { "retry-after": String(one) });
      }
      counted.push(one);
    }
    return undo;
  }

  /** The login succeeded. */
  private async forget(counters: readonly FailureCounter[]): Promise<void> {
    await this.database.query("DELETE FROM login_failures WHERE key = ANY($1::text[])", [
      counters.map(({ subject }) => this.key(subject)),
    ]);
  }

  /** @returns how many seconds to wait, where it must */
  private async countOne({ subject, waitSeconds }: FailureCounter): Promise<Undo | number> {
    const key = this.key(subject);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await this.readFailures(key);
      const wait = before === undefined ? 0 : waitSeconds(before.failures) - before.secondsSince;
      if (wait > 0) return Math.ceil(wait);
      if (await this.writeFailure(key, before?.failures ?? 0)) return () => this.restore(key, before);
    }
    return 1;
  }

  private async readFailures(key: string): Promise<Failures | undefined> {
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
  private async writeFailure(key: string, known: number): Promise<boolean> {
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

function countersOf(account: string, network: string, knownBrowser: string | undefined): FailureCounter[] {
  if (knownBrowser !== undefined) {
    return [{ subject: `browser ${account} ${knownBrowser}`, waitSeconds: loginWaitSeconds }];
  }
  return [
    { subject: `network ${account} ${network}`, waitSeconds: loginWaitSeconds },
    { subject: `account ${account}`, waitSeconds: accountWaitSeconds },
  ];
}
