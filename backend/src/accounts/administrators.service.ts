import { Injectable } from "@nestjs/common";
import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import { Database } from "../platform/database/database.js";
import type { Administrator } from "./administrator.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";
import { AdministratorsRepository } from "./administrators.repository.js";
import type { ListedAdministrator } from "./administrators.repository.js";
import { AuditLog } from "./audit-log.service.js";
import { Passwords } from "./passwords.service.js";

/** Making and changing administrators; every change is audited. Names and passwords are checked by the callers. */
@Injectable()
export class AdministratorsService {
  constructor(
    private readonly database: Database,
    private readonly administrators: AdministratorsRepository,
    private readonly sessions: AdministratorSessions,
    private readonly passwords: Passwords,
    private readonly audit: AuditLog,
  ) {}

  list(): Promise<ListedAdministrator[]> {
    return this.administrators.list();
  }

  /** @returns undefined when the name is taken */
  async add(username: string, role: AdministratorRole, password: string): Promise<Administrator | undefined> {
    const passwordHash = await this.passwords.hash(password);
    return this.database.transaction(async (tx) => {
      const added = await this.administrators.insert(tx, { username, role, passwordHash });
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
  async addFirst(username: string, password: string): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    return this.database.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('first administrator', 0))");
      if (await this.administrators.any(tx)) return false;
      return (
        (await this.administrators.insert(tx, { username, role: "operator", passwordHash })) !== undefined
      );
    });
  }

  /** Whether there is any administrator. */
  async exists(): Promise<boolean> {
    return this.database.transaction((tx) => this.administrators.any(tx));
  }

  /**
   * Sets a password and ends every session of the account.
   *
   * @param by the administrator who does it; absent from the command line
   * @returns false when there is no such administrator
   */
  async setPassword(username: string, password: string, by?: Administrator): Promise<boolean> {
    const hash = await this.passwords.hash(password);
    return this.change(username, "password_changed", by, async (tx, { id }) => {
      await this.administrators.setPassword(tx, id, hash);
      await this.sessions.endAllOf(tx, id);
      return {};
    });
  }

  /** Changes what somebody may do, at once. @returns false when there is no such administrator */
  setRole(username: string, role: AdministratorRole): Promise<boolean> {
    return this.change(username, "role_changed", undefined, async (tx, found) => {
      await this.administrators.setRole(tx, found.id, role);
      return { before: { role: found.role }, after: { role } };
    });
  }

  private change(
    username: string,
    action: string,
    by: Administrator | undefined,
    work: (
      tx: Parameters<AuditLog["record"]>[0],
      found: Administrator,
    ) => Promise<Pick<Parameters<AuditLog["record"]>[1], "before" | "after">>,
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
        ...facts,
        after: { account: found.username, ...facts.after },
      });
      return true;
    });
  }
}
