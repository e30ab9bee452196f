import pg from "pg";
import { SentenceError } from "../platform/commands/sentence-error.js";

const USAGE = 'Usage: npm run sql -- "SELECT …" [--json]';

/** Timeout of a query and of connecting, in ms. */
const TIMEOUT_MS = 30_000;
/** Wider values are cut in the table; `--json` shows them whole. */
const MAX_WIDTH = 60;

/** The query was rejected; the message says why. */
export class SqlCommandError extends SentenceError {}

/** Columns and rows of a result, every value as PostgreSQL prints it. */
interface Result {
  readonly heads: readonly string[];
  readonly found: readonly (readonly (string | null)[])[];
}

/**
 * Runs one query in a read-only transaction, for the runbook's queries where there is no psql.
 *
 * @param args the query, and `--json` for one JSON object per row
 * @returns the lines to print: a table and the number of rows
 * @throws SqlCommandError if the query is missing, fails, writes, or takes longer than 30 s
 */
export async function runSqlCommand(args: readonly string[], databaseUrl: string): Promise<string[]> {
  const json = args.includes("--json");
  const [query = "", ...others] = args.filter((arg) => arg !== "--json");
  if (query.trim() === "" || others.length > 0) throw new SqlCommandError(USAGE);
  const result = await readOnly(query, databaseUrl).catch((error: unknown) => {
    throw new SqlCommandError(error instanceof Error ? error.message : String(error));
  });
  return json ? objectsOf(result) : tableOf(result);
}

async function readOnly(text: string, connectionString: string): Promise<Result> {
  const client = new pg.Client({
    connectionString,
    application_name: "sakhi-bazaar sql",
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    options: "-c default_transaction_read_only=on",
  });
  // A lost connection rejects the running statement.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const asText = { getTypeParser: () => (value: string) => value };
    // The extended protocol takes one statement only: nothing can turn the read-only mode off first.
    const query = { text, rowMode: "array", types: asText, queryMode: "extended" } as pg.QueryArrayConfig;
    const { fields, rows } = await client.query<(string | null)[]>(query);
    return { heads: fields.map(({ name }) => name), found: rows };
  } finally {
    await client.end();
  }
}

function objectsOf({ heads, found }: Result): string[] {
  return found.map((row) => JSON.stringify(Object.fromEntries(heads.map((head, at) => [head, row[at]]))));
}

function tableOf({ heads, found }: Result): string[] {
  const cells = found.map((row) => row.map(cell));
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  const count = found.length === 1 ? "(1 row)" : `(${found.length} rows)`;
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...cells.map(line), count];
}

function cell(value: string | null): string {
  const text = (value ?? "").replaceAll(/\s+/g, " ");
  return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text;
}
