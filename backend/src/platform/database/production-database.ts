import { DataSource } from "typeorm";
import type { Config } from "../config/config.js";
import { SettingsError } from "../config/settings.js";
import type { EntityClass } from "./columns.js";
import { dataSourceOptions } from "./data-source.js";
import { Database } from "./database.js";

/**
 * Opens the pool every process works with.
 *
 * @throws SettingsError in production, when the database or the role is not fit for it
 */
export async function openDataSource(
  config: Pick<Config, "databaseUrl" | "databasePoolSize" | "production">,
  entities: readonly EntityClass[],
): Promise<DataSource> {
  const source = await new DataSource(
    dataSourceOptions(config.databaseUrl, entities, config.databasePoolSize),
  ).initialize();
  if (!config.production) return source;
  try {
    await demandProductionDatabase(new Database(source), "DATABASE_URL");
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

/**
 * Refuses what production must not run on: demonstration data, which anybody could book with (coupons that cost the
 * organiser money, brands that do not exist), and a superuser, who could switch off whatever guards the audit log.
 *
 * @param setting the name of the setting the connection was made with
 * @throws SettingsError
 */
export async function demandProductionDatabase(database: Database, setting: string): Promise<void> {
  const [role] = await database.query<{ rolsuper: boolean }>(
    "SELECT rolsuper FROM pg_roles WHERE rolname = current_user",
  );
  const seeds = await database.query<{ name: string }>(
    "SELECT name FROM seeds WHERE demonstration ORDER BY name",
  );
  const problems = [
    role?.rolsuper === true &&
      `${setting} names a superuser, which production refuses: make roles as deploy/postgres/sql/roles.sql does.`,
    seeds.length > 0 &&
      `${setting} leads to a database with demonstration data (${seeds.map(({ name }) => name).join(", ")}): ` +
        "start with an empty database, or remove it with `node backend/dist/main.seed.js --remove-demo`.",
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new SettingsError(problems);
}
