import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, type Tx } from "../platform/database/database.js";
import { AccessHistory } from "./access-history.service.js";
import type { LoggedIn } from "./administrator.js";
import { AdministratorSessions, type ListedSession } from "./administrator-sessions.service.js";
import { AdministratorsRepository, type ListedAdministrator } from "./administrators.repository.js";
import { type AuditFacts, AuditLog } from "./audit-log.service.js";
import { Credentials } from "./credentials.service.js";
import { type NewSecondFactor, SecondFactors } from "./second-factors.service.js";

/** Password and code, given once more before something about the login is changed. */
export interface Proof {
  readonly currentPassword: string;
  readonly code?: string | undefined;
}

/** What somebody who is logged in does with their own second factor and sessions. Every change is audited. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
    private readonly administrators: AdministratorsRepository,
    private readonly sessions: AdministratorSessions,
    private readonly secondFactors: SecondFactors,
    private readonly history: AccessHistory,
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
  beginSecondFactor(self: LoggedIn, proof: Proof, address: string): Promise<NewSecondFactor> {
    return this.proven(self, proof, address, (tx) => this.secondFactors.begin(tx, self));
  }

  /**
   * Has the new secret count, and ends every other session: they began without it.
   *
   * @returns the recovery codes, shown this once
   * @throws DomainError code_refused, second_factor_missing
   * @throws HttpError rate_limited, login_slowed
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
  removeSecondFactor(self: LoggedIn, proof: Proof, address: string): Promise<void> {
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
  renewRecoveryCodes(self: LoggedIn, proof: Proof, address: string): Promise<readonly string[]> {
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
    { currentPassword, code }: Proof,
    address: string,
    work: (tx: Tx, hasSecondFactor: boolean) => Promise<T>,
  ): Promise<T> {
    const judgement = await this.credentials.checkAgain(self, currentPassword, address);
    const { right, named } = judgement;
    if (!right || named === undefined) {
      await this.history.refused("second_factor_change", self);
      throw new DomainError("password_refused");
    }
    const done = await this.database.transaction(async (tx) => {
      const accepted =
        !named.hasSecondFactor || (await this.secondFactors.use(tx, self.id, code ?? "")) !== undefined;
      return accepted ? { result: await work(tx, named.hasSecondFactor) } : undefined;
    });
    if (done === undefined) {
      await this.history.refused("second_factor_change", self);
      throw new DomainError("code_refused");
    }
    await judgement.succeeded();
    return done.result;
  }

  private note(tx: Tx, self: LoggedIn, action: string, facts: AuditFacts = {}): Promise<void> {
    return this.audit.record(tx, {
      administrator: self,
      action,
      subjectType: "administrator",
      subjectId: self.id,
      after: { account: self.username, ...facts },
    });
  }
}
