import { Injectable } from "@nestjs/common";
import { HttpRefusal } from "../platform/http/error-answer.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { AdministratorsRepository } from "./administrators.repository.js";
import type { Administrator } from "./administrator.js";
import { LoginFailures } from "./login-failures.repository.js";
import { Passwords } from "./passwords.service.js";

/** What was found about a name and a password. */
export interface Judgement {
  readonly right: boolean;
  /** Whose name it is; undefined when nobody has it. */
  readonly named: Administrator | undefined;
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
   * @param address where the try comes from: only this account from this address gets slower, and only an address
   *   with very many failures is refused altogether (architecture section 5)
   * @throws HttpRefusal rate_limited
   */
  async judge(username: string, password: string, address: string): Promise<Judgement> {
    const takeBack = await this.limits.use({ limit: "login_failures_per_address", by: address });
    const waitSeconds = await this.failures.countTry(username, address);
    if (waitSeconds > 0) {
      throw new HttpRefusal(
        "login_slowed",
        { retryAfterSeconds: waitSeconds },
        { "retry-after": String(waitSeconds) },
      );
    }
    const found = await this.administrators.named(username);
    const right = await this.passwords.matches(found?.passwordHash, password);
    if (right) {
      await this.failures.forget(username, address);
      await takeBack();
    }
    return { right, named: found && { id: found.id, username: found.username, role: found.role } };
  }
}
