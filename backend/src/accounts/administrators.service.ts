import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { type Access, type AdministratorRole, mayGive } from "@sakhi/domain/access/rights";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Config } from "../platform/config/config.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { AdministratorEntity } from "./accounts.entities.js";
import { accessColumns, AdministratorSessionsService } from "./administrator-sessions.service.js";
import type { Administrator } from "./administrator.js";
import { type AuditedAction, AuditLogService } from "./audit-log.service.js";
import { PasswordsService } from "./passwords.service.js";
import { SecondFactorsService } from "./second-factors.service.js";

/** Who changes an account, and why. Both are absent on the command line. */
interface AccountChange {
  readonly by?: Administrator;
  readonly reason?: string;
}

/** Origin of a password: a generated one must be changed at the first login. */
interface PasswordOrigin {
  readonly generated?: boolean;
}

/** The columns of an administrator that a login needs. */
export type AdministratorRow = Pick<AdministratorEntity, "id" | "username" | "passwordHash"> &
  Access & { readonly disabled: boolean; readonly hasSecondFactor: boolean };

/** An administrator without the password hash. `disabledAt` is null while the account is enabled. */
export type ListedAdministrator = Omit<AdministratorEntity, "passwordHash" | "role" | "eventId" | "teamRole"> &
  Access & {
    /** Null without a second factor. */
    readonly secondFactorSince: Date | null;
    readonly recoveryCodesLeft: number;
  };

/** Usernames are case-insensitive. */
const SELECT_BY_NAME = `
  SELECT a.id, a.username, ${accessColumns("a")}, a.password_hash, a.disabled_at IS NOT NULL AS disabled,
         EXISTS (SELECT 1 FROM administrator_second_factors f
                  WHERE f.administrator_id = a.id AND f.secret IS NOT NULL) AS has_second_factor
    FROM administrators a WHERE lower(a.username) = lower($1)`;
const SELECT_LISTED = `
  SELECT a.id, a.username, ${accessColumns("a")}, a.event_ids,
         a.created_at, a.password_set_at, a.must_change_password, a.disabled_at,
         a.last_login_at, f.confirmed_at AS second_factor_since,
         (SELECT count(*) FROM administrator_recovery_codes c
           WHERE c.administrator_id = a.id AND c.used_at IS NULL)::integer AS recovery_codes_left
    FROM administrators a LEFT JOIN administrator_second_factors f ON f.administrator_id = a.id`;

/** Changes after which neither the links that somebody sent nor those that she got work. */
const ENDS_LINKS: readonly string[] = [
  ...["role_changed", "administrator_left", "administrator_disabled", "administrator_removed"],
];

/**
 * Adds and changes administrators; every change is audited. Callers validate names and passwords (`passwordProblem`).
 * The last enabled owner can be neither disabled nor removed nor given another role, nor leave.
 */
@Injectable()
export class AdministratorsService {
  constructor(
    private readonly database: Database,
    private readonly administratorSessions: AdministratorSessionsService,
    private readonly passwords: PasswordsService,
    private readonly secondFactors: SecondFactorsService,
    private readonly auditLog: AuditLogService,
  ) {}

  list(): Promise<ListedAdministrator[]> {
    return this.database.read<ListedAdministrator>(AdministratorEntity, `${SELECT_LISTED} ORDER BY lower(a.username)`);
  }

  /** One row of {@link list}. */
  async listed(id: string, tx?: Tx): Promise<ListedAdministrator | undefined> {
    const sql = `${SELECT_LISTED} WHERE a.id = $1`;
    return (await this.database.read<ListedAdministrator>(AdministratorEntity, sql, [id], tx))[0];
  }

  /** Finds an administrator by username, case-insensitively. */
  async named(username: string, tx?: Tx): Promise<AdministratorRow | undefined> {
    return (await this.database.read<AdministratorRow>(AdministratorEntity, SELECT_BY_NAME, [username], tx))[0];
  }

  /** Explains why a new password is not acceptable; undefined when it is. */
  passwordProblem(username: string, password: string): Promise<string | undefined> {
    return this.passwords.problem(username, password);
  }

  /** @returns undefined if the name is taken */
  async add(
    username: string,
    role: AdministratorRole,
    password: string,
    { generated = false, eventIds = null }: PasswordOrigin & Partial<Pick<AdministratorEntity, "eventIds">> = {},
  ): Promise<Administrator | undefined> {
    const passwordHash = await this.passwords.hash(password);
    const administrator = { username, teamRole: role, eventIds, passwordHash, mustChangePassword: generated };
    return this.database.transaction((tx) => this.insert(tx, administrator));
  }

