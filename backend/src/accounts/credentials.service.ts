import { Injectable } from "@nestjs/common";
import { accountWaitSeconds, loginWaitSeconds } from "@sakhi/domain/accounts/administrator.rules";
import { clientNetwork, RateLimits } from "../platform/http/rate-limits.js";
import { HttpError } from "../platform/http/error-response.js";
import { type AdministratorRow, AdministratorsRepository } from "./administrators.repository.js";
import { type FailureCounter, LoginFailures } from "./login-failures.repository.js";
import type { LoggedIn } from "./administrator.js";
import { Passwords } from "./passwords.service.js";

/** Where a try comes from. */
export interface TryOrigin {
  /** The address, as Fastify reports it. */
  readonly address: string;
  /** The browser's id where it logged in to this account before, or is logged in to it now. */
  readonly knownBrowser: string | undefined;
}

/** What was found about a name and a password. It counts as a failure until it is said to be none. */
export interface Judgement {
  readonly right: boolean;
  /** Whose name it is; undefined when nobody has it. */
  readonly named: AdministratorRow | undefined;
  /** It was right, and everything else was too: failures before it are forgotten. */
  succeeded(): Promise<void>;
  /** It was not wrong, but not the end either: it does not count. */
  uncount(): Promise<void>;
}

/** Judges names and passwords, and slows down whoever guesses. */
@Injectable()
export class Credentials {
  constructor(
    private readonly administrators: AdministratorsRepository,
    private readonly passwords: Passwords,
    private readonly failures: LoginFailures,
    private readonly limits: RateLimits,
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
    const counted = await this.failures.count(counters);
    if (!("undo" in counted)) {
      const { waitSeconds } = counted;
      throw new HttpError(
        "login_slowed",
        { retryAfterSeconds: waitSeconds },
        { "retry-after": String(waitSeconds) },
      );
    }
    const named = await this.administrators.named(username);
    const right = await this.passwords.matches(named?.passwordHash, password);
    return {
      right,
      named,
      succeeded: async () => {
        await this.failures.forget(counters);
        await undo();
      },
      uncount: async () => {
        await counted.undo();
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
