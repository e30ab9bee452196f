import { runMigrations } from "bullmq";
import pg from "pg";

/**
 * Makes BullMQ's tables, or brings them up to date, where its queues live in PostgreSQL. The processes themselves only
 * use them: their role may not create anything.
 *
 * @param databaseUrl of a role that may create a schema
 */
export async function createQueueTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
