import { afterAll, expect, it } from "@jest/globals";
import pg from "pg";
import { MelaTest } from "../bookings/mela.js";
import { createTestDatabase } from "../support/database.js";

const mela = await MelaTest.start({}, [], createTestDatabase(20, {}));
afterAll(() => mela.close());

it("responds 503 while every database connection is blocked, and recovers", async () => {
  const blocker = new pg.Client({ connectionString: mela.db.url });
  await blocker.connect();
  await blocker.query("BEGIN");
  await blocker.query("SELECT 1 FROM stalls WHERE stall_id = 'B1' FOR UPDATE");
  // More requests than connections: some wait for the lock, the others for a connection.
  const responses = await Promise.all(mela.visitors(30).map((visitor) => visitor.reserve("B1")));
  expect(new Set(responses.map(({ status, body }) => `${status} ${String(body["code"])}`))).toEqual(
    new Set(["503 service_unavailable"]),
  );
  await blocker.query("ROLLBACK");
  await blocker.end();
  expect((await mela.visitor().reserve("B1")).status).toBe(201);
  expect(await mela.count("bookings")).toBe(1);
});
