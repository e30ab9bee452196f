import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Secrets } from "../platform/secrets/secrets.js";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, type Tx } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { AccessHistory } from "./access-history.service.js";
import type { Administrator, LoggedIn } from "./administrator.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";
import { AdministratorsService } from "./administrators.service.js";
import { Credentials, type TryOrigin } from "./credentials.service.js";
import { SecondFactors } from "./second-factors.service.js";

/** How long a browser stays known after a login, in seconds: half a year. */
export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3600;

/** Its id, when it was issued in seconds since 1970, and the signature. */
const TOKEN = /^([A-Za-z0-9_-]{22})\.(\d{10})\.([A-Za-z0-9_-]{43})$/;

const subject = (username: string, said: string): string => `token ${username.toLowerCase()} ${said}`;

/** What somebody logs in with. */
export interface LoginRequest {
  readonly username: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code: string | undefined;
}

/** The browser somebody logs in with. */
export interface LoginBrowser extends TryOrigin {
  /** "Firefox on Windows". */
  readonly label: string;
  /** The token it has already; that session ends. */
  readonly token: string | undefined;
}

/** A session that has started. */
export interface Login {
  readonly administrator: LoggedIn;
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
    private readonly secondFactors: SecondFactors,
    private readonly history: AccessHistory,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Begins a session.
   *
   * @throws DomainError login_refused, the same for an unknown name, a wrong password and a disabled account;
   *   second_factor_required when the password is right and a code is needed; second_factor_refused
   * @throws HttpError rate_limited, login_slowed
   */
  async login({ username, password, code }: LoginRequest, browser: LoginBrowser): Promise<Login> {
    const judgement = await this.credentials.check(username, password, browser);
    const { right, named } = judgement;
    if (!right || named === undefined || named.disabled) {
      await this.history.refused("login", named);
      throw new DomainError("login_refused");
    }
    if (named.hasSecondFactor && code === undefined) {
      await judgement.uncount();
      throw new DomainError("second_factor_required");
    }
    const started = await this.database.transaction(async (tx) => {
      const method = named.hasSecondFactor
        ? await this.secondFactors.use(tx, named.id, code ?? "")
        : "password";
      if (method === undefined) return "second_factor";
      const token = await this.sessions.begin(tx, named, browser.label);
      if (token === undefined) return "login";
      if (browser.token !== undefined) await this.end(tx, browser.token);
      await this.history.cameIn(tx, named, method);
      return { token };
    });
    if (typeof started === "string") {
      await this.history.refused(started, named);
      throw new DomainError(started === "login" ? "login_refused" : "second_factor_refused");
    }
    await judgement.succeeded();
    const administrator = await this.sessions.find(started.token);
    if (administrator === undefined) throw new DomainError("login_refused");
    return { administrator, token: started.token };
  }

  /** Ends the session of a token; nothing happens when it is over. */
  logout(token: string): Promise<void> {
    return this.database.transaction((tx) => this.end(tx, token));
  }

  /** Who a token belongs to; undefined when its session is over. */
  check(token: string): Promise<LoggedIn | undefined> {
    return this.sessions.find(token);
  }

  /**
   * Changes one's own password and ends every session, this one too.
   *
   * @throws DomainError password_refused
   * @throws HttpError rate_limited, login_slowed; invalid_request when the new one is weak or the old one
   */
  async changePassword(
    administrator: LoggedIn,
    passwords: { readonly currentPassword: string; readonly newPassword: string },
    address: string,
  ): Promise<void> {
    const { username } = administrator;
    const { currentPassword, newPassword } = passwords;
    const judgement = await this.credentials.checkAgain(administrator, currentPassword, address);
    if (!judgement.right) {
      await this.history.refused("password_change", administrator);
      throw new DomainError("password_refused");
    }
    await judgement.succeeded();
    const problem =
      newPassword === currentPassword
        ? "This is the password you have now. Please choose another."
        : await this.administrators.passwordProblem(username, newPassword);
    if (problem !== undefined) {
      throw new HttpError("invalid_request", { fields: { newPassword: [problem] } }, {}, problem);
    }
    await this.administrators.setPassword(username, newPassword, { by: administrator });
  }

  private async end(tx: Tx, token: string): Promise<void> {
    const administrator: Administrator | undefined = await this.sessions.end(tx, token);
    if (administrator !== undefined) await this.history.went(tx, administrator);
  }

  // A browser that has logged in to an account is remembered by a signed token of that account in a cookie (OWASP's
  // "device cookies"). It proves nothing else: a known browser still needs the password and the code; it only does not
  // wait for what others got wrong, and its own failures are counted by themselves.

  /** The end of the cookie's name for an account: several people may log in with one browser. */
  browserCookieSuffix(username: string): string {
    return this.secrets.digest("known-browser", `cookie ${username.toLowerCase()}`).slice(0, 11);
  }

  /** A token for a browser that has just logged in. @param now in milliseconds since 1970 */
  browserToken(username: string, now = Date.now()): string {
    const said = `${randomBytes(16).toString("base64url")}.${Math.floor(now / 1000)}`;
    return `${said}.${this.secrets.digest("known-browser", subject(username, said))}`;
  }

  /** The browser's id by its token; undefined for a forged or old one, or another account's. */
  knownBrowserId(username: string, token: string | undefined, now = Date.now()): string | undefined {
    const [, id, issued, signature] = TOKEN.exec(token ?? "") ?? [];
    if (id === undefined || issued === undefined || signature === undefined) return undefined;
    const old = now / 1000 - Number(issued) > KNOWN_BROWSER_SECONDS;
    const genuine = this.secrets.verify(
      "known-browser",
      subject(username, `${id}.${issued}`),
      Buffer.from(signature, "base64url"),
    );
    return genuine && !old ? id : undefined;
  }
}
