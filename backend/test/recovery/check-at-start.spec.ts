import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { ConsoleLogger, type INestApplicationContext, Logger, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { type DatabasePosition, NUMBERS_LEFT_OUT } from "@sakhi/domain/recovery/position.rules";
import { TcpProxy } from "@sakhi/testkit/tcp-proxy";
import { until } from "@sakhi/testkit/until";
import { checkAtStart } from "../../src/check-at-start.js";
import { isPaused } from "../../src/events/sales-pause.sql.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { OutsidePositionsService } from "../../src/recovery/outside-positions.service.js";
import { runRecoverCommand } from "../../src/recovery/recover-command.js";
import { RecoveryWatchModule } from "../../src/recovery/recovery.module.js";
import { RecoveryService } from "../../src/recovery/recovery.service.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

// What a process does before it starts: on a living database, a restored one, and while parts outside do not answer.

/** Nothing listens there. */
const AWAY = "127.0.0.1:1";
/** A start may take this long while Temporal is unreachable, in ms; generous, for a busy machine. */
const LONGEST_START_MS = 12_000;

let db: TestDatabase;
let folder: string;
let installation: string;
let watches: INestApplicationContext[];

beforeEach(async () => {
  db = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "sakhi-record-"));
  installation = String((await db.database.query<{ id: string }>("SELECT id FROM installation"))[0]?.id);
  watches = [];
  jest.spyOn(Logger.prototype, "warn").mockReturnValue(undefined);
  jest.spyOn(Logger.prototype, "error").mockReturnValue(undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const watch of watches) await watch.close();
  await db.close();
  rmSync(folder, { recursive: true });
});

const configOf = (settings: Readonly<Record<string, string>> = {}) =>
  testConfig({ DATABASE_URL: db.url, REDIS_URL: "", TEMPORAL_ADDRESS: AWAY, RECORD_DIR: folder, ...settings });
/** Temporal answers too. */
const answering = { TEMPORAL_ADDRESS: process.env["TEMPORAL_ADDRESS"] ?? "" };
const file = () => join(folder, `position-${installation}.json`);
const paused = () => db.database.transaction(isPaused);
const recoveries = () =>
  db.database.query<{ sources: string[] }>("SELECT found->'sources' AS sources FROM recoveries WHERE ended_at IS NULL");
/** The watch of a jobs process. */
async function watch(settings: Readonly<Record<string, string>> = {}): Promise<RecoveryService> {
  @Module({ imports: [PlatformModule.with(configOf(settings), db.source), RecoveryWatchModule] })
  class WatchModule {}
  const app = await NestFactory.createApplicationContext(WatchModule, { logger: false });
  watches.push(app);
  return app.get(RecoveryService, { strict: false });
}
/** What jobs wrote into the folder. */
const written = () => JSON.parse(readFileSync(file(), "utf8")) as DatabasePosition;
/** Publishes the position, and then puts the database back to before an administrator's action. */
async function restored(): Promise<void> {
  const jobs = await watch();
  await jobs.watch();
  const position = written();
  const events = { ...position.events, administrators: position.events.administrators + 1 };
  writeFileSync(file(), JSON.stringify({ ...position, events, documents: { "INV/26-27": 15 } }));
}
/** As if the backup were of an hour ago. */
const lastHour = () =>
  db.database.query("UPDATE outside_records SET published_at = published_at - interval '1 hour' RETURNING one");

/** Starts, within a bound. */
async function start(settings?: Readonly<Record<string, string>>): Promise<void> {
  const began = performance.now();
  await checkAtStart(configOf(settings), new ConsoleLogger());
  expect(performance.now() - began).toBeLessThan(LONGEST_START_MS);
}

