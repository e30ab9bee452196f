import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import { AccessStory } from "./access-story.service.js";
import type { Administrator } from "./administrator.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";
import { AdministratorsService } from "./administrators.service.js";
import { Credentials } from "./credentials.service.js";

/** A session that has begun. */
export interface Login {
  readonly administrator: Administrator;
  /** For the cookie; it stands nowhere else. */
  readonly token: string;
}

/** Logging in and out, and changing one's own password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
    private readonly sessions: AdministratorSessions,
    private readonly administrators: AdministratorsService,
    private readonly story: AccessStory,
  ) {}

  /**
   * Begins a session.
   *
   * @param before the token the browser has already; that session ends
   * @throws DomainError login_refused, the same for an unknown name and a wrong password
   * @throws HttpRefusal rate_limited, login_slowed
   */
  async login(
    username: string,
    password: string,
    address: string,
    before: string | undefined,
  ): Promise<Login> {
    const { right, named: administrator } = await this.credentials.judge(username, password, address);
    if (!right || administrator === undefined) {
      await this.story.refused("login", administrator);
      throw new DomainError("login_refused");
    }
    return this.database.transaction(async (tx) => {
      if (before !== undefined) await this.end(tx, before);
      await this.story.cameIn(tx, administrator);
      return { administrator, token: await this.sessions.begin(tx, administrator.id) };
    });
  }

  /** Ends the session of a token; nothing happens when it is over. */
  logout(token: string): Promise<void> {
    return this.database.transaction((tx) => this.end(tx, token));
  }

  /** Who a token belongs to; undefined when its session is over. */
  check(token: string): Promise<Administrator | undefined> {
    return this.sessions.find(token);
  }

  /**
   * Changes one's own password and ends every session, this one too.
   *
   * @throws DomainError password_refused
   * @throws HttpRefusal rate_limited, login_slowed
   */
  async changePassword(
    administrator: Administrator,
    passwords: { readonly currentPassword: string; readonly newPassword: string },
    address: string,
  ): Promise<void> {
    const { username } = administrator;
    const { right } = await this.credentials.judge(username, passwords.currentPassword, address);
    if (!right) {
      await this.story.refused("password_change", administrator);
      throw new DomainError("password_refused");
    }
    await this.administrators.setPassword(username, passwords.newPassword, administrator);
  }

  private async end(tx: Tx, token: string): Promise<void> {
    const administrator = await this.sessions.end(tx, token);
    if (administrator !== undefined) await this.story.went(tx, administrator);
  }
}
