import { Injectable } from "@nestjs/common";
import { accountWaitSeconds, loginWaitSeconds } from "@sakhi/domain/accounts/administrator.rules";
import { Database } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { networksOf } from "../platform/http/networks.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { Secrets } from "../platform/secrets/secrets.js";
import type { LoggedIn } from "./administrator.js";
import { type AdministratorRow, AdministratorsService } from "./administrators.service.js";
import { PasswordsService } from "./passwords.service.js";

/** Failures older than this are forgotten, in hours. */
const RETENTION_HOURS = 24;
/** Tries to count a failure when concurrent logins update the same counter. */
const MAX_TRIES = 5;

/** A failure counter and the backoff it imposes. */
interface FailureCounter {
  /** Stored as a keyed digest: neither names nor addresses are stored. */
  readonly subject: string;
  /** Backoff in seconds after a number of failures. */
  readonly waitSeconds: (failures: number) => number;
}

/** Takes an attempt off its counter, unless another was counted since. */
type Undo = () => Promise<void>;

interface Failures {
  readonly failures: number;
  readonly lastAt: string;
  readonly secondsSince: number;
}

/** Origin of an attempt. */
export interface TryOrigin {
  /** The address, as Fastify reports it. */
  readonly address: string;
  /** Id of a browser that has logged in to this account before, or of the caller's session. */
  readonly knownBrowser: string | undefined;
}

/** Result of checking a username and password. Counts as a failure until `succeeded` or `uncount` is called. */
interface Judgement {
  readonly right: boolean;
  /** The administrator with this username, if any. */
  readonly named: AdministratorRow | undefined;
  /** Resets the counters: the whole login succeeded. */
  succeeded(): Promise<void>;
  /** Takes the attempt off the counters: the password was correct, but a code is still needed. */
  uncount(): Promise<void>;
}

/** Checks usernames and passwords, and slows down guessing. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly administrators: AdministratorsService,
    private readonly passwords: PasswordsService,
    private readonly limits: RateLimits,
    private readonly secrets: Secrets,
    private readonly database: Database,
  ) {}

  /**
   * Checks a username and password. An unknown name takes as long as a wrong password.
   *
   * A browser that has logged in to the account before has its own failure counter. Others are counted per account and
   * each network of their address and, with a higher limit, per account. Beyond very many failures of a network, whatever
   * the names, each further login from it brings a proof of work.
   *
   * @throws HttpError proof_required, login_slowed
   */
  async check(username: string, password: string, origin: TryOrigin): Promise<Judgement> {
    // A known browser stands outside: what others behind its address do costs it nothing (decision 91).
    const undo =
      origin.knownBrowser === undefined
        ? await this.limits.use({ limit: "login_failures_per_address", by: origin.address })
        : () => Promise.resolve();
    const counters = countersOf(username.toLowerCase(), origin);
    const uncount = await this.countAttempt(counters);
    const named = await this.administrators.named(username);
    const uncountAll = async (): Promise<void> => {
      await uncount();
      await undo();
    };
    let right: boolean;
    try {
      right = await this.passwords.matches(named?.passwordHash, password);
    } catch (error) {
      // Not judged.
      await uncountAll();
      throw error;
    }
    return {
      right,
      named,
      succeeded: async () => {
        await this.forget(counters);
        await undo();
      },
      uncount: uncountAll,
    };
  }

  /**
   * Checks the password that a logged-in administrator re-enters. Counted per session, so that others' guessing cannot
   * lock them out.
   *
   * @throws HttpError rate_limited, login_slowed
   */
  async checkAgain(self: LoggedIn, password: string, address: string): Promise<Judgement> {
    const origin = { address, knownBrowser: `session ${self.sessionId}` };
    const judgement = await this.check(self.username, password, origin);
    // The username may have been reassigned while the former holder's session is still active.
    return { ...judgement, right: judgement.right && judgement.named?.id === self.id };
  }

  /** Counts an attempt on every counter, or on none if one demands a wait. @throws HttpError login_slowed */
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

  private async forget(counters: readonly FailureCounter[]): Promise<void> {
    await this.database.query("DELETE FROM login_failures WHERE key = ANY($1::text[])", [
      counters.map(({ subject }) => this.key(subject)),
    ]);
  }

  /** Counts an attempt. @returns how to undo it, or the seconds to wait */
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
      [key, RETENTION_HOURS],
    );
    return found;
  }

  /** @returns false if another attempt was counted since `known` was read */
  private async writeFailure(key: string, known: number): Promise<boolean> {
    await this.database.query(
      "DELETE FROM login_failures WHERE last_at <= clock_timestamp() - make_interval(hours => $1)",
      [RETENTION_HOURS],
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

function countersOf(account: string, { address, knownBrowser }: TryOrigin): FailureCounter[] {
  if (knownBrowser !== undefined) {
    return [{ subject: `browser ${account} ${knownBrowser}`, waitSeconds: loginWaitSeconds }];
  }
  return [
    // Wider networks have a multiple of a single address's failures.
    ...networksOf(address).map(({ name, factor }) => ({
      subject: `network ${account} ${name}`,
      waitSeconds: (failures: number) => loginWaitSeconds(Math.floor(failures / factor)),
    })),
    { subject: `account ${account}`, waitSeconds: accountWaitSeconds },
  ];
}
