import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { ChangePasswordDto } from "@sakhi/domain/accounts/change-password.dto";
import type { LoginDto } from "@sakhi/domain/accounts/login.dto";
import type { BeginSecondFactorDto } from "@sakhi/domain/accounts/second-factor.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { AdministratorSessions, type ListedSession } from "./administrator-sessions.service.js";
import type { Administrator, LoggedIn } from "./administrator.js";
import { AdministratorsService, type ListedAdministrator } from "./administrators.service.js";
import { type AuditFacts, AuditLog } from "./audit-log.service.js";
import { Credentials, type TryOrigin } from "./credentials.service.js";
import { type NewSecondFactor, SecondFactors } from "./second-factors.service.js";

/** How long a browser stays known after a login, in seconds: half a year. */
export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3600;

/** Its id, when it was issued in seconds since 1970, and the signature. */
const TOKEN = /^([A-Za-z0-9_-]{22})\.(\d{10})\.([A-Za-z0-9_-]{43})$/;

const subject = (username: string, said: string): string => `token ${username.toLowerCase()} ${said}`;

/** Denials for a name that nobody has: all are counted together, and none of the names is stored. */
const UNKNOWN = "unknown";

const denialOf = (kind: string, administratorId: string | undefined): string => `${kind} ${administratorId ?? UNKNOWN}`;

/** What can be refused for a wrong password or code; `second_factor` is a login whose password was right. */
type RefusedAccess = "login" | "second_factor" | "password_change" | "second_factor_change";
/** By those who are logged in. */
const BY_THEMSELVES: readonly RefusedAccess[] = ["password_change", "second_factor_change"];

/** The browser somebody logs in with. */
interface LoginBrowser extends TryOrigin {
  /** "Firefox on Windows". */
  readonly label: string;
  /** The token it has already; that session ends. */
  readonly token: string | undefined;
}

/** A session that has started. */
interface Login {
  readonly administrator: LoggedIn;
  /** For the cookie; it stands nowhere else. */
  readonly token: string;
}