describe("a start", () => {
  it("of a server that was restored from the continuous archive pauses, once, though everything outside agrees", async () => {
    const jobs = await watch(answering);
    await jobs.watch();
    const moment = (await db.database.query<{ at: string }>("SELECT clock_timestamp()::text AS at"))[0]?.at;
    // As deploy/archive/archive.sh writes it, for new connections.
    const name = new URL(db.url).pathname.slice(1);
    await db.database.query(`ALTER DATABASE ${name} SET sakhi.restored = '${moment}'`);
    await start(answering);
    const gap = "SELECT count(*)::int AS count FROM issues WHERE kind = 'recovery_gap' AND resolved_at IS NULL";
    expect([await paused(), await recoveries()]).toEqual([true, [{ sources: ["backup"] }]]);
    expect(await db.database.query(gap)).toEqual([{ count: 1 }]);

    await db.database.query(
      "UPDATE recoveries SET ended_at = clock_timestamp(), ended_by = 'asha', reason = 'compared'",
    );
    await start(answering);
    expect([await paused(), await recoveries()]).toEqual([false, []]);
  });

  it("of a new database sells, even if nobody answers", async () => {
    await start();
    expect([await paused(), await recoveries()]).toEqual([false, []]);
  });

  it("of a database that is as new as its record sells, while Temporal is unreachable", async () => {
    await (await watch()).watch();
    expect(written()).toMatchObject({ installation, recoveries: 0 });
    await lastHour();
    await start();
    expect([await paused(), await recoveries()]).toEqual([false, []]);
  });

  // What another process does while this start reads: [what, before the start reads outside, after it, documents].
  it.each([
    ["of a new database, beside the process that publishes it first", "after", {}],
    ["of a new database, beside one that publishes it just before", "before", {}],
    ["beside a living database that continues selling meanwhile", "before", { "INV/26-27": 1 }],
    ["beside a living database that continues selling afterwards", "after", { "INV/26-27": 1 }],
  ] as const)("%s sells too", async (_what, when, documents) => {
    const jobs = await watch();
    const starting = await watch(answering);
    const outside = watches[1]?.get(OutsidePositionsService, { strict: false });
    if (outside === undefined) throw new Error("the watch has no positions");
    if ("INV/26-27" in documents) await jobs.watch();
    const meanwhile = async () => {
      for (const number of Object.values(documents)) {
        await db.database.query(
          "INSERT INTO invoice_counters (series, financial_year, last_number) VALUES ('INV', '26-27', $1)",
          [number],
        );
      }
      await jobs.watch();
      expect(written().documents).toEqual(documents);
    };
    const read = outside.read.bind(outside);
    jest.spyOn(outside, "read").mockImplementationOnce(async (of) => {
      if (when === "before") await meanwhile();
      const found = await read(of);
      if (when === "after") await meanwhile();
      return found;
    });
    expect(await starting.check()).toBe("current");
    expect([await paused(), await recoveries()]).toEqual([false, []]);
  });

  it("of a restored database enters recovery: nothing is sold, and numbers go on beyond the lost ones", async () => {
    await restored();
    await start();
    expect([await paused(), await recoveries()]).toEqual([true, [{ sources: ["file"] }]]);
    const numbers = await db.database.query("SELECT series, financial_year, last_number FROM invoice_counters");
    expect(numbers).toEqual([{ series: "INV", financial_year: "26-27", last_number: 15 + NUMBERS_LEFT_OUT }]);
    const issues = await db.database.query("SELECT kind, facts->>'missing' AS missing FROM issues");
    expect(issues).toEqual([
      { kind: "database_restored", missing: "1 actions of administrators, 15 documents INV/26-27" },
    ]);
    // The next process finds the same recovery.
    await start();
    expect(await recoveries()).toHaveLength(1);
  });

  it.each([
    ["orders-", { order: "MELA1764000000000ABCD1234", at: new Date().toISOString() }, "orders", "1 opened orders"],
    [
      "sent-mails-",
      { key: "booking-confirmed-x", at: new Date().toISOString(), order: "MELA1", document: "INV/26-27/000015" },
      "mails",
      "the mailed document INV/26-27/000015",
    ],
  ])("finds what the position does not show yet in %s*.jsonl", async (log, line, source, missing) => {
    await (await watch()).watch();
    writeFileSync(join(folder, `${log}${installation}.jsonl`), `${JSON.stringify(line)}\n{"cut off by a cra`);
    await start();
    expect([await paused(), await recoveries()]).toEqual([true, [{ sources: [source] }]]);
    const facts = await db.database.query("SELECT facts->>'missing' AS missing FROM issues");
    expect(facts).toEqual([{ missing }]);
    const [next] = await db.database.query("SELECT last_number FROM invoice_counters");
    expect(next).toEqual(source === "mails" ? { last_number: 15 + NUMBERS_LEFT_OUT } : undefined);
  });

  it("of a database whose record is gone everywhere enters recovery", async () => {
    await (await watch()).watch();
    rmSync(file());
    // Temporal answers, and knows nothing of this database.
    await start(answering);
    expect([await paused(), await recoveries()]).toEqual([true, [{ sources: ["record_lost"] }]]);
  });

  it("of a copy with a mark of its own sells: it has published nothing", async () => {
    await (await watch()).watch();
    await db.database.query("UPDATE installation SET id = gen_random_uuid()");
    await start(answering);
    expect([await paused(), await recoveries()]).toEqual([false, []]);
  });

  it("continues after an outage of everything outside, if the database was alive a moment ago", async () => {
    await (await watch()).watch();
    await start({ RECORD_DIR: "" });
    expect([await paused(), await recoveries()]).toEqual([false, []]);
  });

  it("pauses the sales of a database that may be restored while nobody answers, until somebody does", async () => {
    await (await watch()).watch();
    await lastHour();
    await start({ RECORD_DIR: "" });
    expect([await paused(), await recoveries()]).toEqual([true, []]);
    // The watch neither opens the sales nor makes this position the record while nobody answers.
    const empty = join(folder, "empty");
    const jobs = await watch({ RECORD_DIR: empty });
    await jobs.watch();
    await jobs.watch();
    expect(await paused()).toBe(true);
    expect(() => readFileSync(join(empty, `position-${installation}.json`))).toThrow();
    // The folder is back.
    await (await watch()).watch();
    expect(await paused()).toBe(false);
  });

  it.each<[string, string[], string | undefined, string]>([
    [
      "nobody is at a terminal",
      [],
      undefined,
      "stay paused. There is no terminal to ask: to open them, run the same with --yes.",
    ],
    ["the answer is another", [], "no", "Nothing was changed: sales stay paused."],
    ["the answer is open", [], "open", "Sales are open."],
    ["--yes answers before", ["--yes"], undefined, "Sales are open."],
  ])("recover open: %s", async (_, more, answer, expected) => {
    await (await watch()).watch();
    await lastHour();
    await start({ RECORD_DIR: "" });
    expect(await paused()).toBe(true);
    const printed: string[] = [];
    const terminal = { print: (line: string) => void printed.push(line), ask: () => Promise.resolve(answer) };
    const unread = () => Promise.reject(new Error("nothing is read"));
    await runRecoverCommand(
      ["open", "--reason", "gone", ...more],
      await watch({ RECORD_DIR: "" }),
      unread,
      terminal,
    ).catch((error: unknown) => printed.push(String(error)));
    expect(printed.at(-1)).toContain(expected);
    expect(await paused()).toBe(!expected.includes("open."));
  });

  it("lets a person vouch for a database that nobody can compare", async () => {
    const jobs = await watch({ RECORD_DIR: "" });
    await expect(jobs.openSales(undefined, "too early")).rejects.toMatchObject({ code: "not_recovering" });
    await (await watch()).watch();
    await lastHour();
    await start({ RECORD_DIR: "" });
    await jobs.openSales(undefined, "Temporal is gone for good");
    expect(await paused()).toBe(false);
    // So does the next start, for a while.
    await start({ RECORD_DIR: "" });
    expect(await paused()).toBe(false);
    const audited = await db.database.query("SELECT action, reason FROM audit_log ORDER BY id DESC LIMIT 1");
    expect(audited).toEqual([{ action: "sales_opened_unverified", reason: "Temporal is gone for good" }]);
  });

  it("does not wait for a database that is unreachable, and checks it as soon as it is back", async () => {
    await restored();
    const link = await TcpProxy.open(Number(new URL(db.url).port));
    try {
      link.break({ kind: "cut" });
      const away = new URL(db.url);
      away.host = `127.0.0.1:${link.port}`;
      await start({ DATABASE_URL: away.href });
      expect(await paused()).toBe(false);
      link.heal();
      await until("the repeated check to find the record", paused);
    } finally {
      await link.close();
    }
  });
});

describe("the watch of the jobs process", () => {
  it("writes a record that was emptied again, and notes when every part has it", async () => {
    const jobs = await watch(answering);
    await jobs.watch();
    const noted = () =>
      db.database.query(
        "SELECT installation::text, published_at IS NOT NULL AS published, complete_at IS NOT NULL AS complete FROM outside_records",
      );
    expect(await noted()).toEqual([{ installation, published: true, complete: true }]);
    rmSync(file());
    await jobs.watch();
    expect(written()).toMatchObject({ installation });
  });

  it("notes an incomplete record while a part does not take it", async () => {
    await (await watch()).watch();
    const [record] = await db.database.query(
      "SELECT published_at IS NOT NULL AS published, complete_at IS NOT NULL AS complete FROM outside_records",
    );
    expect(record).toEqual({ published: true, complete: false });
  });

  it("enters recovery when the database is put back under a running process", async () => {
    await restored();
    await (await watch()).watch();
    expect([await paused(), await recoveries()]).toEqual([true, [{ sources: ["file"] }]]);
    // From now on the record says that this database has recovered once.
    await (await watch()).watch();
    expect(written()).toMatchObject({ recoveries: 1 });
  });
});
