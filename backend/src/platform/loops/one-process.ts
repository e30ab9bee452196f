import type { DataSource } from "typeorm";

/** Keys of the advisory locks of work that one process does at a time. */
const LOCK_KEYS = {
  ...{ sweep: 7_305_001, "recovery watch": 7_305_002, backup: 7_305_003, messages: 7_305_004, whatsapp: 7_305_005 },
  digests: 7_305_016,
  webhooks: 7_305_006,
} as const;

/**
 * Does work in one process at a time. The advisory lock belongs to an idle transaction on a connection of its own, so a crash
 * releases it, and a pooler in transaction mode keeps it. That transaction may take as long as the work, whose own statements
 * are not part of it. Not a queue's worker with a concurrency of 1: this work must go on while the queue's store is down.
 *
 * @returns undefined if another process is doing it
 */
export async function inOneProcess<T>(
  source: DataSource,
  what: keyof typeof LOCK_KEYS,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return source.transaction(async (tx) => {
    await tx.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    const [lock] = await tx.query<{ locked: boolean }[]>("SELECT pg_try_advisory_xact_lock($1) AS locked", [
      LOCK_KEYS[what],
    ]);
    return lock?.locked === true ? await work() : undefined;
  });
}
