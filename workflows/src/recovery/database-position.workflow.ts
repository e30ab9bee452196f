/**
 * Keeps how far the database has come outside of it (docs/decisions/0050). Does nothing: the position is in the memo of the
 * newest run, which Temporal returns without a worker.
 */
export function databasePosition(): Promise<void> {
  return Promise.resolve();
}
