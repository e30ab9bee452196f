import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import type { Administrator } from "./administrator.js";

/** An administrator with what a login needs. */
export interface AdministratorRow extends Administrator {
  readonly passwordHash: string;
}

/** An administrator as the command line lists them. */
export interface ListedAdministrator extends Administrator {
  readonly createdAt: Date;
  readonly passwordSetAt: Date;
}

const COLUMNS = `id, username, role, password_hash AS "passwordHash"`;

/** The administrators table; names are compared without case. */
@Injectable()
export class AdministratorsRepository {
  constructor(private readonly database: Database) {}

  async named(username: string, tx?: Tx): Promise<AdministratorRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM administrators WHERE lower(username) = lower($1)`;
    const found =
      tx === undefined
        ? await this.database.query<AdministratorRow>(sql, [username])
        : await rows<AdministratorRow>(tx, sql, [username]);
    return found[0];
  }

  list(): Promise<ListedAdministrator[]> {
    return this.database.query<ListedAdministrator>(
      `SELECT id, username, role, created_at AS "createdAt", password_set_at AS "passwordSetAt"
         FROM administrators ORDER BY lower(username)`,
    );
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
    },
  ): Promise<Administrator | undefined> {
    const { username, role, passwordHash } = administrator;
    const id = randomUUID();
    const written = await rows(
      tx,
      `INSERT INTO administrators (id, username, role, password_hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT (lower(username)) DO NOTHING RETURNING id`,
      [id, username, role, passwordHash],
    );
    return written.length === 0 ? undefined : { id, username, role };
  }

  async setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
    await tx.query(
      "UPDATE administrators SET password_hash = $2, password_set_at = clock_timestamp() WHERE id = $1",
      [id, passwordHash],
    );
  }

  async setRole(tx: Tx, id: string, role: AdministratorRole): Promise<void> {
    await tx.query("UPDATE administrators SET role = $2 WHERE id = $1", [id, role]);
  }
}
