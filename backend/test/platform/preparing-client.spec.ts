import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readIn } from "../../src/platform/database/database.js";
import { SeedEntity } from "../../src/platform/database/platform.entities.js";
import { createTestDatabase } from "../support/database.js";
import type { TestDatabase } from "../support/database.js";

let db: TestDatabase;
beforeAll(async () => {
  // One connection: what it has prepared can be read on it.
  db = await createTestDatabase(1);
});
afterAll(() => db.close());

/** How often each prepared statement with this text was run on the connection. */
const prepared = (text: string): Promise<{ runs: number }[]> =>
  db.database.query(
    // With a text of its own each time: it does not count itself among them.
    `SELECT (generic_plans + custom_plans)::int AS runs FROM pg_prepared_statements
      WHERE strpos(statement, $1) > 0 AND '${randomUUID()}' <> ''`,
    [text],
  );

describe("statements with parameters", () => {
  it("are prepared from their third use on, in transactions, too", async () => {
    const text = `SELECT $1::int AS "${randomUUID()}"`;
    for (const runs of [[], [], [{ runs: 1 }], [{ runs: 2 }]]) {
      await db.database.query(text, [1]);
      expect(await prepared(text)).toEqual(runs);
    }
    await db.database.transaction((tx) => tx.query(text, [2]));
    expect(await prepared(text)).toEqual([{ runs: 3 }]);
  });

  it("are prepared where TypeORM writes them", async () => {
    const name = randomUUID();
    for (let use = 1; use <= 3; use += 1) await db.database.of(SeedEntity).findOneBy({ name });
    expect(await prepared(`"seeds" "SeedEntity"`)).toEqual([{ runs: 1 }]);
  });

  it("without parameters are not, nor are those used twice", async () => {
    const plain = `SELECT 1 AS "${randomUUID()}"`;
    for (let use = 1; use <= 4; use += 1) await db.database.query(plain);
    expect(await prepared(plain)).toEqual([]);
  });

  // Searches in a catalogue of 100,000 brands took 2 to 4 seconds by a plan for all texts.
  it.each([
    "SELECT name FROM brands WHERE name_key LIKE $1::text",
    "SELECT full_name FROM bookings WHERE full_name ILIKE $1::text",
    "SELECT name FROM brands WHERE to_tsvector(name) @@ $1::tsquery",
    "SELECT name FROM brands WHERE $1::text IS NULL OR module = $1",
    "SELECT name FROM brands WHERE $1::text[] IS NULL OR module = ANY($1)",
  ])("are planned each time where the best plan hangs on the values: %s", async (text) => {
    const value = text.includes("[]") ? ["gifts"] : "gifts";
    for (let use = 1; use <= 4; use += 1) await db.database.query(text, [value]);
    expect(await prepared(text)).toEqual([]);
  });

  // A process that outlives a migration would otherwise fail at the same statement until it is started again.
  it("fail once at most after a migration has changed what they return", async () => {
    const table = `migrated_${randomUUID().replaceAll("-", "_")}`;
    await db.database.query(`CREATE TABLE ${table} (id int)`);
    const all = () => db.database.query(`SELECT * FROM ${table} WHERE id > $1`, [0]);
    for (let use = 1; use <= 4; use += 1) await all();
    await db.database.query(`ALTER TABLE ${table} ADD COLUMN name text`);
    await db.database.query(`INSERT INTO ${table} VALUES (1, 'B12')`);
    await expect(all()).rejects.toThrow("cached plan must not change result type");
    for (let use = 1; use <= 4; use += 1) expect(await all()).toEqual([{ id: 1, name: "B12" }]);
  });

  it("are tried again by a transaction that met such a migration", async () => {
    const table = `migrated_${randomUUID().replaceAll("-", "_")}`;
    await db.database.query(`CREATE TABLE ${table} (name text)`);
    const all = () =>
      db.database.transaction((tx) =>
        readIn<{ name: string }>(tx, SeedEntity, `SELECT * FROM ${table} WHERE name > $1`, [""]),
      );
    for (let use = 1; use <= 4; use += 1) await all();
    await db.database.query(`ALTER TABLE ${table} ADD COLUMN at timestamptz`);
    await db.database.query(`INSERT INTO ${table} VALUES ('B12')`);
    expect(await all()).toMatchObject([{ name: "B12" }]);
  });
});
