import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { SalesPause } from "@sakhi/domain/payments/consequences.rules";
import { rows, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";

/**
 * SQL: whether the database is in recovery, or nobody could say whether it is current (docs/decisions/0050). Then nothing
 * can be reserved, registered or paid; a statement that sells checks it itself, so that nothing slips in between.
 */
export const RECOVERING = `(EXISTS (SELECT FROM recoveries r WHERE r.ended_at IS NULL)
  OR EXISTS (SELECT FROM outside_records k WHERE k.unverified_since IS NOT NULL))`;

/** The pause of an open recovery, or of a database that nobody could compare; undefined while sales are not paused. */
export async function pauseOf(tx: Tx): Promise<SalesPause | undefined> {
  const [found] = await rows<SalesPause>(
    tx,
    `SELECT started_at AS since, read_at IS NOT NULL AS read FROM recoveries WHERE ended_at IS NULL
     UNION ALL SELECT unverified_since, false FROM outside_records WHERE unverified_since IS NOT NULL LIMIT 1`,
  );
  return found;
}

const IS_PAUSED: Statement = { name: "is_paused", text: `SELECT ${RECOVERING} AS paused` };

/** Whether sales are paused ({@link RECOVERING}). */
export async function isPaused(tx: Tx): Promise<boolean> {
  const [found] = await rows<{ paused: boolean }>(tx, IS_PAUSED);
  return found?.paused !== false;
}

/** @throws DomainError sales_paused while sales are paused */
export async function assertNotPaused(tx: Tx): Promise<void> {
  if (await isPaused(tx)) throw new DomainError("sales_paused");
}
