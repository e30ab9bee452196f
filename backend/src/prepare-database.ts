import { setTimeout as delay } from "node:timers/promises";
import { DataSource } from "typeorm";
import { fillSkeletons } from "./catalogue/skeleton.js";
import { seedDemonstration } from "./demonstration.js";
import { ENTITIES } from "./entities.js";
import { seedFirstFacts } from "./events/first-facts.js";
import type { Config } from "./platform/config/config.js";
import { SettingsError } from "./platform/config/settings.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { Database, rows, type Tx } from "./platform/database/database.js";
import { assertProductionDatabase, grantApplicationRole } from "./platform/database/preparation.js";
import { createQueueTables } from "./platform/queue/queues.js";
import { seedStalls } from "./stalls/stalls.seed.js";

/** Settings for preparing the database. */
type PreparationSettings = Pick<
  Config,
  | "databaseUrl"
  | "migrationDatabaseUrl"
  | "redisUrl"
  | "production"
  | "siteName"
  | "operatorEmail"
  | "event"
  | "seller"
  | "gstRatePercent"
  | "sac"
  | "passed"
>;

/** Pause before a machine asks again whether another one is done, in ms. */
const LOCK_POLL_MS = 250;

/** Opens the connection for schema changes, as the tables' owner (MIGRATION_DATABASE_URL). */
export function openMigrationDatabase({
  databaseUrl,
  migrationDatabaseUrl = databaseUrl,
}: Pick<Config, "databaseUrl" | "migrationDatabaseUrl">): Promise<DataSource> {
  const options = dataSourceOptions(migrationDatabaseUrl, ENTITIES, 2);
  // A migration may take any time.
  return new DataSource({ ...options, extra: { ...(options.extra as object), statement_timeout: 0 } }).initialize();
}

/**
 * Migrates the schema, grants the processes' role its privileges, and seeds a new database: the event's facts and the 70
 * stalls, and outside production the demonstration data.
 *
 * @param source opened by {@link openMigrationDatabase}
 * @param report receives a line per migration
 * @throws SettingsError in production, when the database or the role is not allowed there
 */
export async function prepareDatabase(
  source: DataSource,
  config: PreparationSettings,
  report: (line: string) => void,
): Promise<Database> {
  const database = new Database(source);
  if (config.production && config.migrationDatabaseUrl === undefined) {
    throw new SettingsError([
      "MIGRATION_DATABASE_URL is missing: production migrates with the role that owns the tables, and runs with another " +
        "(deploy/postgres/sql/roles.sql).",
    ]);
  }
  await source.transaction(async (lock) => {
    // Serializes machines that are upgraded together, on a separate connection and without a timeout: the second one
    // finds everything done.
    for (const limit of ["lock_timeout", "idle_in_transaction_session_timeout"])
      await lock.query(`SET LOCAL ${limit} = 0`);
    // Not one waiting statement: CREATE INDEX CONCURRENTLY of the first machine would wait for its snapshot.
    while (!(await isFirst(lock))) await delay(LOCK_POLL_MS);
    await prepare(source, database, config, report);
  });
  return database;
}

/** Takes the lock of preparing the database, if nobody has it. */
async function isFirst(lock: Tx): Promise<boolean> {
  const [got] = await rows<{ got: boolean }>(
    lock,
    "SELECT pg_try_advisory_xact_lock(hashtextextended('prepare database', 0)) AS got",
  );
  return got?.got === true;
}

async function prepare(
  source: DataSource,
  database: Database,
  config: PreparationSettings,
  report: (line: string) => void,
): Promise<void> {
  for (const migration of await source.runMigrations()) report(`migrated ${migration.name}`);
  const ownersUrl = config.migrationDatabaseUrl ?? config.databaseUrl;
  if (config.redisUrl === undefined) await createQueueTables(ownersUrl);
  if (config.production) {
    await assertProductionDatabase(database, "MIGRATION_DATABASE_URL", { owner: true });
    if (config.passed.length > 0 && (await isUnused(database))) throw new SettingsError(config.passed);
  }
  const role = roleOf(config.databaseUrl);
  if (role !== roleOf(ownersUrl)) await grantApplicationRole(database, role);
  await seedFirstFacts(database, config);
  await seedStalls(database);
  if (!config.production) await seedDemonstration(database);
  await fillSkeletons(database);
}

/** True if nobody has saved the event's facts or booked: the settings decide what will be sold. */
async function isUnused(database: Database): Promise<boolean> {
  const [found] = await database.query<{ used: boolean }>(
    `SELECT EXISTS (SELECT FROM bookings) OR EXISTS (SELECT FROM events WHERE version > 0) AS used`,
  );
  return found?.used !== true;
}

function roleOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).username);
}
