import { type EventEmitter, once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { ownDatabase } from "@sakhi/testkit/database";
import { TcpProxy } from "@sakhi/testkit/tcp-proxy";
import type pg from "pg";
import { DataSource } from "typeorm";
import { dataSourceOptions, MIGRATIONS } from "../../src/platform/database/data-source.js";
import { isDatabaseUnavailable } from "../../src/platform/database/database-errors.js";
import { Database, rows, type Tx } from "../../src/platform/database/database.js";
import { openDataSource } from "../../src/platform/database/preparation.js";
import { sql } from "../../src/platform/database/statements.js";
import { openMigrationDatabase, prepareDatabase } from "../../src/prepare-database.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { statementsOf } from "../support/statements.js";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(2);
});
afterAll(() => db.close());

it("Database.openAll releases its connections when the server refuses more", async () => {
  const url = new URL(db.url);
  [url.username, url.password] = [`plain_${url.pathname.slice(1)}`, "tests-only"];
  // As when old and new processes run together during an upgrade.
  await db.source.query(`CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}' CONNECTION LIMIT 3`);
  const source = await openDataSource({ databaseUrl: url.href, databasePoolSize: 5, production: false }, []);
  const database = new Database(source);
  try {
    await expect(database.openAll()).rejects.toThrow("too many connections");
    const queries = Array.from({ length: 3 }, () => database.query("SELECT 1 AS one"));
    expect(await Promise.all(queries)).toEqual(queries.map(() => [{ one: 1 }]));
  } finally {
    await source.destroy();
    await db.source.query(`DROP ROLE ${url.username}`);
  }
});

it("prepareDatabase migrates once when two machines run it concurrently", async () => {
  const empty = await ownDatabase();
  const config = testConfig({ DATABASE_URL: empty.url });
  const owners = await Promise.all([openMigrationDatabase(config), openMigrationDatabase(config)]);
  try {
    const reported = owners.map(() => [] as string[]);
    await Promise.all(
      owners.map((owner, index) => prepareDatabase(owner, config, (line) => reported[index]?.push(line))),
    );
    expect(reported.flat()).toEqual(MIGRATIONS.map(({ name }) => `migrated ${name}`));
  } finally {
    for (const owner of owners) await owner.destroy();
    await empty.drop();
  }
});

it("PooledClient fails a statement that gets no response within the statement timeout", async () => {
  const proxy = await TcpProxy.open(Number(new URL(db.url).port));
  const url = new URL(db.url);
  url.port = String(proxy.port);
  const options = dataSourceOptions(url.href, [], 1);
  const extra = { ...(options.extra as object), statement_timeout: 100 };
  const source = await new DataSource({ ...options, extra }).initialize();
  const database = new Database(source);
  try {
    // An idle connection survives the timeout.
    const { master } = source.driver as unknown as { readonly master: pg.Pool };
    const client = await master.connect();
    client.release();
    const { connection } = client as unknown as { readonly connection: { readonly stream: EventEmitter } };
    await once(connection.stream, "timeout");
    await database.query("SELECT 1");
    proxy.break({ kind: "silent" });
    const error: unknown = await database.transaction((tx) => tx.query("SELECT 1")).catch((thrown: unknown) => thrown);
    expect(isDatabaseUnavailable(error)).toBe(true);
    proxy.heal();
    expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  } finally {
    await proxy.close();
    await source.destroy();
  }
});

