import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { ArchivedTable, ArchiveEntry, Manifest } from "./archive.js";

/** Size of an entry, in bytes: a table may have many. */
const ENTRY_BYTES = 4 * 1024 * 1024;
/** Longest reading or writing of one table, in ms. */
const TABLE_TIMEOUT_MS = 30 * 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** TypeORM's own list, which migrating fills. */
const NOT_COPIED = ["migrations"];

const FOLDER = "database/";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A connection of its own, with long timeouts. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: TABLE_TIMEOUT_MS,
    // Pictures are read between two statements.
    idle_in_transaction_session_timeout: 0,
    application_name: "sakhi-bazaar",
  });
  // A lost connection rejects the running statement.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** What the copy of a database consists of, besides its rows. */
export type DatabaseDetails = Pick<Manifest, "at" | "migrations" | "tables" | "sequences">;

/** A copy of all rows, in one snapshot. */
export class DatabaseCopy {
  private readonly tables: ArchivedTable[] = [];

  private constructor(
    readonly client: pg.Client,
    private readonly head: Pick<DatabaseDetails, "at" | "migrations" | "sequences">,
    private readonly wanted: readonly Omit<ArchivedTable, "rows">[],
  ) {}

  /** Opens the snapshot. Close it in any case. @throws the driver's errors */
  static async open(url: string): Promise<DatabaseCopy> {
    const client = await connect(url);
    try {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const { rows: migrations } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY id");
      const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
        `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
          WHERE schemaname = 'public' AND sequencename <> ALL ($1) ORDER BY 1`,
        [NOT_COPIED.map((table) => `${table}_id_seq`)],
      );
      const { rows: clock } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
      const head = {
        at: (clock[0]?.at ?? new Date()).toISOString(),
        migrations: migrations.map(({ name }) => name),
        sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
      };
      return new DatabaseCopy(client, head, await tablesOf(client));
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Time of the snapshot, ISO 8601, UTC. */
  get at(): string {
    return this.head.at;
  }

  /** Every row, table by table. */
  async *entries(): AsyncGenerator<ArchiveEntry> {
    for (const { name, columns } of this.wanted) {
      const listed = columns.map(quoted).join(", ");
      const stream = this.client.query(copyTo(`COPY public.${quoted(name)} (${listed}) TO STDOUT`));
      let nth = 0;
      for await (const bytes of joined(stream)) {
        nth += 1;
        yield { path: `${FOLDER}${name}/${String(nth).padStart(6, "0")}`, bytes };
      }
      const { rows } = await this.client.query<{ count: string }>(`SELECT count(*) FROM public.${quoted(name)}`);
      this.tables.push({ name, columns, rows: Number(rows[0]?.count) });
    }
  }

  /** What was copied; after the last entry. */
  facts(): DatabaseDetails {
    return { ...this.head, tables: this.tables };
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

async function tablesOf(client: pg.Client): Promise<Omit<ArchivedTable, "rows">[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT t.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND t.relname <> ALL ($1)
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e')
      GROUP BY t.oid ORDER BY t.relname`,
    [NOT_COPIED],
  );
  return rows;
}

/** Pieces joined to entries. */
async function* joined(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < ENTRY_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Name of an entry's table; undefined for an entry that is no part of the database. */
export function tableOf(path: string): string | undefined {
  return path.startsWith(FOLDER) ? path.slice(FOLDER.length).split("/")[0] : undefined;
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Fills a migrated database with the rows of a copy, in a transaction of the tables' owner: constraints are checked at its
 * end, and triggers do not run, since the copy has what they made. Call `table` for each entry in order, then `finish`.
 */
export class DatabaseFilling {
  private open:
    | { readonly name: string; readonly stream: ReturnType<typeof copyFrom>; failed: Promise<never> }
    | undefined;
  /** PostgreSQL's error that ended a table, also between two calls. */
  private error: Error | undefined;

  private constructor(
    private readonly client: pg.Client,
    private readonly manifest: Manifest,
    private readonly foreignKeys: readonly ForeignKey[],
  ) {}

  /** Empties the tables within the transaction that the caller has started. @throws the driver's errors */
  static async begin(client: pg.Client, manifest: Manifest): Promise<DatabaseFilling> {
    const { rows: foreignKeys } = await client.query<ForeignKey>(
      `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conrelid, conname`,
    );
    // Rows arrive table by table, and tables refer to each other both ways.
    for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const { name } of manifest.tables) {
      await client.query(`ALTER TABLE public.${quoted(name)} DISABLE TRIGGER USER`);
      await client.query(`DELETE FROM public.${quoted(name)}`);
    }
    return new DatabaseFilling(client, manifest, foreignKeys);
  }

  /** Adds rows to a table. @throws the driver's errors */
  async add(table: string, bytes: Uint8Array): Promise<void> {
    if (this.open?.name !== table) await this.next(table);
    const { open } = this;
    if (open === undefined) return;
    const taken = new Promise<void>((resolve, reject) => {
      open.stream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([taken, open.failed]);
  }

  /** Checks the constraints and the numbers of rows, rebuilds indexes over expressions, and sets the sequences. @throws Error if rows are missing */
  async finish(): Promise<void> {
    await this.endTable();
    const { client, manifest } = this;
    for (const { name, rows } of manifest.tables) {
      const { rows: counted } = await client.query<{ count: string }>(`SELECT count(*) FROM public.${quoted(name)}`);
      const count = Number(counted[0]?.count);
      if (count !== rows) throw new Error(`${name} has ${count} rows instead of ${rows}`);
      await client.query(`ALTER TABLE public.${quoted(name)} ENABLE TRIGGER USER`);
    }
    for (const { table, name, definition } of this.foreignKeys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const { name } of await this.expressionIndexes()) await client.query(`REINDEX INDEX ${name}`);
    for (const [name, last] of Object.entries(manifest.sequences)) {
      if (last === null) continue;
      await client.query("SELECT setval(('public.' || quote_ident($1))::regclass, $2::bigint)", [name, last]);
    }
  }

  /** Indexes over an expression, which may have read tables that came later, e.g. the event of a booking's stall. */
  private async expressionIndexes(): Promise<readonly { name: string }[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
        WHERE indexprs IS NOT NULL AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return rows;
  }

  /** Ends an unfinished table, so that the connection takes the next statement; the transaction has failed. */
  async abort(): Promise<void> {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    const closed = new Promise<void>((resolve) => open.stream.once("close", () => resolve()));
    open.stream.destroy();
    await closed;
  }

  private async next(table: string): Promise<void> {
    await this.endTable();
    const found = this.manifest.tables.find(({ name }) => name === table);
    if (found === undefined) throw new Error(`the archive has rows of ${table}, and its manifest has not`);
    const columns = found.columns.map(quoted).join(", ");
    const stream = this.client.query(copyFrom(`COPY public.${quoted(table)} (${columns}) FROM STDIN`));
    const failed = new Promise<never>((_resolve, reject) =>
      stream.once("error", (error: Error) => {
        this.error ??= error;
        reject(error);
      }),
    );
    failed.catch(() => {
      // PostgreSQL has ended it: there is nothing to abort.
      if (this.open?.stream === stream) this.open = undefined;
    });
    this.open = { name: table, stream, failed };
  }

  private async endTable(): Promise<void> {
    // Otherwise the next statement fails, with a message that says nothing of the cause.
    if (this.error !== undefined) throw this.error;
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    const finished = new Promise<void>((resolve) => open.stream.once("finish", () => resolve()));
    open.stream.end();
    await Promise.race([finished, open.failed]);
  }
}
