import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Database } from "../../src/platform/database/database.js";
import { openDataSource } from "../../src/platform/database/preparation.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(2);
});
afterAll(() => db.close());

it("keeps no connection back where the pool cannot have all of them", async () => {
  const url = new URL(db.url);
  [url.username, url.password] = [`plain_${url.pathname.slice(1)}`, "tests-only"];
  // As where PostgreSQL has no more to give: the old and the new processes of an upgrade at once.
  await db.source.query(`CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}' CONNECTION LIMIT 3`);
  const source = await openDataSource({ databaseUrl: url.href, databasePoolSize: 5, production: false }, []);
  const database = new Database(source);
  try {
    await expect(database.openAll()).rejects.toThrow("too many connections");
    const answers = Array.from({ length: 3 }, () => database.query("SELECT 1 AS one"));
    expect(await Promise.all(answers)).toEqual(answers.map(() => [{ one: 1 }]));
  } finally {
    await source.destroy();
    await db.source.query(`DROP ROLE ${url.username}`);
  }
});
