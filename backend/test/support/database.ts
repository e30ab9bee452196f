import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { firstMela } from "@sakhi/domain/events/event-facts.seed";
import { ownDatabase } from "@sakhi/testkit/database";
import { DataSource } from "typeorm";
import { ENTITIES } from "../../src/entities.js";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";
import { Database } from "../../src/platform/database/database.js";

/** A migrated database of one test. */
export interface TestDatabase {
  readonly url: string;
  readonly source: DataSource;
  readonly database: Database;
  close(): Promise<void>;
}

/** Tables with the data of bookings. */
const BOOKING_TABLES = [
  ...["paper_files", "paper_chunks", "paper_uploads", "paper_answers"],
  ...["outbox", "link_sessions", "mailed_links", "mails", "issues", "booking_requests", "stall_offers"],
  ...["refunds", "invoices"],
  ...["payments", "payment_attempts", "coupon_claims", "booking_events", "orders", "bookings", "visitors"],
  ...["used_proofs", "network_blocks", "rate_limits"],
];

/** Twelve times the product's timeouts, with which requests would fail on a slow machine. */
const LONG_TIMEOUTS = {
  connectionTimeoutMillis: 120_000,
  statement_timeout: 180_000,
  idle_in_transaction_session_timeout: 180_000,
  lock_timeout: 120_000,
};

/**
 * Creates a migrated database on the test server. `close` drops it.
 *
 * @param timeouts of connections, locks and statements; {} for the product's own
 */
export async function createTestDatabase(
  poolSize = 20,
  timeouts: Partial<typeof LONG_TIMEOUTS> = LONG_TIMEOUTS,
): Promise<TestDatabase> {
  const { url, drop } = await ownDatabase({ version: migrationsVersion(), build: migrate });
  const options = dataSourceOptions(url, ENTITIES, poolSize);
  const source = new DataSource({ ...options, extra: { ...(options.extra as object), ...timeouts } });
  const close = async (): Promise<void> => {
    if (source.isInitialized) await source.destroy();
    await drop();
  };
  try {
    await source.initialize();
    // The payment provider must not confuse the copy with its template.
    await source.query("UPDATE installation SET id = gen_random_uuid()");
  } catch (error) {
    await close();
    throw error;
  }
  return { url, source, database: new Database(source), close };
}

/**
 * Empties the tables of bookings. Not with TRUNCATE, which creates files for each table and index: 100 times slower.
 *
 * @param more further tables to empty
 */
export function emptyTables(source: DataSource, ...more: string[]): Promise<unknown> {
  const deletes = [...BOOKING_TABLES, ...more].map((table) => `DELETE FROM ${table};`).join(" ");
  // Disables foreign keys: orders and payments reference each other.
  return source.query(`SET session_replication_role = replica; ${deletes} RESET session_replication_role`);
}

/** Hash of the migrations, the baseline and the days of the first Mela, which follow from the day of the migration. */
function migrationsVersion(): string {
  const folder = fileURLToPath(new URL("../../src/platform/database/migrations/", import.meta.url));
  const baseline = readFileSync(new URL("../../assets/baseline.sql", import.meta.url));
  const hash = createHash("sha256").update(baseline);
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(folder + file));
  hash.update(firstMela(new Date()).edition);
  return hash.digest("hex").slice(0, 16);
}

async function migrate(url: string): Promise<void> {
  const options = dataSourceOptions(url, ENTITIES, 2);
  const source = new DataSource({ ...options, extra: { ...(options.extra as object), ...LONG_TIMEOUTS } });
  try {
    await source.initialize();
    await source.runMigrations();
    // Imported lazily: it loads BullMQ.
    const { createQueueTables } = await import("../../src/platform/queue/queues.js");
    await createQueueTables(url);
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}
