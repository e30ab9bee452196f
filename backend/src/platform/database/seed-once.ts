import type { Database, Tx } from "./database.js";

/**
 * Runs `plant` the first time it is asked under this name in this database, and never again: what people changed
 * or deleted since stays so. Two processes starting together plant once.
 *
 * @returns whether it was planted now
 */
export async function seedOnce(
  database: Database,
  name: string,
  plant: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const claimed: unknown = await tx.query(
      "INSERT INTO seeds (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name",
      [name],
    );
    if (!Array.isArray(claimed) || claimed.length === 0) return false;
    await plant(tx);
    return true;
  });
}
