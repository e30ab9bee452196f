import { setTimeout as pause } from "node:timers/promises";
import { Logger } from "@nestjs/common";
import { DataSource, type DataSourceOptions } from "typeorm";
import type { Config } from "../config/config.js";
import { SettingsError } from "../config/settings.js";
import { describeError } from "../log/log.js";
import type { EntityClass } from "./columns.js";
import { dataSourceOptions } from "./data-source.js";
import { isDatabaseUnavailable } from "./database-errors.js";
import { Database, rows, type Tx } from "./database.js";

/** How long a starting process waits for an unreachable database, in ms: longer than PostgreSQL's recovery. */
const MAX_WAIT_MS = 60_000;
const RETRY_MS = 250;

/**
 * Opens the pool of a process. Waits up to a minute for an unreachable database: it may have been killed together with
 * this process, and a supervisor restarts a process that exits with an increasing backoff.
 *
 * @throws SettingsError in production, when the database or the role is not allowed there; pg's errors
 */
export async function openDataSource(
  config: Pick<Config, "databaseUrl" | "databasePoolSize" | "production">,
  entities: readonly EntityClass[],
): Promise<DataSource> {
  const options = dataSourceOptions(config.databaseUrl, entities, config.databasePoolSize);
  const source = await connected(options);
  if (!config.production) return source;
  try {
    await assertProductionDatabase(new Database(source), "DATABASE_URL", { owner: false });
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

async function connected(options: DataSourceOptions): Promise<DataSource> {
  const log = new Logger("Database");
  const deadline = Date.now() + MAX_WAIT_MS;
  for (let reported = false; ; reported = true) {
    try {
      return await new DataSource(options).initialize();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      if (!reported) log.warn(`The database is unreachable (${describeError(error)}): retrying until it responds.`);
    }
    await pause(RETRY_MS);
  }
}

/** Rights that no role of ours has: with them, it could give itself every other. */
interface RoleRights {
  readonly superuser: boolean;
  readonly createsRoles: boolean;
  readonly bypassesPolicies: boolean;
  readonly replicates: boolean;
  /** Owns the audit log, or is a member of the role that does. */
  readonly owns: boolean;
}

/** What a role may not have in production, as the end of a sentence. */
const REFUSED_RIGHTS: Readonly<Record<keyof RoleRights, string>> = {
  superuser: "names a superuser",
  createsRoles: "names a role that may create roles (CREATEROLE)",
  bypassesPolicies: "names a role with BYPASSRLS",
  replicates: "names a role with REPLICATION, which reads every database",
  owns: "names the role that owns the tables, or a member of it",
};

/**
 * Refuses to run production on demonstration data, which any visitor could use (coupons that cost the operator money,
 * brands that do not exist), or with a role that could disable the protection of the audit log.
 *
 * @param setting name of the setting that holds the connection's URL
 * @param expected whether this is the connection of the tables' owner
 * @throws SettingsError
 */
export async function assertProductionDatabase(
  database: Database,
  setting: string,
  expected: { readonly owner: boolean },
): Promise<void> {
  const [role] = await database.query<RoleRights & { [name: string]: unknown }>(
    `SELECT rolsuper AS superuser, rolcreaterole AS "createsRoles", rolbypassrls AS "bypassesPolicies",
       rolreplication AS replicates, pg_has_role(current_user, tables.relowner, 'MEMBER') AS owns
     FROM pg_roles, pg_class tables
     WHERE rolname = current_user AND tables.oid = 'audit_log'::regclass`,
  );
  const refused = (Object.keys(REFUSED_RIGHTS) as (keyof RoleRights)[]).find(
    // A superuser is a member of every role.
    (right) => role?.[right] === true && !(right === "owns" && expected.owner),
  );
  const seeds = await database.query<{ name: string }>("SELECT name FROM seeds WHERE demonstration ORDER BY name");
  const problems = [
    refused !== undefined &&
      `${setting} ${REFUSED_RIGHTS[refused]}, which production refuses: make roles as deploy/postgres/sql/roles.sql does.`,
    seeds.length > 0 &&
      `${setting} leads to a database with demonstration data (${seeds.map(({ name }) => name).join(", ")}): ` +
        "start with an empty database, or remove it with `node backend/dist/bundle/seed.js --remove-demo`.",
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new SettingsError(problems);
}

/** Schemas of the product's own tables, and of BullMQ's queues when there is no Redis. */
const SCHEMAS = ["public", "bullmq"];

/**
 * Grants the processes' role the least privileges: it reads and writes rows but owns no table, so it cannot alter or
 * truncate one, and it can only insert into the audit log. Run by the owner after each migration. Idempotent.
 *
 * @param role the role in DATABASE_URL
 */
export async function grantApplicationRole(database: Database, role: string): Promise<void> {
  await database.transaction(async (tx) => {
    const found = await rows<{ name: string }>(
      tx,
      "SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY ($1)",
      [SCHEMAS],
    );
    const to = `"${role.replaceAll('"', '""')}"`;
    for (const { name } of found) {
      await tx.query(`
        GRANT USAGE ON SCHEMA ${name} TO ${to};
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO ${to};
        GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${name} TO ${to};
      `);
    }
    // Not those of extensions: they belong to another role, and PostgreSQL would log a warning for each.
    const functions = await rows<{ name: string }>(
      tx,
      `SELECT f.oid::regprocedure AS name FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace
        WHERE n.nspname = ANY ($1) AND f.prokind = 'f'
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e')`,
      [SCHEMAS],
    );
    if (functions.length > 0)
      await tx.query(`GRANT EXECUTE ON FUNCTION ${functions.map(({ name }) => name).join(", ")} TO ${to}`);
    await tx.query(`
      REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM ${to};
      REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON migrations FROM ${to};
    `);
  });
}

/** Options of a seed. */
interface Seed {
  /** Demonstration data: production refuses to start with it. */
  readonly demonstration: boolean;
}

/**
 * Runs `prepare` once per name and database, so that later changes and deletions persist. Safe for processes that start at
 * the same time.
 *
 * @returns true if `prepare` ran now
 */
export async function seedOnce(
  database: Database,
  name: string,
  seed: Seed,
  prepare: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const claimed = await rows(
      tx,
      "INSERT INTO seeds (name, demonstration) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name",
      [name, seed.demonstration],
    );
    if (claimed.length === 0) return false;
    await prepare(tx);
    return true;
  });
}

/** Forgets that demonstration data was planted, because it is removed in `tx`. @returns the names of its seeds */
export async function forgetDemonstration(tx: Tx): Promise<readonly string[]> {
  const forgotten = await rows<{ name: string }>(tx, "DELETE FROM seeds WHERE demonstration RETURNING name");
  return forgotten.map(({ name }) => name).toSorted();
}
