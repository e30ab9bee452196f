import { type EventEmitter, once } from "node:events";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ownDatabase } from "@sakhi/testkit/database";
import { TcpProxy } from "@sakhi/testkit/tcp-proxy";
import type pg from "pg";
import { DataSource } from "typeorm";
import { dataSourceOptions, MIGRATIONS } from "../../src/platform/database/data-source.js";
import { isDatabaseUnavailable } from "../../src/platform/database/database-errors.js";
import { Database } from "../../src/platform/database/database.js";
import { openDataSource } from "../../src/platform/database/preparation.js";
import { openMigrationDatabase, prepareDatabase } from "../../src/prepare-database.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

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
