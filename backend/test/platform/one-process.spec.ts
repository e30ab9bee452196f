import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DataSource } from "typeorm";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";
import { inOneProcess } from "../../src/platform/loops/one-process.js";
import { createTestDatabase } from "../support/database.js";
import type { TestDatabase } from "../support/database.js";

let db: TestDatabase;
/** Two processes, whose server ends a transaction that is idle for 100 ms. */
let processes: readonly DataSource[];
beforeAll(async () => {
  db = await createTestDatabase();
  const options = dataSourceOptions(db.url, [], 2);
  const extra = { ...(options.extra as object), idle_in_transaction_session_timeout: 100 };
  processes = await Promise.all([1, 2].map(() => new DataSource({ ...options, extra }).initialize()));
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.destroy()));
  await db.close();
});

describe("inOneProcess", () => {
  const [first, second] = [() => processes[0] as DataSource, () => processes[1] as DataSource];

  it("does the work once at a time, however long it takes, and again afterwards", async () => {
    const others: unknown[] = [];
    const done = await inOneProcess(first(), "sweep", async () => {
      await first().query("SELECT pg_sleep(0.3)");
      others.push(await inOneProcess(second(), "sweep", () => Promise.resolve("twice")));
      others.push(await inOneProcess(second(), "backup", () => Promise.resolve("other work")));
      return "once";
    });
    expect([done, ...others]).toEqual(["once", undefined, "other work"]);
    expect(await inOneProcess(second(), "sweep", () => Promise.resolve("again"))).toBe("again");
  });

  it("is free again after a failure", async () => {
    const failing = inOneProcess(first(), "sweep", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await inOneProcess(second(), "sweep", () => Promise.resolve("again"))).toBe("again");
  });

  // A pooler in transaction mode gives the connection to somebody else between two statements outside a transaction.
  it("holds its lock in a transaction", async () => {
    await inOneProcess(first(), "sweep", async () => {
      const [held] = await first().query<{ state: string }[]>(
        `SELECT a.state FROM pg_locks l JOIN pg_stat_activity a USING (pid) JOIN pg_database d ON d.oid = l.database
          WHERE l.locktype = 'advisory' AND l.objid = 7305001 AND d.datname = current_database()`,
      );
      expect(held).toEqual({ state: "idle in transaction" });
    });
  });
});
