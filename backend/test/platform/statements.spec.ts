import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readIn, rows } from "../../src/platform/database/database.js";
import { SeedEntity } from "../../src/platform/database/platform.entities.js";
import { computed, named as withName, sql, type Statement } from "../../src/platform/database/statements.js";
import { createTestDatabase } from "../support/database.js";
import type { TestDatabase } from "../support/database.js";

let db: TestDatabase;
beforeAll(async () => {
  // One connection, so that its prepared statements can be queried.
  db = await createTestDatabase(1);
});
afterAll(() => db.close());

/** Runs of each prepared statement with this text on the connection. */
const prepared = (text: string): Promise<{ runs: number }[]> =>
  db.database.query(
    "SELECT (generic_plans + custom_plans)::int AS runs FROM pg_prepared_statements WHERE strpos(statement, $1) > 0",
    [text],
  );

const named = (text: string): Statement => ({ name: randomUUID(), text });

describe("a named statement", () => {
  it("is prepared once per connection, in and outside transactions", async () => {
    const one = named(`SELECT $1::int AS "${randomUUID()}"`);
    await db.database.queryAutocommit(one, [1]);
    await db.database.transaction((tx) => rows(tx, one, [2]));
    await db.database.transaction((tx) => readIn(tx, SeedEntity, one, [3]));
    await db.database.read(SeedEntity, one, [4]);
    expect(await prepared(one.text)).toEqual([{ runs: 4 }]);
  });

  it("takes its parameters by their names, and is prepared by its own all the same", async () => {
    const one = withName(randomUUID(), sql`SELECT ${computed<{ readonly value: number }>({ value: ":value::int" })}`);
    expect(await db.database.queryAutocommit(one, { value: 1 })).toEqual([{ value: 1 }]);
    expect(await db.database.transaction((tx) => rows(tx, one, { value: 2 }))).toEqual([{ value: 2 }]);
    expect(await db.database.select(one, { value: 3 })).toEqual([{ value: 3 }]);
    expect(await prepared("SELECT $1::int AS value")).toEqual([{ runs: 3 }]);
  });

  it("is of its transaction, and of no later one on the same connection", async () => {
    const table = `of_tx_${randomUUID().replaceAll("-", "_")}`;
    await db.database.query(`CREATE TABLE ${table} (id int)`);
    const insert = named(`INSERT INTO ${table} VALUES ($1)`);
    let ended: Parameters<Parameters<typeof db.database.transaction>[0]>[0] | undefined;
    const rolledBack = db.database.transaction(async (tx) => {
      ended = tx;
      await rows(tx, insert, [1]);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    expect(await db.database.query(`SELECT id FROM ${table}`)).toEqual([]);
    await expect(rows(ended!, insert, [1])).rejects.toThrow("The transaction has ended");
  });

  it("cannot have two texts", async () => {
    const one = named("SELECT 1 WHERE $1::int = 1");
    await db.database.queryAutocommit(one, [1]);
    await expect(db.database.queryAutocommit({ ...one, text: "SELECT 2 WHERE $1::int = 1" }, [1])).rejects.toThrow(
      "must be unique",
    );
  });

  it("has a name of its own, which PostgreSQL does not cut off", async () => {
    const sources = fileURLToPath(new URL("../../src/", import.meta.url));
    const names: string[] = [];
    for (const file of await readdir(sources, { recursive: true })) {
      if (!file.endsWith(".ts") || file.endsWith(".spec.ts")) continue;
      const text = await readFile(sources + file, "utf8");
      const declared = text.matchAll(/\bname: ["`]([^"`]+)["`],\s+(?:text|sql):|\b(?:named|lockedRow)\(\s*"([^"]+)"/g);
      for (const [, name, locked] of declared) names.push(name ?? locked ?? "");
    }
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    // With the longest ending of a change, and the generation.
    expect(names.filter((name) => `${name}_and_nudge_1`.length > 63)).toEqual([]);
  });

  it("survives a migration that adds a column to its table", async () => {
    const table = `migrated_${randomUUID().replaceAll("-", "_")}`;
    await db.database.query(`CREATE TABLE ${table} (id int)`);
    const all = named(
      `WITH locked AS MATERIALIZED (SELECT * FROM ${table} WHERE id > $1 FOR UPDATE) SELECT id FROM locked`,
    );
    await db.database.queryAutocommit(all, [0]);
    await db.database.query(`ALTER TABLE ${table} ADD COLUMN name text`);
    await db.database.query(`INSERT INTO ${table} VALUES (1, 'B12')`);
    expect(await db.database.queryAutocommit(all, [0])).toEqual([{ id: 1 }]);
  });

  // Otherwise a process that survives a migration would fail on the same statement until it is restarted.
  it.each(["a statement", "a transaction"])(
    "is prepared again, and %s retried, after a column's type changes",
    async (what) => {
      const table = `migrated_${randomUUID().replaceAll("-", "_")}`;
      await db.database.query(`CREATE TABLE ${table} (id int)`);
      const all = named(`SELECT id FROM ${table} WHERE id > $1`);
      const run = () =>
        what === "a statement"
          ? db.database.queryAutocommit(all, [0])
          : db.database.transaction((tx) => rows(tx, all, [0]));
      await run();
      await db.database.query(`ALTER TABLE ${table} ALTER COLUMN id TYPE bigint`);
      await db.database.query(`INSERT INTO ${table} VALUES (1)`);
      expect(await run()).toEqual([{ id: "1" }]);
      // A pooler in transaction mode would give the outdated statement to anyone who prepares the same text.
      const texts = await db.database.query<{ statement: string }>(
        `SELECT DISTINCT statement FROM pg_prepared_statements WHERE strpos(statement, '${table}') > 0`,
      );
      expect(texts.map(({ statement }) => statement)).toContainEqual(
        expect.stringMatching(/ WHERE id > \$1 \/\* \d+ \*\/$/),
      );
    },
  );
});