  /** Hashes a password, outside of a transaction: it takes a while. */
  hash(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  /** Adds an account that somebody was invited to. @returns false if the name is taken */
  async addInvited(
    tx: Tx,
    invited: Pick<AdministratorEntity, "username" | "teamRole" | "eventIds" | "passwordHash">,
  ): Promise<boolean> {
    return (await this.insert(tx, { ...invited, mustChangePassword: false })) !== undefined;
  }

  /** Replaces a password that its owner chose by a link, and ends every session. @returns false if there is no account */
  async replacePassword(tx: Tx, id: string, passwordHash: string): Promise<boolean> {
    const { affected } = await tx.update(
      AdministratorEntity,
      { id },
      { passwordHash, passwordSetAt: databaseNow, mustChangePassword: false },
    );
    await this.administratorSessions.endAllOf(tx, id);
    return affected === 1;
  }

  /**
   * Adds the first administrator, unless one exists. Safe when two processes start at once.
   *
   * @returns whether it was added
   */
  async addFirst(username: string, password: string, { generated }: Required<PasswordOrigin>): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    const access = { teamRole: "owner", eventIds: null } as const;
    const first = { username, ...access, passwordHash, mustChangePassword: generated };
    return this.database.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('first administrator', 0))");
      if (await tx.exists(AdministratorEntity)) return false;
      return (await this.insert(tx, first)) !== undefined;
    });
  }

  /** Whether any administrator exists. */
  exists(): Promise<boolean> {
    return this.database.repository(AdministratorEntity).exists();
  }

  /**
   * Sets a password and ends every session of the account.
   *
   * @returns false when there is no such administrator
   */
  async setPassword(username: string, password: string, change: AccountChange & PasswordOrigin = {}): Promise<boolean> {
    const hash = await this.passwords.hash(password);
    return this.change(username, "password_changed", change, async (tx, { id }) => {
      const mustChangePassword = change.generated ?? false;
      await tx.update(
        AdministratorEntity,
        { id },
        { passwordHash: hash, passwordSetAt: databaseNow, mustChangePassword },
      );
      await this.administratorSessions.endAllOf(tx, id);
      return {};
    });
  }

  /**
   * Changes a role and its events, effective immediately.
   *
   * @param events ids of its events; null for all
   * @returns false when there is no such administrator
   * @throws DomainError last_operator; access_too_wide if the one who changes it may not give it
   */
  setRole(
    username: string,
    role: AdministratorRole,
    eventIds: readonly number[] | null = null,
    change: AccountChange = {},
  ): Promise<boolean> {
    return this.change(username, "role_changed", change, async (tx, found) => {
      if (role !== "owner") await this.keepAnOwner(tx, found.id);
      await tx.update(
        AdministratorEntity,
        { id: found.id },
        { teamRole: role, eventIds: eventIds === null ? null : [...eventIds] },
      );
      const changed = await this.listed(found.id, tx);
      if (changed === undefined) throw new Error("a changed administrator is gone");
      if (change.by !== undefined && !mayGive(change.by, changed)) throw new DomainError("access_too_wide");
      return { before: accessDetails(found), after: accessDetails(changed) };
    });
  }

  /**
   * Ends one's own account, and every session of it.
   *
   * @throws DomainError last_operator, administrator_not_found
   */
  async leave(self: Administrator): Promise<void> {
    const left = await this.change(self.username, "administrator_left", { by: self }, async (tx, found) => {
      await this.keepAnOwner(tx, found.id);
      await tx.update(AdministratorEntity, { id: found.id }, { disabledAt: databaseNow });
      await this.administratorSessions.endAllOf(tx, found.id);
      return { before: accessDetails(found) };
    });
    if (!left) throw new DomainError("administrator_not_found");
  }

  /**
   * Disables an account and ends its sessions.
   *
   * @returns false when there is no such administrator
   * @throws DomainError last_operator
   */
  disable(username: string, change: AccountChange = {}): Promise<boolean> {
    return this.change(username, "administrator_disabled", change, async (tx, found) => {
      await this.keepAnOwner(tx, found.id);
      if (!found.disabled) {
        await tx.update(AdministratorEntity, { id: found.id }, { disabledAt: databaseNow });
      }
      await this.administratorSessions.endAllOf(tx, found.id);
      return {};
    });
  }

  /** Enables a disabled account. @returns false when there is no such administrator */
  enable(username: string, change: AccountChange = {}): Promise<boolean> {
    return this.change(username, "administrator_enabled", change, async (tx, { id }) => {
      await tx.update(AdministratorEntity, { id }, { disabledAt: null });
      return {};
    });
  }

  /**
   * Deletes an account and its sessions. Its entries in the audit log stay.
   *
   * @returns false when there is no such administrator
   * @throws DomainError last_operator
   */
  remove(username: string, change: AccountChange = {}): Promise<boolean> {
    return this.change(username, "administrator_removed", change, async (tx, found) => {
      await this.keepAnOwner(tx, found.id);
      await tx.delete(AdministratorEntity, { id: found.id });
      return { before: accessDetails(found) };
    });
  }

  /**
   * Removes an administrator's second factor and ends their sessions, for those who lost phone and recovery codes.
   * Available on the command line only, which requires access to the server.
   *
   * @returns false when there is no such administrator
   */
  resetSecondFactor(username: string): Promise<boolean> {
    return this.change(username, "second_factor_reset", {}, async (tx, { id }) => {
      const had = await this.secondFactors.remove(tx, id);
      await this.administratorSessions.endAllOf(tx, id);
      return { before: { secondFactor: had } };
    });
  }

  /** Locks all owners, so that concurrent transactions cannot remove the last two. @throws DomainError last_operator */
  private async keepAnOwner(tx: Tx, leavingId: string): Promise<void> {
    const owners = await rows<{ id: string }>(
      tx,
      "SELECT id FROM administrators WHERE team_role = 'owner' AND disabled_at IS NULL ORDER BY id FOR UPDATE",
    );
    if (owners.length === 1 && owners[0]?.id === leavingId) throw new DomainError("last_operator");
  }

  /** @returns undefined if the name is taken */
  private async insert(
    tx: Tx,
    added: Pick<AdministratorEntity, "username" | "teamRole" | "eventIds" | "passwordHash" | "mustChangePassword">,
  ): Promise<Administrator | undefined> {
    const { username, teamRole, eventIds, passwordHash, mustChangePassword } = added;
    const id = randomUUID();
    const written = await rows(
      tx,
      `INSERT INTO administrators (id, username, team_role, event_ids, password_hash, must_change_password)
       VALUES (:id, :username, :teamRole, :eventIds::integer[], :passwordHash, :mustChangePassword)
       ON CONFLICT (lower(username)) DO NOTHING RETURNING id`,
      { id, username, teamRole, eventIds, passwordHash, mustChangePassword },
    );
    if (written.length === 0) return undefined;
    const subject = { subjectType: "administrator", subjectId: id } as const;
    const person = await this.listed(id, tx);
    if (person === undefined) throw new Error("an added administrator is gone");
    const { role, events } = person;
    await this.auditLog.record(tx, {
      action: "administrator_added",
      ...subject,
      after: { username, ...accessDetails(person) },
    });
    return { id, username, role, events };
  }

  private change(
    username: string,
    action: AuditAction,
    { by, reason }: AccountChange,
    work: (tx: Tx, found: AdministratorRow) => Promise<Pick<AuditedAction, "before" | "after">>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const found = await this.named(username, tx);
      if (found === undefined) return false;
      // Nobody changes the account of somebody who may do more than she.
      if (by !== undefined && by.id !== found.id && !mayGive(by, found)) throw new DomainError("access_too_wide");
      const facts = await work(tx, found);
      if (ENDS_LINKS.includes(action)) {
        await tx.query(
          `UPDATE administrator_invitations SET ended_at = clock_timestamp()
            WHERE ended_at IS NULL AND (administrator_id = $1 OR lower(invited_by) = lower($2))`,
          [found.id, found.username],
        );
      }
      await this.auditLog.record(tx, {
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

/** A role and its events, for the audit log. */
export const accessDetails = ({ role, events }: Access) =>
  ({ role, ...(events === null ? {} : { atEvents: events.join(", ") }) }) as const;

/** Builds the service without a Nest application, for migrations and the command line. */
export function administratorsOf(database: Database, config: Config): AdministratorsService {
  return new AdministratorsService(
    database,
    new AdministratorSessionsService(database, config),
    new PasswordsService(config),
    new SecondFactorsService(config, new Secrets(config)),
    new AuditLogService(database),
  );
}
