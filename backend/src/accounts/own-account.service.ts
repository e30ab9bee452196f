import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { MakeTokenDto } from "@sakhi/domain/accounts/access-token.dto";
import { TOKEN_DAYS, tokenRights } from "@sakhi/domain/accounts/access-token.rules";
import type { ChangePasswordDto, LoginDto } from "@sakhi/domain/accounts/credentials.dto";
import type { BeginSecondFactorDto } from "@sakhi/domain/accounts/second-factor.dto";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { AccessTokensService } from "./access-tokens.service.js";
import type { NewSecondFactorResponse } from "./account.response.js";
import { AdministratorSessionsService, type ListedSession } from "./administrator-sessions.service.js";
import type { Administrator, LoggedIn } from "./administrator.js";
import { AdministratorsService, type ListedAdministrator } from "./administrators.service.js";
import { type AuditDetails, AuditLogService } from "./audit-log.service.js";
import { CredentialsService, type TryOrigin } from "./credentials.service.js";
import { SecondFactorsService } from "./second-factors.service.js";

/** How long a browser stays known after a login, in seconds: half a year. */
export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3600;

/** Id, time of issue in seconds since 1970, and signature. */
const TOKEN = /^([A-Za-z0-9_-]{22})\.(\d{10})\.([A-Za-z0-9_-]{43})$/;

const signedText = (username: string, payload: string): string => `token ${username.toLowerCase()} ${payload}`;

/** Denials for unknown usernames share one counter; the names are not stored. */
const UNKNOWN = "unknown";

const denialOf = (kind: string, administratorId: string | undefined): string => `${kind} ${administratorId ?? UNKNOWN}`;

/** Accesses denied for a wrong password or code, with their actions in the audit log; `second_factor` is a login with the right password. */
const REFUSED = {
  login: "login_refused",
  second_factor: "second_factor_refused",
  password_change: "password_change_refused",
  second_factor_change: "second_factor_change_refused",
} as const satisfies Record<string, AuditAction>;
type RefusedAccess = keyof typeof REFUSED;
/** Accesses that only logged-in administrators attempt. */
const LOGGED_IN_ACCESSES: readonly RefusedAccess[] = ["password_change", "second_factor_change"];

/** The browser that logs in. */
interface LoginBrowser extends TryOrigin {
  /** "Firefox on Windows". */
  readonly label: string;
  /** Its current session token; that session ends. */
  readonly token: string | undefined;
}

/** A started session. */
interface Login {
  readonly administrator: LoggedIn;
  /** For the cookie; not stored. */
  readonly token: string;
}

