import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { root } from "../lib/paths.mjs";
import { freePort } from "../lib/ports.mjs";
import { createCluster, databaseUrl, postgresPlan } from "../lib/postgres.mjs";
import { postgresHome } from "../lib/postgres-binaries.mjs";
import { cure } from "../lib/postgres-cure.mjs";
import {
  allPids,
  commandOf,
  end,
  folderOf,
  identify,
  isAlive,
  signalQuietly,
} from "../lib/process-table.mjs";
import { Supervised } from "../lib/supervised.mjs";
import { until } from "../lib/wait.mjs";

const pg = createRequire(join(root, "backend/package.json"))("pg");
const password = "not a secret: 'quoted'";
const timeout = { timeout: 900_000 };

/** @type {string} */
let folder;
/** @type {number} */
let port;
/** @type {Supervised[]} */
let started;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sakhi-postgres-")));
  chmodSync(folder, 0o755);
  port = await freePort();
  started = [];
});
afterEach(async () => {
  for (const server of started) await server.stop();
  await cure(join(folder, "postgres"));
  rmSync(folder, { recursive: true, force: true });
});

/** @param {import("../lib/postgres-binaries.mjs").PostgresHome} home @param {boolean} restart */
async function startOn(home, restart) {
  const server = new Supervised(postgresPlan(home, { port, log: join(folder, "postgres.log") }), {
    dataDir: folder,
    restart,
  });
  started.push(server);
  await server.start();
  return server;
}

/** @param {string} sql @param {string} [secret] @returns {Promise<any[]>} */
async function query(sql, secret = password) {
  const url = databaseUrl(port, encodeURIComponent(secret));
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the server is killed under it: that is the test
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("it survives kill -9 of its postmaster, under a supervisor", timeout, async () => {
  const home = postgresHome(folder);
  await createCluster(home, password);
  const server = await startOn(home, true);
  await query("CREATE TABLE facts AS SELECT 42 AS answer");
  const postmaster = identify(Number(server.pid));
  process.kill(postmaster.pid, "SIGKILL");
  await until("another postmaster answers", async () => (await query("SELECT 1")).length === 1, {
    timeoutMs: 300_000,
  });
  assert.equal(isAlive(postmaster), false);
  assert.deepEqual(await query("SELECT answer FROM facts"), [{ answer: 42 }]);
  await assert.rejects(query("SELECT 1", "wrong"), /password authentication failed/);
});

test("it survives kill -9 of everything but a busy backend", timeout, async () => {
  const home = postgresHome(folder);
  await createCluster(home, password);
  const first = await startOn(home, false);
  await query("CREATE TABLE facts AS SELECT 42 AS answer");
  const busy = query("SELECT pg_sleep(300)").catch(() => {});
  const backends = () => allPids().filter((pid) => folderOf(pid) === home.data && pid !== first.pid);
  await until(
    "the backend is busy",
    async () =>
      (await query("SELECT 1 FROM pg_stat_activity WHERE query LIKE '%300%' AND pid <> pg_backend_pid()"))
        .length > 0,
    { timeoutMs: 300_000 },
  );
  assert.ok(backends().length > 0);
  // Frozen first, so that no backend notices its postmaster's death and goes by itself.
  // Quietly: the one that answered the last question may just be going.
  for (const pid of backends()) signalQuietly(pid, "SIGSTOP");
  process.kill(Number(first.pid), "SIGKILL");
  await until("the postmaster is gone", () => !first.isRunning(), { timeoutMs: 300_000 });
  await startOn(home, false);
  assert.deepEqual(await query("SELECT answer FROM facts"), [{ answer: 42 }]);
  await busy;
});

test("it survives the death of its parent: the orphan is ended, the data stays", timeout, async () => {
  const home = postgresHome(folder);
  await createCluster(home, password);
  const plan = postgresPlan(home, { port, log: join(folder, "postgres.log") });
  const orphan = spawn(plan.command, plan.args, {
    cwd: plan.cwd,
    env: plan.env,
    stdio: "ignore",
    detached: true,
  });
  orphan.unref();
  await until("the orphan answers", async () => (await query("SELECT 1")).length === 1, {
    timeoutMs: 300_000,
  });
  await query("CREATE TABLE facts AS SELECT 42 AS answer");
  await startOn(home, false);
  assert.notEqual(orphan.exitCode ?? orphan.signalCode, null);
  assert.deepEqual(await query("SELECT answer FROM facts"), [{ answer: 42 }]);
});

test(
  "a pid file that names somebody else's process is removed, the process left alone",
  timeout,
  async () => {
    const home = postgresHome(folder);
    await createCluster(home, password);
    const foreign = spawn("sleep", ["600"], { stdio: "ignore" });
    const identity = identify(Number(foreign.pid));
    try {
      writeFileSync(join(home.data, "postmaster.pid"), `${identity.pid}\n${home.data}\n`);
      await startOn(home, false);
      assert.ok(isAlive(identity));
      assert.notEqual(
        Number(readFileSync(join(home.data, "postmaster.pid"), "utf8").split("\n")[0]),
        identity.pid,
      );
    } finally {
      await end([identity], { graceMs: 0 });
    }
  },
);

test("a first start that was cut off is begun anew", timeout, async () => {
  const home = postgresHome(folder);
  const impatient = new AbortController();
  // It works by now, and can't have come to its end: nothing of this process has run since.
  const making = createCluster(home, password, impatient.signal);
  impatient.abort();
  await assert.rejects(making, /stopped on request/);
  assert.equal(existsSync(home.data), false);
  // However far it had come.
  writeFileSync(join(`${home.data}.unfinished`, "PG_VERSION"), "half of it");
  await createCluster(home, password);
  await startOn(home, false);
  assert.equal((await query("SELECT current_database() AS name"))[0].name, "sakhi_bazaar");
});

test(
  "as root without user namespaces it runs as another user, out of a folder that user can enter",
  { ...timeout, skip: process.getuid?.() === 0 ? false : "only root needs it" },
  async () => {
    chmodSync(folder, 0o700); // as a clone under root's home would be
    const home = postgresHome(folder, { namespaces: false });
    try {
      assert.notEqual(home.uid, undefined);
      await createCluster(home, password);
      const server = await startOn(home, false);
      assert.equal(commandOf(Number(server.pid)), "postgres");
      assert.equal((await query("SELECT 1 AS one"))[0].one, 1);
      assert.deepEqual(postgresHome(folder, { namespaces: false }), home); // found again at the next start
      await server.stop();
    } finally {
      await cure(home.data);
      rmSync(join(home.data, ".."), { recursive: true, force: true });
    }
  },
);
