import { randomBytes } from "node:crypto";
import pg from "pg";
import { DataSource } from "typeorm";
import { Database } from "../src/platform/database/database.js";
import { dataSourceOptions } from "../src/platform/database/data-source.js";

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
 * Makes an empty database on the test server (DATABASE_URL, a superuser's) and runs every migration in it.
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
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const options = dataSourceOptions(url.href, poolSize);
  const source = new DataSource({ ...options, extra: { ...(options.extra as object), ...limits } });
  const close = async (): Promise<void> => {
    if (source.isInitialized) await source.destroy();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  };
  try {
    await source.initialize();
    await source.runMigrations();
  } catch (error) {
    // Open connections would keep jest from ever ending.
    await close();
    throw error;
  }
  return {
    url: url.href,
    source,
    database: new Database(source),
    close,
  };
}
