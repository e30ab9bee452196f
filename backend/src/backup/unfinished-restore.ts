import { SentenceError } from "../platform/commands/sentence-error.js";
import { connect } from "./database-copy.js";

/** Marks a database whose restore has not ended: it may be emptied, and nothing may be sold with it. */
export const UNFINISHED = "a restore of Sakhi Bazaar has not ended";

/** SQL: whether the database has the mark. */
export const IS_UNFINISHED = `coalesce(obj_description('public'::regnamespace, 'pg_namespace') = '${UNFINISHED}', false)`;

/** A database that is half of a backup, one sentence. */
export class UnfinishedRestoreError extends SentenceError {
  constructor() {
    super("A restore into this database has not ended: run `npm run restore` again (docs/operations/backups.md).");
    this.name = "UnfinishedRestoreError";
  }
}

/** Refuses to prepare a database whose restore has not ended. @param query runs a statement @throws UnfinishedRestoreError */
export async function assertRestored(query: (sql: string) => Promise<unknown>): Promise<void> {
  const [found] = (await query(`SELECT ${IS_UNFINISHED} AS unfinished`)) as { readonly unfinished: boolean }[];
  if (found?.unfinished === true) throw new UnfinishedRestoreError();
}

/** Takes the mark away: the database may be used, and is not emptied again. @param url of the database's owner */
export async function endRestore(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query("COMMENT ON SCHEMA public IS NULL");
  } finally {
    await client.end();
  }
}