/**
 * Logging in and out, and what somebody who is logged in does with their own password, second factor and sessions.
 * Every change is audited.
 */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly secrets: Secrets,
    private readonly database: Database,
    private readonly credentials: Credentials,
    private readonly administrators: AdministratorsService,
    private readonly sessions: AdministratorSessions,
    private readonly secondFactors: SecondFactors,
    private readonly audit: AuditLog,
  ) {}

  /** The account with its sessions that are alive. @throws DomainError administrator_not_found */
  async read({ id }: LoggedIn): Promise<{ account: ListedAdministrator; sessions: ListedSession[] }> {
    const [account, sessions] = await Promise.all([this.administrators.listed(id), this.sessions.list(id)]);
    if (account === undefined) throw new DomainError("administrator_not_found");
    return { account, sessions };
  }

  /**
   * Makes a new secret for an authenticator app, which counts once it is confirmed.
   *
   * @throws DomainError password_refused, code_refused
   * @throws HttpError rate_limited, login_slowed
   */
  beginSecondFactor(self: LoggedIn, proof: BeginSecondFactorDto, address: string): Promise<NewSecondFactor> {
    return this.proven(self, proof, address, (tx) => this.secondFactors.begin(tx, self));
  }

  /**
   * Has the new secret count, and ends every other session: they began without it.
   *
   * @returns the recovery codes, shown this once
   * @throws DomainError code_refused, second_factor_missing
   */
  async confirmSecondFactor(self: LoggedIn, code: string): Promise<readonly string[]> {
    const codes = await this.database.transaction(async (tx) => {
      const made = await this.secondFactors.confirm(tx, self, code);
      if (made === undefined) return undefined;
      const ended = await this.sessions.endOthers(tx, self.id, self.sessionId);
      await this.note(tx, self, "second_factor_set_up", { sessionsEnded: ended });
      return made;
    });
    if (codes === undefined) throw new DomainError("code_refused");
    return codes;
  }

  /** @throws DomainError password_refused, code_refused @throws HttpError rate_limited, login_slowed */
  removeSecondFactor(self: LoggedIn, proof: BeginSecondFactorDto, address: string): Promise<void> {
    return this.proven(self, proof, address, async (tx, hasSecondFactor) => {
      if (!hasSecondFactor) throw new DomainError("second_factor_missing");
      await this.secondFactors.remove(tx, self.id);
      const ended = await this.sessions.endOthers(tx, self.id, self.sessionId);
      await this.note(tx, self, "second_factor_removed", { sessionsEnded: ended });
    });
  }

  /**
   * New recovery codes in place of the old ones.
   *
   * @throws DomainError password_refused, code_refused
   * @throws HttpError rate_limited, login_slowed
   */
  renewRecoveryCodes(self: LoggedIn, proof: BeginSecondFactorDto, address: string): Promise<readonly string[]> {
    return this.proven(self, proof, address, async (tx, hasSecondFactor) => {
      if (!hasSecondFactor) throw new DomainError("second_factor_missing");
      await this.note(tx, self, "recovery_codes_renewed");
      return this.secondFactors.newRecoveryCodes(tx, self.id);
    });
  }

  /** Ends one of one's own sessions. @throws DomainError not_found */
  async endSession(self: LoggedIn, sessionId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.sessions.endOne(tx, self.id, sessionId))) throw new DomainError("not_found");
      await this.note(tx, self, "session_ended");
    });
  }

  /** Ends all of one's own sessions but this one. @returns how many there were */
  endOtherSessions(self: LoggedIn): Promise<number> {
    return this.database.transaction(async (tx) => {
      const ended = await this.sessions.endOthers(tx, self.id, self.sessionId);
      if (ended > 0) await this.note(tx, self, "other_sessions_ended", { sessionsEnded: ended });
      return ended;
    });
  }

  /** Does something that needs the password and, where there is a second factor, a code. A wrong one counts. */
  private async proven<T>(
    self: LoggedIn,
    { currentPassword, code }: BeginSecondFactorDto,
    address: string,
    work: (tx: Tx, hasSecondFactor: boolean) => Promise<T>,
  ): Promise<T> {
    const judgement = await this.credentials.checkAgain(self, currentPassword, address);
    const { right, named } = judgement;
    if (!right || named === undefined) {
      await this.refused("second_factor_change", self);
      throw new DomainError("password_refused");
    }
    const done = await this.database.transaction(async (tx) => {
      const accepted = !named.hasSecondFactor || (await this.secondFactors.use(tx, self.id, code ?? "")) !== undefined;
      return accepted ? { result: await work(tx, named.hasSecondFactor) } : undefined;
    });
    if (done === undefined) {
      await this.refused("second_factor_change", self);
      throw new DomainError("code_refused");
    }
    await judgement.succeeded();
    return done.result;
  }

  private note(tx: Tx, self: LoggedIn, action: string, facts: AuditFacts = {}): Promise<void> {
    return this.audit.record(tx, { ...about(self), action, after: { account: self.username, ...facts } });
  }

  /**
   * Begins a session.
   *
   * @throws DomainError login_refused, the same for an unknown name, a wrong password and a disabled account;
   *   second_factor_required when the password is right and a code is needed; second_factor_refused
   * @throws HttpError rate_limited, login_slowed
   */
  async login({ username, password, code }: LoginDto, browser: LoginBrowser): Promise<Login> {
    const judgement = await this.credentials.check(username, password, browser);
    const { right, named } = judgement;
    if (!right || named === undefined || named.disabled) {
      await this.refused("login", named);
      throw new DomainError("login_refused");
    }
    if (named.hasSecondFactor && code === undefined) {
      await judgement.uncount();
      throw new DomainError("second_factor_required");
    }
    const started = await this.database.transaction(async (tx) => {
      const method = named.hasSecondFactor ? await this.secondFactors.use(tx, named.id, code ?? "") : "password";
      if (method === undefined) return "second_factor";
      const token = await this.sessions.begin(tx, named, browser.label);
      if (token === undefined) return "login";
      if (browser.token !== undefined) await this.end(tx, browser.token);
      await this.cameIn(tx, named, method);
      return { token };
    });
    if (typeof started === "string") {
      await this.refused(started, named);
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

  /**
   * Changes one's own password and ends every session, this one too.
   *
   * @throws DomainError password_refused
   * @throws HttpError rate_limited, login_slowed; invalid_request when the new one is weak or the old one
   */
  async changePassword(
    administrator: LoggedIn,
    { currentPassword, newPassword }: ChangePasswordDto,
    address: string,
  ): Promise<void> {
    const { username } = administrator;
    const judgement = await this.credentials.checkAgain(administrator, currentPassword, address);
    if (!judgement.right) {
      await this.refused("password_change", administrator);
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
    const administrator = await this.sessions.end(tx, token);
    if (administrator !== undefined) await this.audit.record(tx, { ...about(administrator), action: "logged_out" });
  }

  /**
   * In the transaction in which the session begins; says how many tries were refused before it, and which second factor
   * was used.
   */
  private async cameIn(
    tx: Tx,
    administrator: Administrator,
    method: "password" | "totp" | "recovery_code",
  ): Promise<void> {
    const passwords = await this.forgetDenials(tx, "login", administrator.id);
    const codes = await this.forgetDenials(tx, "second_factor", administrator.id);
    const after = {
      ...(passwords + codes === 0 ? {} : { refusedBefore: passwords + codes }),
      ...(method === "password" ? {} : { secondFactor: method }),
    };
    await this.audit.record(tx, {
      ...about(administrator),
      action: "logged_in",
      ...(Object.keys(after).length === 0 ? {} : { after }),
    });
  }

  /**
   * Counts a rejected login. The log gets a line for the first, the second, the fourth, the eighth … of a day, so that
   * it shows guessing and cannot be filled by it.
   *
   * @param administrator whose account it was; undefined for a name that nobody has
   */
  private async refused(access: RefusedAccess, administrator: Administrator | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      const rejections = await this.countDenial(tx, access, administrator?.id);
      if (!isPowerOfTwo(rejections)) return;
      await this.audit.record(tx, {
        administrator: BY_THEMSELVES.includes(access) && administrator !== undefined ? administrator : "nobody",
        action: `${access}_refused`,
        subjectType: "administrator",
        subjectId: administrator?.id ?? "unknown",
        after: { account: administrator?.username ?? "a name that nobody has", refusedToday: rejections },
      });
    });
  }

  /** Counts one more. @returns how many there are now */
  private async countDenial(tx: Tx, kind: string, administratorId: string | undefined): Promise<number> {
    const [counted] = await rows<{ denials: number }>(
      tx,
      `INSERT INTO access_denials (subject, denials) VALUES ($1, 1)
       ON CONFLICT (subject) DO UPDATE SET
         denials = CASE WHEN access_denials.since > clock_timestamp() - interval '1 day'
                         THEN access_denials.denials + 1 ELSE 1 END,
         since = CASE WHEN access_denials.since > clock_timestamp() - interval '1 day'
                      THEN access_denials.since ELSE clock_timestamp() END
       RETURNING denials`,
      [denialOf(kind, administratorId)],
    );
    return counted?.denials ?? 0;
  }

  /** Starts counting again. @returns how many there were */
  private async forgetDenials(tx: Tx, kind: string, administratorId: string): Promise<number> {
    const [counted] = await rows<{ denials: number }>(
      tx,
      `DELETE FROM access_denials WHERE subject = $1
       RETURNING CASE WHEN since > clock_timestamp() - interval '1 day' THEN denials ELSE 0 END AS denials`,
      [denialOf(kind, administratorId)],
    );
    return counted?.denials ?? 0;
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

const about = (administrator: Administrator) =>
  ({ administrator, subjectType: "administrator", subjectId: administrator.id }) as const;

const isPowerOfTwo = (number: number): boolean => number > 0 && (number & (number - 1)) === 0;
