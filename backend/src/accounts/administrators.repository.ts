import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import type { Administrator } from "./administrator.js";

/** An administrator with what a login needs. */
export interface AdministratorRow extends Administrator {
  readonly passwordHash: string;
  readonly disabled: boolean;
  readonly hasSecondFactor: boolean;
}

/** An administrator as they are listed. */
export interface ListedAdministrator extends Administrator {
  readonly createdAt: Date;
  readonly passwordSetAt: Date;
  /** The password was generated, and not changed since. */
  readonly mustChangePassword: boolean;
  /** Null while they may log in. */
  readonly disabledAt: Date | null;
  /** Null when they never did. */
  readonly lastLoginAt: Date | null;
  /** Since when they have a second factor; null without one. */
  readonly secondFactorSince: Date | null;
  readonly recoveryCodesLeft: number;
}

const COLUMNS = `a.id, a.username, a.role, a.password_hash AS "passwordHash",
  a.disabled_at IS NOT NULL AS disabled,
  EXISTS (SELECT 1 FROM administrator_second_factors f
           WHERE f.administrator_id = a.id AND f.secret IS NOT NULL) AS "hasSecondFactor"`;
const LISTED = `SELECT a.id, a.username, a.role, a.created_at AS "createdAt", a.password_set_at AS "passwordSetAt",
    a.must_change_password AS "mustChangePassword", a.disabled_at AS "disabledAt",
    a.last_login_at AS "lastLoginAt", f.confirmed_at AS "secondFactorSince",
    (SELECT count(*) FROM administrator_recovery_codes c
      WHERE c.administrator_id = a.id AND c.used_at IS NULL)::integer AS "recoveryCodesLeft"
  FROM administrators a LEFT JOIN administrator_second_factors f ON f.administrator_id = a.id`;

/** The administrators table; names are compared without case. */
@Injectable()
export class AdministratorsRepository {
  constructor(private readonly database: Database) {}

  async named(username: string, tx?: Tx): Promise<AdministratorRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM administrators a WHERE lower(a.username) = lower($1)`;
    const found =
      tx === undefined
        ? await this.database.query<AdministratorRow>(sql, [username])
        : await rows<AdministratorRow>(tx, sql, [username]);
    return found[0];
  }

  list(): Promise<ListedAdministrator[]> {
    return this.database.query<ListedAdministrator>(`${LISTED} ORDER BY lower(a.username)`);
  }

  async listed(id: string): Promise<ListedAdministrator | undefined> {
    const [found] = await this.database.query<ListedAdministrator>(`${LISTED} WHERE a.id = $1`, [id]);
    return found;
  }

  /** Locks the operators who may log in, so that no two transactions each leave one who is just going. */
  async lockActiveOperators(tx: Tx): Promise<readonly string[]> {
    const found = await rows<{ id: string }>(
      tx,
      "SELECT id FROM administrators WHERE role = 'operator' AND disabled_at IS NULL ORDER BY id FOR UPDATE",
    );
    return found.map(({ id }) => id);
  }

  async any(tx: Tx): Promise<boolean> {
    return (await rows(tx, "SELECT id FROM administrators LIMIT 1")).length > 0;
  }

  /** @returns undefined when the name is taken */
  async insert(
    tx: Tx,
    administrator: {
      readonly username: string;
      readonly role: AdministratorRole;
      readonly passwordHash: string;
      readonly mustChangePassword: boolean;
    },
  ): Promise<Administrator | undefined> {
    const { username, role, passwordHash, mustChangePassword } = administrator;
    const id = randomUUID();
    const written = await rows(
      tx,
      `INSERT INTO administrators (id, username, role, password_hash, must_change_password)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (lower(username)) DO NOTHING RETURNING id`,
      [id, username, role, passwordHash, mustChangePassword],
    );
    return written.length === 0 ? undefined : { id, username, role };
  }

  async setPassword(tx: Tx, id: string, passwordHash: string, mustChange: boolean): Promise<void> {
    await tx.query(
      `UPDATE administrators
          SET password_hash = $2, password_set_at = clock_timestamp(), must_change_password = $3 WHERE id = $1`,
      [id, passwordHash, mustChange],
    );
  }

  async setRole(tx: Tx, id: string, role: AdministratorRole): Promise<void> {
    await tx.query("UPDATE administrators SET role = $2 WHERE id = $1", [id, role]);
  }

  async setDisabled(tx: Tx, id: string, disabled: boolean): Promise<void> {
    await tx.query(
      "UPDATE administrators SET disabled_at = CASE WHEN $2 THEN clock_timestamp() END WHERE id = $1",
      [id, disabled],
    );
  }

  /** With their sessions, second factor and recovery codes; what they did stays in the audit log. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query("DELETE FROM administrators WHERE id = $1", [id]);
  }
}
