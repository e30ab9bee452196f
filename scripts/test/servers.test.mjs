import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import getPort from "get-port";
import pWaitFor from "p-wait-for";
import pg from "pg";
import { isAlive } from "../lib/data-folder.mjs";
import { createCluster, databaseUrl, postgresHome, postgresPlan, removePostgres } from "../lib/postgres.mjs";
import { Service } from "../lib/service.mjs";
import {
  endStalePostgres,
  endStaleProcesses,
  NAME_MARK,
  postgresProcessesOn,
  RUN_MARK,
  sendSignal,
} from "../lib/stale-processes.mjs";

const password = "not a secret: 'quoted'";
const timeout = { timeout: 900_000 };
const until = (/** @type {() => boolean | Promise<boolean>} */ condition) =>
  pWaitFor(condition, { interval: 20, timeout: 300_000 });
const idle = `process.send("ready"); setInterval(() => {}, 1000)`;

/** @type {string} */
let folder;
/** @type {Service[]} */
let started;
/** @type {number[]} */
let idlers;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sakhi-servers-")));
  chmodSync(folder, 0o755);
  started = [];
  idlers = [];
});
afterEach(async () => {
  for (const service of started) await service.stop();
  sendSignal(idlers, "SIGKILL");
  await removePostgres(folder);
  rmSync(folder, { recursive: true, force: true });
});

/** @param {Partial<import("../lib/service.mjs").Plan>} plan @param {boolean} [restart] */
function service(plan, restart = true) {
  const created = new Service(
    {
      name: "idler",
      command: process.execPath,
      args: ["-e", idle],
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "" },
      log: join(folder, "logs", "idler.log"),
      stopsIn: 0,
      ...plan,
    },
    { dataDir: folder, restart },
  );
  started.push(created);
  return created;
}

/** @param {import("../lib/postgres.mjs").PostgresHome} home @param {boolean} [restart] */
async function startPostgres(home, restart = false) {
  const port = await getPort();
  await createCluster(home, password);
  const server = service(postgresPlan(home, { port, password, log: join(folder, "postgres.log") }), restart);
  await server.start();
  const query = async (/** @type {string} */ sql, secret = password) => {
    const client = new pg.Client({ connectionString: databaseUrl(port, secret) });
    client.on("error", () => {}); // the server is killed under it: that is the test
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  };
  return { server, query };
}

test("PostgreSQL keeps its data after kill -9 and a change of its user", timeout, async () => {
  const facts = [{ answer: 42 }];
  const home = await postgresHome(folder);
  const watched = await startPostgres(home, true);
  await watched.query("CREATE TABLE facts AS SELECT 42 AS answer");
  const postmaster = Number(watched.server.pid);
  sendSignal([postmaster], "SIGKILL");
  await until(
    () =>
      watched.server.pid !== postmaster &&
      watched.query("SELECT 1").then(
        () => true,
        () => false,
      ),
  );
  assert.deepEqual(await watched.query("SELECT answer FROM facts"), facts);
  await assert.rejects(watched.query("SELECT 1", "wrong"), /password authentication failed/);
  await watched.server.stop();

  // kill -9 of everything except a busy backend.
  const first = await startPostgres(home);
  const busy = first.query("SELECT pg_sleep(300)").catch(() => {});
  const busyBackends = "SELECT pid FROM pg_stat_activity WHERE query LIKE '%300%' AND pid <> pg_backend_pid()";
  await until(async () => (await first.query(busyBackends)).length > 0);
  // Suspended first, so that no backend notices its postmaster's death and exits.
  const backends = postgresProcessesOn(home.data).filter((pid) => pid !== first.server.pid);
  sendSignal(backends, "SIGSTOP");
  sendSignal([Number(first.server.pid)], "SIGKILL");
  await until(() => !first.server.isRunning());
  const second = await startPostgres(home);
  assert.deepEqual(await second.query("SELECT answer FROM facts"), facts);
  await busy;
  await second.server.stop();

  // A pid file that names an unrelated process.
  const foreign = idler();
  writeFileSync(join(home.data, "postmaster.pid"), `${foreign}\n${home.data}\n`);
  const third = await startPostgres(home);
  assert.deepEqual(await third.query("SELECT answer FROM facts"), facts);
  assert.ok(isAlive(foreign));
  await third.server.stop();

  // As root without user namespaces, it runs as another user, and its data stays in the new place.
  if (process.getuid?.() !== 0) return;
  for (const namespaces of [false, true]) {
    const elsewhere = await postgresHome(folder, { namespaces });
    assert.notEqual(elsewhere.user.uid, undefined);
    assert.match(elsewhere.data, /^\/var\/tmp\/sakhi-bazaar-/);
    const there = await startPostgres(elsewhere);
    assert.deepEqual(await there.query("SELECT answer FROM facts"), facts);
    await there.server.stop();
  }
});

/** A process that does nothing. @param {Record<string, string>} [env] */
function idler(env = {}) {
  const { pid = 0 } = spawn("sleep", ["600"], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: "ignore",
    cwd: "/",
  });
  idlers.push(pid);
  return pid;
}

test("endStaleProcesses ends processes with the run's mark and no others", timeout, async () => {
  idler({ [RUN_MARK]: folder, [NAME_MARK]: "api" });
  const foreign = [idler(), idler({ [RUN_MARK]: `${folder}-other`, [NAME_MARK]: "jobs" })];
  assert.deepEqual(await endStaleProcesses(folder), ["api"]);
  assert.deepEqual(await endStaleProcesses(folder), []);
  await endStalePostgres(join(folder, "postgres"));
  assert.deepEqual(foreign.map(isAlive), [true, true]);
});

test("a service that dies is restarted, keeps the previous run's log, and stops on request", timeout, async () => {
  const one = service({});
  await one.start();
  const first = Number(one.pid);
  sendSignal([first], "SIGKILL");
  await until(() => one.pid !== first && one.isRunning());
  await one.stop();
  assert.equal(one.isRunning(), false);
  writeFileSync(one.plan.log, "yesterday");
  const next = service({});
  await next.start();
  assert.equal(readFileSync(`${one.plan.log}.1`, "utf8"), "yesterday");
});

test("a service that exits before it is ready fails to start, with its last lines", timeout, async () => {
  const failing = service({ args: ["-e", `console.error("GST_RATE is missing"); process.exit(3)`] });
  await assert.rejects(failing.start(), /idler ended before it was ready \(exit code 3\)[^]*GST_RATE is missing/);
});

test("a service that does not stop is killed with its children", timeout, async () => {
  const file = join(folder, "child.pid");
  const stubborn = service({
    args: [
      "-e",
      `process.on("SIGTERM", () => {});
       const child = require("child_process").spawn("sleep", ["600"]);
       require("fs").writeFileSync(${JSON.stringify(file)}, String(child.pid)); ${idle}`,
    ],
    stopMs: 300,
  });
  await stubborn.start();
  const child = Number(readFileSync(file, "utf8"));
  await stubborn.stop();
  assert.equal(stubborn.isRunning(), false);
  const state = () => /\) (\w)/.exec(readFileSync(`/proc/${child}/stat`, "utf8"))?.[1];
  await until(() => !isAlive(child) || state() === "Z");
});
