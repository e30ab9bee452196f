import { DataSource } from "typeorm";
import { plantDemonstration } from "./demonstration.js";
import { ENTITIES } from "./entities.js";
import type { Config } from "./platform/config/config.js";
import { demandProductionDatabase, grantApplicationRole } from "./platform/database/preparation.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { Database } from "./platform/database/database.js";
import { seedFirstFacts } from "./events/first-facts.js";
import { createQueueTables } from "./platform/queue/queues.js";
import { seedStalls } from "./stalls/stalls.seed.js";

/** The settings that say which database is prepared, for whom and for what. */
type PreparationSettings = Pick<
  Config,
  "databaseUrl" | "migrationDatabaseUrl" | "redisUrl" | "production" | "siteName" | "operatorEmail" | "event" | "seller"
>;

/** The connection for changing the schema: the owner's, where the processes have a role of their own. */
export function openOwnersDatabase({
  databaseUrl,
  migrationDatabaseUrl = databaseUrl,
}: Pick<Config, "databaseUrl" | "migrationDatabaseUrl">): Promise<DataSource> {
  const options = dataSourceOptions(migrationDatabaseUrl, ENTITIES, 2);
  // A migration takes as long as it takes.
  return new DataSource({ ...options, extra: { ...(options.extra as object), statement_timeout: 0 } }).initialize();
}

/**
 * Brings the schema up to date, gives the processes' role its rights, and plants what a new database needs: the event's
 * facts and the 70 stalls always, the demonstration only where the product is tried out.
 *
 * @param source as {@link openOwnersDatabase} opens it
 * @param say receives a line for each thing done
 * @throws SettingsError in production, when the database or the role is not fit for it
 */
export async function prepareDatabase(
  source: DataSource,
  config: PreparationSettings,
  say: (line: string) => void,
): Promise<Database> {
  const database = new Database(source);
  await source.transaction(async (turn) => {
    // One at a time, on a connection of its own and however long the other takes: the second of two machines that are
    // upgraded together finds everything done.
    for (const limit of ["lock_timeout", "idle_in_transaction_session_timeout"])
      await turn.query(`SET LOCAL ${limit} = 0`);
    await turn.query("SELECT pg_advisory_xact_lock(hashtextextended('prepare database', 0))");
    await prepare(source, database, config, say);
  });
  return database;
}

async function prepare(
  source: DataSource,
  database: Database,
  config: PreparationSettings,
  say: (line: string) => void,
): Promise<void> {
  for (const migration of await source.runMigrations()) say(`migrated ${migration.name}`);
  const ownersUrl = config.migrationDatabaseUrl ?? config.databaseUrl;
  if (config.redisUrl === undefined) await createQueueTables(ownersUrl);
  if (config.production) {
    const setting = config.migrationDatabaseUrl === undefined ? "DATABASE_URL" : "MIGRATION_DATABASE_URL";
    await demandProductionDatabase(database, setting);
  }
  const role = roleOf(config.databaseUrl);
  if (role !== roleOf(ownersUrl)) await grantApplicationRole(database, role);
  await seedFirstFacts(database, config);
  await seedStalls(database);
  if (!config.production) await plantDemonstration(database);
}

function roleOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).username);
}
