import type pg from "pg";
import { outsideFailure } from "../platform/outside/outside-failure.js";
import { type Check, type Finding, ok, wrong } from "./preflight.js";

/** What this check needs. */
export interface AddressDetails {
  /** Opens a connection at DATABASE_URL. */
  readonly connect: () => Promise<pg.Client>;
  /** Likewise at DATABASE_DIRECT_URL; undefined if it is not set, and DATABASE_URL is used for everything. */
  readonly connectDirect: (() => Promise<pg.Client>) | undefined;
}

/** Which database an address leads to: two servers do not start in the same microsecond, copies and standbys included. */
const IDENTITY = `SELECT current_database()::text AS database, extract(epoch FROM pg_postmaster_start_time())::text AS started`;
/** Turns with two connections: a pooler that gives its connections out in turn repeats itself by then. */
const TURNS = 3;

/** What PostgreSQL's and a pooler's SQLSTATEs mean when they reject a connection. */
const REJECTIONS: Readonly<Record<string, string>> = {
  ...{ "28P01": "rejects the role or its password", "28000": "rejects the role or its password" },
  "3D000": "has no database of that name",
  // PgBouncer's "no such database" and "unsupported startup parameter".
  "08P01": "leads to a pooler that rejects the database's name or what a process asks for when it connects",
};

/** Checks what listens and backs up with: the same database as everything else, with connections that keep their state. */
export function directAddressCheck({ connect, connectDirect }: AddressDetails): Check {
  return {
    name: "direct address",
    action: "Start PostgreSQL, and compare DATABASE_URL with its address, role and password.",
    run: async () => {
      if (connectDirect === undefined)
        return (await sharesConnections(connect))
          ? wrong(
              "DATABASE_URL leads through a pooler in transaction mode, which forgets LISTEN and settings",
              "Set DATABASE_DIRECT_URL to PostgreSQL itself, without the pooler.",
            )
          : ok("DATABASE_URL leads through no pooler in transaction mode");
      const main = await identityOf(connect);
      let direct: Identity;
      try {
        direct = await identityOf(connectDirect);
      } catch (error) {
        return wrong(
          `DATABASE_DIRECT_URL ${failureOf(error)}`,
          "Compare it with PostgreSQL's own address, role and password: it does not lead through the pooler.",
        );
      }
      return differenceOf(main, direct) ?? (await directFinding(connectDirect));
    },
  };
}

interface Identity {
  readonly database: string;
  readonly started: string;
}

/** Undefined if both are one database. */
function differenceOf(main: Identity, direct: Identity): Finding | undefined {
  if (direct.started !== main.started)
    return wrong(
      "DATABASE_DIRECT_URL leads to another server than DATABASE_URL",
      "Give it the address of the server that DATABASE_URL's pooler connects to.",
    );
  if (direct.database !== main.database)
    return wrong(
      `DATABASE_DIRECT_URL leads to the database ${direct.database}, DATABASE_URL to ${main.database}`,
      "Name the same database at the end of both.",
    );
  return undefined;
}

async function directFinding(connectDirect: () => Promise<pg.Client>): Promise<Finding> {
  return (await sharesConnections(connectDirect))
    ? wrong(
        "DATABASE_DIRECT_URL leads through a pooler in transaction mode, which forgets LISTEN and settings",
        "Give it PostgreSQL's own address and port.",
      )
    : ok("DATABASE_DIRECT_URL leads to the same database, through no pooler in transaction mode");
}

async function identityOf(connect: () => Promise<pg.Client>): Promise<Identity> {
  const client = await connect();
  try {
    const { rows } = await client.query<Identity>(IDENTITY);
    return rows[0] ?? { database: "", started: "" };
  } finally {
    await client.end();
  }
}

/**
 * Whether a connection loses its server process between two statements: two open connections then have the same one, or one
 * connection gets another while the first one's is in a transaction. Leaves nothing on a pooler's connections.
 */
async function sharesConnections(connect: () => Promise<pg.Client>): Promise<boolean> {
  const clients: pg.Client[] = [];
  const open = async (): Promise<pg.Client> => {
    const client = await connect();
    clients.push(client);
    return client;
  };
  try {
    const [one, other] = [await open(), await open()];
    const ones = await processOf(one);
    let others: number | undefined;
    for (let turn = 0; turn < TURNS; turn += 1) {
      await other.query("BEGIN");
      const found = await processOf(other);
      if (found === ones || found !== (others ?? found)) return true;
      others = found;
      if ((await processOf(one)) !== ones) return true;
      await other.query("ROLLBACK");
    }
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
}

function failureOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const rejection = REJECTIONS[code];
  return rejection === undefined ? `gives no answer: ${outsideFailure(error)}` : `${rejection} (${code})`;
}
