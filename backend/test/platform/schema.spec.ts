import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "@jest/globals";
import { entityDocs } from "../../src/entity-docs.js";
import { grantApplicationRole } from "../../src/platform/database/preparation.js";
import { schemaText } from "../../src/platform/database/schema-text.js";
import { createTestDatabase } from "../support/database.js";

const FILE = new URL("../../assets/generated/schema.sql", import.meta.url);

const db = await createTestDatabase(2);
/** Roles belong to the server: named after the database. */
const role = `application_${new URL(db.url).pathname.slice(1)}`;
afterAll(async () => {
  await db.source.query(`DROP OWNED BY ${role}`);
  await db.source.query(`DROP ROLE ${role}`);
  await db.close();
});

const text = (): Promise<string> =>
  schemaText((sql, parameters) => db.source.query(sql, parameters), entityDocs(), role);

it("the file of the schema is what the migrations make: `npm run generate -- schema` writes it", async () => {
  await db.source.query(`CREATE ROLE ${role}`);
  await grantApplicationRole(db.database, role);
  expect(await text()).toBe(readFileSync(FILE, "utf8"));
});

it("the file changes with a function, a right, an index and a comment", async () => {
  const before = await text();
  for (const [change, shown] of [
    ["CREATE FUNCTION one() RETURNS integer LANGUAGE sql AS 'SELECT 1'", "CREATE OR REPLACE FUNCTION one()"],
    [`REVOKE DELETE ON orders FROM ${role}`, "-- orders: SELECT, INSERT, UPDATE"],
    ["CREATE INDEX seeds_by_time ON seeds (planted_at)", "CREATE INDEX seeds_by_time ON seeds (planted_at);"],
    ["COMMENT ON INDEX seeds_by_time IS 'For a test.'", "-- For a test.\nCREATE INDEX seeds_by_time"],
    ["ALTER TABLE seeds ADD CONSTRAINT named CHECK (name <> '')", "CONSTRAINT named CHECK (name <> '')"],
  ] as const) {
    expect(before).not.toContain(shown);
    await db.source.query(change);
    expect(await text()).toContain(shown);
  }
});

it("every table is described by its entity", () => {
  const docs = entityDocs();
  expect(docs.length).toBeGreaterThan(70);
  expect(docs.filter(({ comment }) => comment === "").map(({ table }) => table)).toEqual([]);
});

it("a table that no entity declares is an error, and so is an entity without its table", async () => {
  const query = <Row extends object>(sql: string): Promise<Row[]> => db.source.query(sql);
  const docs = entityDocs();
  await expect(schemaText(query, docs.slice(1), role)).rejects.toThrow(`No entity: ${docs[0]?.table}`);
  const lost = { table: "lost", room: "ops", comment: "Lost.", columns: new Map() };
  await expect(schemaText(query, [...docs, lost], role)).rejects.toThrow("ops declares lost, which no migration makes");
});