/**
 * Login, logout, and an administrator's changes to their own password, second factor and sessions. Every change is
 * audited.
 */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly secrets: Secrets,
    private readonly database: Database,
    private readonly credentials: CredentialsService,
    private readonly administrators: AdministratorsService,
    private readonly administratorSessions: AdministratorSessionsService,
    private readonly secondFactors: SecondFactorsService,
    private readonly accessTokens: AccessTokensService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** The account with its active sessions. @throws DomainError administrator_not_found */
  async read({ id }: LoggedIn): Promise<{ account: ListedAdministrator; sessions: ListedSession[] }> {
    const [account, sessions] = await Promise.all([
      this.administrators.listed(id),
      this.administratorSessions.list(id),
    ]);
    if (account === undefined) throw new DomainError("administrator_not_found");
    return { account, sessions };
  }

  /**
   * Generates a secret for an authenticator app; inactive until confirmed.
   *
   * @throws DomainError password_refused, code_refused
   * @throws HttpError rate_limited, login_slowed
   */
  beginSecondFactor(self: LoggedIn, proof: BeginSecondFactorDto, address: string): Promise<NewSecondFactorResponse> {
    return this.proven(self, proof, address, (tx) => this.secondFactors.begin(tx, self));
  }

  /**
   * Activates the new secret, and ends every other session: they started without it.
   *
   * @returns the recovery codes, shown only once
   * @throws DomainError code_refused, second_factor_missing
   */
  async confirmSecondFactor(self: LoggedIn, code: string): Promise<readonly string[]> {
    const codes = await this.database.transaction(async (tx) => {
      const newCodes = await this.secondFactors.confirm(tx, self, code);
      if (newCodes === undefined) return undefined;
      const ended = await this.administratorSessions.endOthers(tx, self.id, self.sessionId);
      await this.record(tx, self, "second_factor_set_up", { sessionsEnded: ended });
      return newCodes;
    });
    if (codes === undefined) throw new DomainError("code_refused");
    return codes;
  }

  /** @throws DomainError password_refused, code_refused @throws HttpError rate_limited, login_slowed */
  removeSecondFactor(self: LoggedIn, proof: BeginSecondFactorDto, address: string): Promise<void> {
    return this.proven(self, proof, address, async (tx, hasSecondFactor) => {
      if (!hasSecondFactor) throw new DomainError("second_factor_missing");
      await this.secondFactors.remove(tx, self.id);
      const ended = await this.administratorSessions.endOthers(tx, self.id, self.sessionId);
      await this.record(tx, self, "second_factor_removed", { sessionsEnded: ended });
    });
  }

  /**
   * Replaces the recovery codes.
   *
   * @throws DomainError password_refused, code_refused
   * @throws HttpError rate_limited, login_slowed
   */
  renewRecoveryCodes(self: LoggedIn, proof: BeginSecondFactorDto, address: string): Promise<readonly string[]> {
    return this.proven(self, proof, address, async (tx, hasSecondFactor) => {
      if (!hasSecondFactor) throw new DomainError("second_factor_missing");
      await this.record(tx, self, "recovery_codes_renewed");
      return this.secondFactors.newRecoveryCodes(tx, self.id);
    });
  }

  /**
   * Makes an access token, for which the second factor must be on.
   *
   * @returns the token, shown only once
   * @throws DomainError password_refused, code_refused, second_factor_missing, token_scope_missing, tokens_full,
   *   event_not_found
   * @throws HttpError rate_limited, login_slowed
   */
  makeToken(self: LoggedIn, dto: MakeTokenDto, address: string): Promise<string> {
    return this.proven(self, dto, address, async (tx, hasSecondFactor) => {
      if (!hasSecondFactor) throw new DomainError("second_factor_missing");
      const { scopes } = tokenRights(self);
      if (!dto.scopes.every((scope) => scopes.includes(scope))) throw new DomainError("token_scope_missing");
      const { id, token } = await this.accessTokens.make(tx, self, dto);
      const facts = { tokenId: id, scopes: dto.scopes.join(" "), days: dto.days ?? TOKEN_DAYS.usual };
      await this.record(tx, self, "access_token_made", { ...facts, events: (dto.events ?? []).join(" ") || "all" });
      return token;
    });
  }

  /** Ends one of the caller's tokens. @throws DomainError token_not_found */
  async revokeToken(self: LoggedIn, tokenId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      if ((await this.accessTokens.revoke(tx, self.id, tokenId)) === undefined)
        throw new DomainError("token_not_found");
      await this.record(tx, self, "access_token_revoked", { tokenId });
    });
  }

  /** Ends one of the caller's sessions. @throws DomainError not_found */
  async endSession(self: LoggedIn, sessionId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.administratorSessions.endOne(tx, self.id, sessionId))) throw new DomainError("not_found");
      await this.record(tx, self, "session_ended");
    });
  }

  /** Ends all of the caller's sessions but this one. @returns the number ended */
  endOtherSessions(self: LoggedIn): Promise<number> {
    return this.database.transaction(async (tx) => {
      const ended = await this.administratorSessions.endOthers(tx, self.id, self.sessionId);
      if (ended > 0) await this.record(tx, self, "other_sessions_ended", { sessionsEnded: ended });
      return ended;
    });
  }

  /** Runs `work` after checking the password and, if two-step verification is on, a code. Failures are counted. */
  private async proven<T>(
    self: LoggedIn,
    { currentPassword, code }: BeginSecondFactorDto,
    address: string,
    work: (tx: Tx, hasSecondFactor: boolean) => Promise<T>,
  ): Promise<T> {
    const judgement = await this.credentials.checkAgain(self, currentPassword, address);
    const { right, named } = judgement;
    if (!right || named === undefined) {
      await this.recordDenial("second_factor_change", self);
      throw new DomainError("password_refused");
    }
    const done = await this.database.transaction(async (tx) => {
      const accepted = !named.hasSecondFactor || (await this.secondFactors.use(tx, self.id, code ?? "")) !== undefined;
      return accepted ? { result: await work(tx, named.hasSecondFactor) } : undefined;
    });
    if (done === undefined) {
      await this.recordDenial("second_factor_change", self);
      throw new DomainError("code_refused");
    }
    await judgement.succeeded();
    return done.result;
  }

  private record(tx: Tx, self: LoggedIn, action: AuditAction, facts: AuditDetails = {}): Promise<void> {
    return this.auditLog.record(tx, { ...about(self), action, after: { account: self.username, ...facts } });
  }

  /**
   * Starts a session.
   *
   * @throws DomainError login_refused, the same for an unknown name, a wrong password and a disabled account;
   *   second_factor_required if the password is correct and a code is needed; second_factor_refused
   * @throws HttpError rate_limited, login_slowed
   */
  async login({ username, password, code }: LoginDto, browser: LoginBrowser): Promise<Login> {
    const judgement = await this.credentials.check(username, password, browser);
    const { right, named } = judgement;
    if (!right || named === undefined || named.disabled) {
      await this.recordDenial("login", named);
      throw new DomainError("login_refused");
    }
    if (named.hasSecondFactor && code === undefined) {
      await judgement.uncount();
      throw new DomainError("second_factor_required");
    }
    const started = await this.database.transaction(async (tx) => {
      const method = named.hasSecondFactor ? await this.secondFactors.use(tx, named.id, code ?? "") : "password";
      if (method === undefined) return "second_factor";
      const token = await this.administratorSessions.begin(tx, named, browser.label);
      if (token === undefined) return "login";
      if (browser.token !== undefined) await this.end(tx, browser.token);
      await this.recordLogin(tx, named, method);
      return { token };
    });
    if (typeof started === "string") {
      await this.recordDenial(started, named);
      throw new DomainError(started === "login" ? "login_refused" : "second_factor_refused");
    }
    await judgement.succeeded();
    const administrator = await this.administratorSessions.find(started.token);
    if (administrator === undefined) throw new DomainError("login_refused");
    return { administrator, token: started.token };
  }

  /** Ends the session of a token. Does nothing if it has ended. */
  logout(token: string): Promise<void> {
    return this.database.transaction((tx) => this.end(tx, token));
  }

  /**
   * Changes the caller's password and ends all their sessions, this one included.
   *
   * @throws DomainError password_refused
   * @throws HttpError rate_limited, login_slowed; invalid_request if the new password is weak or equals the old one
   */
  async changePassword(
    administrator: LoggedIn,
    { currentPassword, newPassword }: ChangePasswordDto,
    address: string,
  ): Promise<void> {
    const { username } = administrator;
    const judgement = await this.credentials.checkAgain(administrator, currentPassword, address);
    if (!judgement.right) {
      await this.recordDenial("password_change", administrator);
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
    const administrator = await this.administratorSessions.end(tx, token);
    if (administrator !== undefined) await this.auditLog.record(tx, { ...about(administrator), action: "logged_out" });
  }

  /** Audits a login, with the number of denied attempts before it and the second factor used. */
  private async recordLogin(
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
    await this.auditLog.record(tx, {
      ...about(administrator),
      action: "logged_in",
      ...(Object.keys(after).length === 0 ? {} : { after }),
    });
  }

  /**
   * Counts a denied access. The audit log gets an entry for the first, second, fourth, eighth … of a day, so that
   * guessing shows in it but cannot flood it.
   *
   * @param administrator undefined for an unknown username
   */
  private async recordDenial(access: RefusedAccess, administrator: Administrator | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      const denials = await this.countDenial(tx, access, administrator?.id);
      if (!isPowerOfTwo(denials)) return;
      await this.auditLog.record(tx, {
        administrator: LOGGED_IN_ACCESSES.includes(access) && administrator !== undefined ? administrator : "nobody",
        action: REFUSED[access],
        subjectType: "administrator",
        subjectId: administrator?.id ?? UNKNOWN,
        after: { account: administrator?.username ?? "a name that nobody has", refusedToday: denials },
      });
    });
  }

  /** Increments the day's counter. @returns the new count */
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

  /** Resets the counter. @returns the day's count before */
  private async forgetDenials(tx: Tx, kind: string, administratorId: string): Promise<number> {
    const [counted] = await rows<{ denials: number }>(
      tx,
      `DELETE FROM access_denials WHERE subject = $1
       RETURNING CASE WHEN since > clock_timestamp() - interval '1 day' THEN denials ELSE 0 END AS denials`,
      [denialOf(kind, administratorId)],
    );
    return counted?.denials ?? 0;
  }

  // A cookie with a signed token marks a browser that has logged in to an account (OWASP's "device cookies"). It grants
  // nothing: a known browser still needs password and code, but has its own failure counter, so that others' failures
  // do not slow it down.

  /** Suffix of the cookie's name, per account: several people may share a browser. */
  browserCookieSuffix(username: string): string {
    return this.secrets.digest("known-browser", `cookie ${username.toLowerCase()}`).slice(0, 11);
  }

  /** Issues a token to a browser after a login. @param now in milliseconds since 1970 */
  browserToken(username: string, now = Date.now()): string {
    const payload = `${randomBytes(16).toString("base64url")}.${Math.floor(now / 1000)}`;
    return `${payload}.${this.secrets.digest("known-browser", signedText(username, payload))}`;
  }

  /** The browser's id in its token; undefined if forged, expired, or issued for another account. */
  knownBrowserId(username: string, token: string | undefined, now = Date.now()): string | undefined {
    const [, id, issued, signature] = TOKEN.exec(token ?? "") ?? [];
    if (id === undefined || issued === undefined || signature === undefined) return undefined;
    const expired = now / 1000 - Number(issued) > KNOWN_BROWSER_SECONDS;
    const genuine = this.secrets.verify(
      "known-browser",
      signedText(username, `${id}.${issued}`),
      Buffer.from(signature, "base64url"),
    );
    return genuine && !expired ? id : undefined;
  }
}

const about = (administrator: Administrator) =>
  ({ administrator, subjectType: "administrator", subjectId: administrator.id }) as const;

const isPowerOfTwo = (number: number): boolean => number > 0 && (number & (number - 1)) === 0;
