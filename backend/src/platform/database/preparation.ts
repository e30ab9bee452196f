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

/** How long a process that starts waits for a database that is away, in ms: longer than PostgreSQL's recovery. */
const LONGEST_WAIT_MS = 60_000;
const TRY_AGAIN_MS = 250;

/**
 * Opens the pool every process works with. A database that is away is waited for, up to a minute: it may have been killed
 * together with this process, and one that ends because of that is started more slowly each time.
 *
 * @throws SettingsError in production, when the database or the role is not fit for it; pg's errors
 */
export async function openDataSource(
  config: Pick<Config, "databaseUrl" | "databasePoolSize" | "production">,
  entities: readonly EntityClass[],
): Promise<DataSource> {
  const options = dataSourceOptions(config.databaseUrl, entities, config.databasePoolSize);
  const source = await connected(options);
  if (!config.production) return source;
  try {
    await demandProductionDatabase(new Database(source), "DATABASE_URL");
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

async function connected(options: DataSourceOptions): Promise<DataSource> {
  const log = new Logger("Database");
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (let reported = false; ; reported = true) {
    try {
      return await new DataSource(options).initialize();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      if (!reported) log.warn(`The database does not answer (${describeError(error)}): trying until it does.`);
    }
    await pause(TRY_AGAIN_MS);
  }
}

/**
 * Refuses what production must not run on: demonstration data, which anybody could book with (coupons that cost the
 * operator money, brands that do not exist), and a superuser, who could switch off whatever guards the audit log.
 *
 * @param setting the name of the setting the connection was made with
 * @throws SettingsError
 */
export async function demandProductionDatabase(database: Database, setting: string): Promise<void> {
  const [role] = await database.query<{ rolsuper: boolean }>(
    "SELECT rolsuper FROM pg_roles WHERE rolname = current_user",
  );
  const seeds = await database.query<{ name: string }>("SELECT name FROM seeds WHERE demonstration ORDER BY name");
  const problems = [
    role?.rolsuper === true &&
      `${setting} names a superuser, which production refuses: make roles as deploy/postgres/sql/roles.sql does.`,
    seeds.length > 0 &&
      `${setting} leads to a database with demonstration data (${seeds.map(({ name }) => name).join(", ")}): ` +
        "start with an empty database, or remove it with `node backend/dist/bundle/seed.js --remove-demo`.",
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new SettingsError(problems);
}

/** Where the product's own tables are, and where BullMQ keeps its queues when there is no Redis. */
const SCHEMAS = ["public", "bullmq"];

/**
 * Gives the role that the processes connect as what they need and no more: it reads and writes rows, but owns nothing,
 * so it can neither alter nor empty a table, and adds to the audit log without changing it. Run by the owner after each
 * migration; doing it again changes nothing.
 *
 * @param role the role's name, as it stands in DATABASE_URL
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
        GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${name} TO ${to};
      `);
    }
    await tx.query(`
      REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM ${to};
      REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON migrations FROM ${to};
    `);
  });
}

/** What is planted. */
interface Seed {
  /** Only good for trying out: production refuses to start while it is there. */
  readonly demonstration: boolean;
}

/**
 * Runs `plant` the first time it is asked under this name in this database, and never again: what people changed
 * or deleted since stays so. Two processes starting together plant once.
 *
 * @returns whether it was planted now
 */
export async function seedOnce(
  database: Database,
  name: string,
  seed: Seed,
  plant: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const claimed = await rows(
      tx,
      "INSERT INTO seeds (name, demonstration) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name",
      [name, seed.demonstration],
    );
    if (claimed.length === 0) return false;
    await plant(tx);
    return true;
  });
}
