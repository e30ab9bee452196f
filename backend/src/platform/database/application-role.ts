import { rows } from "./database.js";
import type { Database } from "./database.js";

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
