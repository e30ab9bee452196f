import type { DataSource, QueryRunner } from "typeorm";

/** Keys of the advisory locks of work that one process does at a time. */
const LOCK_KEYS = { sweep: 7_305_001, "recovery watch": 7_305_002, backup: 7_305_003 } as const;

/**
 * Does work in one process at a time. The advisory lock belongs to the connection, so a crash releases it. It is not held in
 * a transaction, because the work may take longer than a transaction may.
 *
 * @returns undefined if another process is doing it
 */
export async function inOneProcess<T>(
  source: DataSource,
  what: keyof typeof LOCK_KEYS,
  work: (connection: QueryRunner) => Promise<T>,
): Promise<T | undefined> {
  const key = LOCK_KEYS[what];
  const connection = source.createQueryRunner();
  try {
    const [lock] = (await connection.query("SELECT pg_try_advisory_lock($1) AS locked", [key])) as {
      locked: boolean;
    }[];
    if (lock?.locked !== true) return undefined;
    try {
      return await work(connection);
    } finally {
      await connection.query("SELECT pg_advisory_unlock($1)", [key]);
    }
  } finally {
    await connection.release();
  }
}
