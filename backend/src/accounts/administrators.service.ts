import { Secrets } from "../platform/secrets/secrets.js";
import { Injectable } from "@nestjs/common";
import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, type Tx } from "../platform/database/database.js";
import type { Administrator } from "./administrator.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";
import {
  type AdministratorRow,
  AdministratorsRepository,
  type ListedAdministrator,
} from "./administrators.repository.js";
import { type AuditedAction, AuditLog } from "./audit-log.service.js";
import { Passwords } from "./passwords.service.js";
import { SecondFactors } from "./second-factors.service.js";
import type { Config } from "../platform/config/config.js";

/** Who changes an account, and why: an operator in the dashboard; absent from the command line. */
export interface AccountChange {
  readonly by?: Administrator;
  readonly reason?: string;
}

/** Where a password comes from: a generated one must be changed at the first login. */
export interface PasswordOrigin {
  readonly generated: boolean;
}

const CHOSEN: PasswordOrigin = { generated: false };

/**
 * Making and changing administrators; every change is audited. Names and passwords are checked by the callers
 * (`passwordProblem`). The last operator who may log in can be neither disabled nor removed nor made a viewer.
 */
@Injectable()
export class AdministratorsService {
  constructor(
    private readonly database: Database,
    private readonly administrators: AdministratorsRepository,
    private readonly sessions: AdministratorSessions,
    private readonly passwords: Passwords,
    private readonly secondFactors: SecondFactors,
    private readonly audit: AuditLog,
  ) {}

  list(): Promise<ListedAdministrator[]> {
    return this.administrators.list();
  }

  /** One administrator as the list shows them. */
  listed(id: string): Promise<ListedAdministrator | undefined> {
    return this.administrators.listed(id);
  }

  /** What is wrong with a new password of an account, in a sentence or two; undefined when nothing is. */
  passwordProblem(username: string, password: string): Promise<string | undefined> {
    return this.passwords.problem(username, password);
  }

  /** @returns undefined when the name is taken */
  async add(
    username: string,
    role: AdministratorRole,
    password: string,
    origin = CHOSEN,
  ): Promise<Administrator | undefined> {
    const passwordHash = await this.passwords.hash(password);
    const administrator = { username, role, passwordHash, mustChangePassword: origin.generated };
    return this.database.transaction(async (tx) => {
      const added = await this.administrators.insert(tx, administrator);
      if (added === undefined) return undefined;
      const { id: subjectId } = added;
      const subjectType = "administrator";
      await this.audit.record(tx, {
        action: "administrator_added",
        subjectType,
        subjectId,
        after: { username, role },
      });
      return added;
    });
  }

  /**
   * Adds the first administrator, unless there is one already. Two processes starting together add one.
   *
   * @returns whether it was added
   */
  async addFirst(username: string, password: string, origin = CHOSEN): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    const first = {
      username,
      role: "operator",
      passwordHash,
      mustChangePassword: origin.generated,
    } as const;
    return this.database.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('first administrator', 0))");
      if (await this.administrators.any(tx)) return false;
      return (await this.administrators.insert(tx, first)) !== undefined;
    });
  }

  /** Whether there is any administrator. */
  async exists(): Promise<boolean> {
    return this.database.transaction((tx) => this.administrators.any(tx));
  }

  /**
   * Sets a password and ends every session of the account.
   *
   * @returns false when there is no such administrator
   */
  async setPassword(
    username: string,
    password: string,
    change: AccountChange & Partial<PasswordOrigin> = {},
  ): Promise<boolean> {
    const hash = await this.passwords.hash(password);
    return this.change(username, "password_changed", change, async (tx, { id }) => {
      await this.administrators.setPassword(tx, id, hash, change.generated ?? false);
      await this.sessions.endAllOf(tx, id);
      return {};
    });
  }

  /** Changes what somebody may do, at once. @returns false when there is no such administrator */
  setRole(username: string, role: AdministratorRole): Promise<boolean> {
    return this.change(username, "role_changed", {}, async (tx, found) => {
      if (role !== "operator") await this.keepAnOperator(tx, found.id);
      await this.administrators.setRole(tx, found.id, role);
      return { before: { role: found.role }, after: { role } };
    });
  }

  /**
   * Closes an account, and ends its sessions at once.
   *
   * @returns false when there is no such administrator
   * @throws DomainError last_operator
   */
  disable(username: string, change: AccountChange = {}): Promise<boolean> {
    return this.change(username, "administrator_disabled", change, async (tx, found) => {
      await this.keepAnOperator(tx, found.id);
      if (!found.disabled) await this.administrators.setDisabled(tx, found.id, true);
      await this.sessions.endAllOf(tx, found.id);
      return {};
    });
  }

  /** Opens a disabled account again. @returns false when there is no such administrator */
  enable(username: string, change: AccountChange = {}): Promise<boolean> {
    return this.change(username, "administrator_enabled", change, async (tx, { id }) => {
      await this.administrators.setDisabled(tx, id, false);
      return {};
    });
  }

  /**
   * Removes an account, and with it its sessions. What it did stays in the audit log.
   *
   * @returns false when there is no such administrator
   * @throws DomainError last_operator
   */
  remove(username: string, change: AccountChange = {}): Promise<boolean> {
    return this.change(username, "administrator_removed", change, async (tx, found) => {
      await this.keepAnOperator(tx, found.id);
      await this.administrators.remove(tx, found.id);
      return { before: { role: found.role } };
    });
  }

  /**
   * Removes an administrator's second factor and ends their sessions, for anyone who lost phone and recovery codes.
   * Only from the command line: who can do it has access to the server anyway.
   *
   * @returns false when there is no such administrator
   */
  resetSecondFactor(username: string): Promise<boolean> {
    return this.change(username, "second_factor_reset", {}, async (tx, { id }) => {
      const had = await this.secondFactors.remove(tx, id);
      await this.sessions.endAllOf(tx, id);
      return { before: { secondFactor: had } };
    });
  }

  /** @throws DomainError last_operator */
  private async keepAnOperator(tx: Tx, goingId: string): Promise<void> {
    const operators = await this.administrators.lockActiveOperators(tx);
    if (operators.length === 1 && operators[0] === goingId) throw new DomainError("last_operator");
  }

  private change(
    username: string,
    action: string,
    { by, reason }: AccountChange,
    work: (tx: Tx, found: AdministratorRow) => Promise<Pick<AuditedAction, "before" | "after">>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const found = await this.administrators.named(username, tx);
      if (found === undefined) return false;
      const facts = await work(tx, found);
      await this.audit.record(tx, {
        ...(by === undefined ? {} : { administrator: by }),
        action,
        subjectType: "administrator",
        subjectId: found.id,
        reason,
        ...facts,
        after: { account: found.username, ...facts.after },
      });
      return true;
    });
  }
}

/** The service for those who have a database and no application: the migration and the command line. */
export function administratorsOf(database: Database, config: Config): AdministratorsService {
  return new AdministratorsService(
    database,
    new AdministratorsRepository(database),
    new AdministratorSessions(database, config),
    new Passwords(config),
    new SecondFactors(config, new Secrets(config)),
    new AuditLog(database),
  );
}
