import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ownDatabase } from "@sakhi/testkit/database";
import { DataSource } from "typeorm";
import { ENTITIES } from "../../src/entities.js";
import { Database } from "../../src/platform/database/database.js";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";

/** A database of a test's own, built by the migrations. */
export interface TestDatabase {
  readonly url: string;
  readonly source: DataSource;
  readonly database: Database;
  close(): Promise<void>;
}

/** What bookings leave behind. */
const BOOKED = [
  ...["outbox", "mails", "issues", "booking_requests", "booking_links", "stall_offers", "refunds", "invoices"],
  ...["payments", "payment_attempts", "coupon_claims", "booking_events", "orders", "bookings", "visitors"],
  ...["used_proofs", "network_blocks", "rate_limits"],
];

/** Twelve times what the product allows itself: on a slow machine it would reject rather than keep people waiting. */
const PATIENT = {
  connectionTimeoutMillis: 120_000,
  statement_timeout: 180_000,
  idle_in_transaction_session_timeout: 180_000,
  lock_timeout: 120_000,
};

/**
 * Makes a database on the test server with the schema that the migrations build. `close` drops it.
 *
 * @param limits how long is waited for connections, locks and statements; {} for just as long as the product does
 */
export async function createTestDatabase(
  poolSize = 20,
  limits: Partial<typeof PATIENT> = PATIENT,
): Promise<TestDatabase> {
  const { url, drop } = await ownDatabase({ version: migrationsVersion(), build: migrate });
  const options = dataSourceOptions(url, ENTITIES, poolSize);
  const source = new DataSource({ ...options, extra: { ...(options.extra as object), ...limits } });
  const close = async (): Promise<void> => {
    if (source.isInitialized) await source.destroy();
    await drop();
  };
  try {
    await source.initialize();
    // A copy is another database to the payment provider than its template.
    await source.query("UPDATE installation SET id = gen_random_uuid()");
  } catch (error) {
    await close();
    throw error;
  }
  return { url, source, database: new Database(source), close };
}

/**
 * Nothing is booked, nor ever was. Not by TRUNCATE, which makes files for each table and index: 100 times as slow.
 *
 * @param more tables that are emptied, too
 */
export function emptyTables(source: DataSource, ...more: string[]): Promise<unknown> {
  const deletes = [...BOOKED, ...more].map((table) => `DELETE FROM ${table};`).join(" ");
  // Orders and payments refer to each other: without the foreign keys' checks.
  return source.query(`SET session_replication_role = replica; ${deletes} RESET session_replication_role`);
}

/** Follows the migrations' and the schema's text. */
function migrationsVersion(): string {
  const folder = fileURLToPath(new URL("../../src/platform/database/migrations/", import.meta.url));
  const schema = readFileSync(new URL("../../assets/schema.sql", import.meta.url));
  const hash = createHash("sha256").update(schema);
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(folder + file));
  return hash.digest("hex").slice(0, 16);
}

async function migrate(url: string): Promise<void> {
  const source = new DataSource(dataSourceOptions(url, ENTITIES, 2));
  try {
    await source.initialize();
    await source.runMigrations();
    // Loaded here only: it brings the whole of BullMQ.
    const { createQueueTables } = await import("../../src/platform/queue/queues.js");
    await createQueueTables(url);
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}
