import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { RoleOfAllEvents } from "@sakhi/domain/accounts/administrator.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Config } from "../platform/config/config.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { AdministratorEntity } from "./accounts.entities.js";
import { AdministratorSessionsService } from "./administrator-sessions.service.js";
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
export type AdministratorRow = Pick<AdministratorEntity, "id" | "username" | "role" | "passwordHash"> & {
  readonly disabled: boolean;
  readonly hasSecondFactor: boolean;
};

/** An administrator without the password hash. `disabledAt` is null while the account is enabled. */
export type ListedAdministrator = Omit<AdministratorEntity, "passwordHash"> & {
  /** Slug of the event of a person at the gate. */
  readonly event: string | null;
  /** Null without a second factor. */
  readonly secondFactorSince: Date | null;
  readonly recoveryCodesLeft: number;
};

/** Usernames are case-insensitive. */
const SELECT_BY_NAME = `
  SELECT a.id, a.username, a.role, a.password_hash, a.disabled_at IS NOT NULL AS disabled,
         EXISTS (SELECT 1 FROM administrator_second_factors f
                  WHERE f.administrator_id = a.id AND f.secret IS NOT NULL) AS has_second_factor
    FROM administrators a WHERE lower(a.username) = lower($1)`;
const SELECT_LISTED = `
  SELECT a.id, a.username, a.role, a.event_id, (SELECT e.slug FROM events e WHERE e.id = a.event_id) AS event,
         a.created_at, a.password_set_at, a.must_change_password, a.disabled_at,
         a.last_login_at, f.confirmed_at AS second_factor_since,
         (SELECT count(*) FROM administrator_recovery_codes c
           WHERE c.administrator_id = a.id AND c.used_at IS NULL)::integer AS recovery_codes_left
    FROM administrators a LEFT JOIN administrator_second_factors f ON f.administrator_id = a.id`;

/**
 * Adds and changes administrators; every change is audited. Callers validate names and passwords (`passwordProblem`).
 * The last enabled operator can be neither disabled nor removed nor made a viewer.
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
  async listed(id: string): Promise<ListedAdministrator | undefined> {
    const sql = `${SELECT_LISTED} WHERE a.id = $1`;
    return (await this.database.read<ListedAdministrator>(AdministratorEntity, sql, [id]))[0];
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
    role: RoleOfAllEvents,
    password: string,
    { generated = false }: PasswordOrigin = {},
  ): Promise<Administrator | undefined> {
    const passwordHash = await this.passwords.hash(password);
    const administrator = { username, role, eventId: null, passwordHash, mustChangePassword: generated };
    return this.database.transaction((tx) => this.insert(tx, administrator));
  }

  /** Hashes a password, outside of a transaction: it takes a while. */
  hash(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  /** Adds an account that somebody was invited to. @returns false if the name is taken */
  async addInvited(
    tx: Tx,
    invited: Pick<AdministratorEntity, "username" | "role" | "eventId" | "passwordHash">,
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
    const first = { username, role: "operator", eventId: null, passwordHash, mustChangePassword: generated } as const;
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

  /** Changes a role, effective immediately. @returns false when there is no such administrator */
  setRole(username: string, role: RoleOfAllEvents): Promise<boolean> {
    return this.change(username, "role_changed", {}, async (tx, found) => {
      if (role !== "operator") await this.keepAnOperator(tx, found.id);
      await tx.update(AdministratorEntity, { id: found.id }, { role, eventId: null });
      return { before: { role: found.role }, after: { role } };
    });
  }

  /**
   * Disables an account and ends its sessions.
   *
   * @returns false when there is no such administrator
   * @throws DomainError last_operator
   */
  disable(username: string, change: AccountChange = {}): Promise<boolean> {
    return this.change(username, "administrator_disabled", change, async (tx, found) => {
      await this.keepAnOperator(tx, found.id);
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
      await this.keepAnOperator(tx, found.id);
      await tx.delete(AdministratorEntity, { id: found.id });
      return { before: { role: found.role } };
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

  /** Locks all operators, so that concurrent transactions cannot remove the last two. @throws DomainError last_operator */
  private async keepAnOperator(tx: Tx, leavingId: string): Promise<void> {
    const operators = await rows<{ id: string }>(
      tx,
      "SELECT id FROM administrators WHERE role = 'operator' AND disabled_at IS NULL ORDER BY id FOR UPDATE",
    );
    if (operators.length === 1 && operators[0]?.id === leavingId) throw new DomainError("last_operator");
  }

  /** @returns undefined if the name is taken */
  private async insert(
    tx: Tx,
    added: Pick<AdministratorEntity, "username" | "role" | "eventId" | "passwordHash" | "mustChangePassword">,
  ): Promise<Administrator | undefined> {
    const { username, role, eventId, passwordHash, mustChangePassword } = added;
    const id = randomUUID();
    const written = await rows(
      tx,
      `INSERT INTO administrators (id, username, role, event_id, password_hash, must_change_password)
       VALUES (:id, :username, :role, :eventId, :passwordHash, :mustChangePassword)
       ON CONFLICT (lower(username)) DO NOTHING RETURNING id`,
      { id, username, role, eventId, passwordHash, mustChangePassword },
    );
    if (written.length === 0) return undefined;
    const subject = { subjectType: "administrator", subjectId: id } as const;
    await this.auditLog.record(tx, { action: "administrator_added", ...subject, after: { username, role } });
    return { id, username, role };
  }

  private change(
    username: string,
    action: string,
    { by, reason }: AccountChange,
    work: (tx: Tx, found: AdministratorRow) => Promise<Pick<AuditedAction, "before" | "after">>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const found = await this.named(username, tx);
      if (found === undefined) return false;
      const facts = await work(tx, found);
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
