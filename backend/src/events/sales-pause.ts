import { DomainError } from "@sakhi/domain/errors/error-codes";
import { rows, type Tx } from "../platform/database/database.js";

/**
 * SQL: whether the database is in recovery (docs/decisions/0050). Then nothing can be reserved, registered or paid; a
 * statement that sells checks it itself, so that nothing slips in between.
 */
export const RECOVERING = "EXISTS (SELECT FROM recoveries r WHERE r.ended_at IS NULL)";

/** The open recovery; undefined without one. */
export async function openRecovery(tx: Tx): Promise<{ readonly startedAt: Date; readonly read: boolean } | undefined> {
  const [found] = await rows<{ started_at: Date; read: boolean }>(
    tx,
    "SELECT started_at, read_at IS NOT NULL AS read FROM recoveries WHERE ended_at IS NULL",
  );
  return found && { startedAt: found.started_at, read: found.read };
}

/** Whether the database is in recovery. */
export async function isPaused(tx: Tx): Promise<boolean> {
  const [found] = await rows<{ paused: boolean }>(tx, `SELECT ${RECOVERING} AS paused`);
  return found?.paused !== false;
}

/** @throws DomainError sales_paused while the database is in recovery */
export async function assertNotPaused(tx: Tx): Promise<void> {
  if (await isPaused(tx)) throw new DomainError("sales_paused");
}
