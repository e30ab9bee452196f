import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { DataSource } from "typeorm";
import { Database } from "../../src/platform/database/database.js";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";

/** A database of a test's own, built by the migrations. */
export interface TestDatabase {
  readonly url: string;
  readonly source: DataSource;
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * Twelve times what the product allows itself: on a slow machine it refuses rather than keep people waiting, and here
 * that is not the question.
 */
const PATIENT = {
  connectionTimeoutMillis: 120_000,
  statement_timeout: 180_000,
  idle_in_transaction_session_timeout: 180_000,
  lock_timeout: 120_000,
};

/**
 * Makes a database on the test server (DATABASE_URL, a superuser's) with the schema that the migrations build.
 * `close` drops it.
 *
 * @param limits how long is waited for connections, locks and statements; {} for just as long as the product does
 */
export async function createTestDatabase(
  poolSize = 20,
  limits: Partial<typeof PATIENT> = PATIENT,
): Promise<TestDatabase> {
  const serverUrl = process.env["DATABASE_URL"];
  if (serverUrl === undefined)
    throw new Error("DATABASE_URL is missing: run tests with `npm test -- <file>`");
  const name = `t_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${await migratedTemplate(admin, serverUrl)}`);
  } catch (error) {
    await admin.end();
    throw error;
  }
  const url = urlOf(serverUrl, name);
  const options = dataSourceOptions(url, poolSize);
  const source = new DataSource({ ...options, extra: { ...(options.extra as object), ...limits } });
  const close = async (): Promise<void> => {
    if (source.isInitialized) await source.destroy();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  };
  try {
    await source.initialize();
    // A copy is another database to the payment provider than its template.
    await source.query("UPDATE installation SET id = gen_random_uuid()");
  } catch (error) {
    // Open connections would keep jest from ever ending.
    await close();
    throw error;
  }
  return { url, source, database: new Database(source), close };
}

/**
 * The database that the migrations built, made by whoever needs it first: a copy of it takes a tenth of a second, all
 * migrations nearly a whole one. Its name follows the migrations' text, so a change of theirs makes another.
 */
async function migratedTemplate(admin: pg.Client, serverUrl: string): Promise<string> {
  const folder = fileURLToPath(new URL("../../src/platform/database/migrations/", import.meta.url));
  const hash = createHash("sha256");
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(folder + file));
  const name = `migrated_${hash.digest("hex").slice(0, 16)}`;
  const exists = async (): Promise<boolean> => {
    const { rowCount } = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    return rowCount === 1;
  };
  if (await exists()) return name;
  await admin.query("SELECT pg_advisory_lock(hashtext('migrated template'))");
  try {
    if (await exists()) return name;
    const building = `${name}_${randomBytes(3).toString("hex")}`;
    await admin.query(`CREATE DATABASE ${building}`);
    const source = new DataSource(dataSourceOptions(urlOf(serverUrl, building), 2));
    try {
      await source.initialize();
      await source.runMigrations();
      // Loaded here only: it brings the whole of BullMQ.
      const { createQueueTables } = await import("../../src/platform/queue/queue-tables.js");
      await createQueueTables(urlOf(serverUrl, building));
    } finally {
      if (source.isInitialized) await source.destroy();
    }
    // Under its final name only when it is whole: a test run that was killed leaves no half-built template.
    await admin.query(`ALTER DATABASE ${building} RENAME TO ${name}`);
    return name;
  } finally {
    await admin.query("SELECT pg_advisory_unlock(hashtext('migrated template'))");
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
