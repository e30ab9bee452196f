import { afterAll, expect, it } from "@jest/globals";
import pg from "pg";
import { createTestDatabase } from "../support/database.js";
import { MelaTest } from "../bookings/mela.js";

const mela = await MelaTest.start({}, [], createTestDatabase(20, {}));
afterAll(() => mela.close());

it("says that it cannot answer right now when every connection is stuck, and goes on afterwards", async () => {
  const stuck = new pg.Client({ connectionString: mela.db.url });
  await stuck.connect();
  await stuck.query("BEGIN");
  await stuck.query("SELECT 1 FROM stalls WHERE stall_id = 'B1' FOR UPDATE");
  // More than there are connections: some wait for the lock, the others for a connection.
  const answers = await Promise.all(mela.visitors(30).map((visitor) => visitor.reserve("B1")));
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body["code"])}`))).toEqual(
    new Set(["503 service_unavailable"]),
  );
  await stuck.query("ROLLBACK");
  await stuck.end();
  expect((await mela.visitor().reserve("B1")).status).toBe(201);
  expect(await mela.count("bookings")).toBe(1);
});