describe("Database.transaction", () => {
  let database: Database;
  const numbers = async (): Promise<number[]> =>
    (await database.query<{ n: number }>("SELECT n FROM probe ORDER BY n")).map(({ n }) => n);
  const insert = (tx: Tx, n: number) => rows(tx, "INSERT INTO probe VALUES (:n) RETURNING n", { n });

  beforeAll(() => {
    database = new Database(db.source);
  });
  beforeEach(() => db.source.query("CREATE TABLE probe (n integer)"));
  afterEach(() => db.source.query("DROP TABLE probe"));

  it("runs statements that are sent together one after another, named or not", async () => {
    const count = { name: "count_probe", text: "SELECT count(*)::int AS count FROM probe" };
    const found = await database.transaction((tx) =>
      Promise.all([rows(tx, count), insert(tx, 1), rows(tx, count), insert(tx, 2), rows(tx, count.text)]),
    );
    expect(found).toEqual([[{ count: 0 }], [{ n: 1 }], [{ count: 1 }], [{ n: 2 }], [{ count: 2 }]]);
    expect(await numbers()).toEqual([1, 2]);
  });

  it("takes everything back when one of them fails", async () => {
    const all = database.transaction((tx) =>
      Promise.all([insert(tx, 1), rows(tx, "SELECT 1 / 0"), insert(tx, 2), insert(tx, 3)]),
    );
    await expect(all).rejects.toThrow("division by zero");
    expect(await numbers()).toEqual([]);
    // Statements that failed only because of another are prepared again.
    const named = { name: "insert_probe", text: "INSERT INTO probe VALUES ($1)" };
    const failing = database.transaction((tx) => Promise.all([rows(tx, "SELECT 1 / 0"), rows(tx, named, [4])]));
    await expect(failing).rejects.toThrow("division by zero");
    await Promise.all([4, 5].map((n) => database.transaction((tx) => rows(tx, named, [n]))));
    expect(await numbers()).toEqual([4, 5]);
  });

  it.each([
    ["named", { name: "select_one", text: "SELECT 1" }],
    ["not named", "SELECT 1"],
  ])("reports what failed, though its caller hears of the one after it first, which is %s", async (_what, after) => {
    const failing = database.transaction((tx) => {
      const heardLate = rows(tx, "SELECT 1 / 0").catch(async (error: unknown) => {
        await new Promise(setImmediate);
        throw error;
      });
      return Promise.all([heardLate, rows(tx, after)]);
    });
    await expect(failing).rejects.toThrow("division by zero");
    // The next transaction of the connection has its own errors only.
    const other = database.transaction(async (tx) => {
      await tx.query("SELECT nothing").catch(() => undefined);
      await rows(tx, after);
    });
    await expect(other).rejects.toThrow("aborted");
  });

  it("sends in the order of the calls, however many functions a statement passes", async () => {
    const deep = async (tx: Tx) => (await Promise.all([database.select(sql`SELECT 1 AS one`, {}, tx)]))[0];
    const sent = await statementsOf(() =>
      database.transaction((tx) => Promise.all([deep(tx), insert(tx, 1), rows(tx, { name: "two", text: "SELECT 2" })])),
    );
    const begins = ["START TRANSACTION", "SELECT 1 AS one", "INSERT INTO probe", "SELECT 2", "COMMIT"];
    expect(sent.map(({ text }, index) => text.slice(0, begins[index]?.length))).toEqual(begins);
  });

  it("does not report success when a statement has failed and nobody heard of it", async () => {
    const unheard = database.transaction(async (tx) => {
      await insert(tx, 1);
      await rows(tx, "SELECT 1 / 0").catch(() => undefined);
    });
    await expect(unheard).rejects.toThrow("not committed: ROLLBACK");
    expect(await numbers()).toEqual([]);
  });

  it("lets no statement follow its end, which would then stand alone", async () => {
    let late: Promise<unknown> = Promise.resolve();
    const refused = database.transaction(async (tx) => {
      late = rows(tx, "SELECT 1").then(() => insert(tx, 1));
      late.catch(() => undefined);
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    await expect(late).rejects.toThrow(/has ended|already released/);
    expect(await numbers()).toEqual([]);
  });

  it("makes a transaction inside a savepoint", async () => {
    await database.transaction(async (tx) => {
      await insert(tx, 1);
      const inner = tx.transaction(async (nested) => {
        await insert(nested, 2);
        throw new Error("only this");
      });
      await expect(inner).rejects.toThrow("only this");
      await insert(tx, 3);
    });
    expect(await numbers()).toEqual([1, 3]);
  });
});
