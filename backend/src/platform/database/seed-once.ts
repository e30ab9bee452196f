import { rows } from "./database.js";
import type { Database, Tx } from "./database.js";

/** What is planted. */
export interface Seed {
  /** Only good for trying out: production refuses to start while it is there. */
  readonly demonstration: boolean;
}

/**
 * Runs `plant` the first time it is asked under this name in this database, and never again: what people changed
 * or deleted since stays so. Two processes starting together plant once.
 *
 * @returns whether it was planted now
 */
export async function seedOnce(
  database: Database,
  name: string,
  seed: Seed,
  plant: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const claimed = await rows(
      tx,
      "INSERT INTO seeds (name, demonstration) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name",
      [name, seed.demonstration],
    );
    if (claimed.length === 0) return false;
    await plant(tx);
    return true;
  });
}

/** Marks the database as holding a seed that may be planted again and again. */
export async function markSeed(database: Database, name: string, seed: Seed): Promise<void> {
  await seedOnce(database, name, seed, () => Promise.resolve());
}
