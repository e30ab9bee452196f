import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readJson, writeJson } from "../lib/files.mjs";
import { endLeftovers, leftoversOf, recordProcess, runMark } from "../lib/leftovers.mjs";
import { demandPort, freePort, rememberedPorts } from "../lib/ports.mjs";
import { end, identify, isAlive } from "../lib/process-table.mjs";
import { heritageOf, takeLock } from "../lib/run-lock.mjs";
import { Supervised } from "../lib/supervised.mjs";
import { until } from "../lib/wait.mjs";

/** @type {string} */
let folder;
/** @type {import("../lib/process-table.mjs").Identity[]} */
const ours = [];

before(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sakhi-processes-")));
});
after(async () => {
  await end(ours, { graceMs: 0 });
  rmSync(folder, { recursive: true, force: true });
});

/** @param {Record<string, string>} [env] @returns {import("../lib/process-table.mjs").Identity} a process that does nothing */
function idler(env = {}) {
  const child = spawn("sleep", ["600"], { env: { ...process.env, ...env }, stdio: "ignore", cwd: "/" });
  child.on("error", () => {});
  const identity = identify(Number(child.pid));
  ours.push(identity);
  return identity;
}

test("a leftover is ended when it was recorded and carries our mark", async () => {
  const leftover = idler({ [runMark]: folder });
  recordProcess(folder, "api", leftover.pid);
  assert.deepEqual(await endLeftovers(folder), ["api"]);
  assert.equal(isAlive(leftover), false);
  assert.deepEqual(leftoversOf(folder), []);
});

test("a leftover is ended when nobody had time to record it", async () => {
  const leftover = idler({ [runMark]: folder });
  await endLeftovers(folder);
  assert.equal(isAlive(leftover), false);
});

test("a foreign process is not touched: neither by a reused pid, nor by a record, nor of another run", async () => {
  const reused = idler();
  const recorded = idler();
  const otherRun = idler({ [runMark]: `${folder}-other` });
  writeJson(join(folder, "processes.json"), [
    { name: "api", pid: reused.pid, started: "another boot/1" },
    { name: "jobs", ...recorded },
    { name: "odd" },
    "odd",
  ]);
  assert.deepEqual(await endLeftovers(folder), []);
  assert.deepEqual([reused, recorded, otherRun].map(isAlive), [true, true, true]);
});

test("a lock is refused while its owner lives, and taken over when it is dead", () => {
  const living = idler();
  writeJson(join(folder, "run.json"), living);
  assert.throws(
    () => takeLock(folder, "run.json", ({ pid }) => `held by ${pid}`),
    new RegExp(`held by ${living.pid}`),
  );
  writeJson(join(folder, "run.json"), { ...living, started: "another boot/1" });
  const lock = takeLock(folder, "run.json", () => "held");
  assert.equal(readJson(join(folder, "run.json")).pid, process.pid);
  lock.release();
  assert.equal(readJson(join(folder, "run.json")), undefined);
});

test("a lock that somebody died over while taking it is taken all the same, and nothing is left of it", () => {
  const dead = { pid: 1, started: "another boot/1" };
  writeJson(join(folder, "twice.json"), dead);
  const lock = join(folder, "twice.json");
  writeJson(heritageOf(lock, readFileSync(lock, "utf8")), { ...dead, started: "another boot/2" });
  takeLock(folder, "twice.json", () => "held");
  assert.equal(readJson(join(folder, "twice.json")).pid, process.pid);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("twice.json.")),
    [],
  );
});

test("while a living one takes a dead owner's lock, it is refused to everybody else", () => {
  writeJson(join(folder, "taken.json"), { pid: 1, started: "another boot/1" });
  const lock = join(folder, "taken.json");
  const heir = idler();
  writeJson(heritageOf(lock, readFileSync(lock, "utf8")), heir);
  assert.throws(
    () => takeLock(folder, "taken.json", ({ pid }) => `held by ${pid}`),
    new RegExp(`held by ${heir.pid}`),
  );
});

test("of twenty commands that want a dead owner's lock at once, one gets it", async () => {
  writeJson(join(folder, "race.json"), { pid: 1, started: "another boot/1" });
  const program = `
    import { takeLock } from ${JSON.stringify(new URL("../lib/run-lock.mjs", import.meta.url).href)};
    try { takeLock(${JSON.stringify(folder)}, "race.json", () => "held"); console.log("mine"); setTimeout(() => {}, 600_000); }
    catch { console.log("refused"); }`;
  const answers = await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise((/** @type {(answer: string) => void} */ resolve) => {
          const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
          ours.push(identify(Number(child.pid)));
          child.stdout.once("data", (data) => resolve(String(data).trim()));
          child.once("close", () => resolve("ended without a word"));
        }),
    ),
  );
  assert.equal(answers.filter((answer) => answer === "mine").length, 1, answers.join());
});

test("a taken port is refused with its number and the way to choose another", async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  await assert.rejects(demandPort(port, "127.0.0.1"), (error) => {
    assert.equal(
      /** @type {Error} */ (error).message,
      `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
    );
    return true;
  });
  await assert.rejects(
    demandPort(port, "203.0.113.7"),
    /HOST is "203.0.113.7", which is no address of this machine/,
  );
  server.close();
});

test("ports are remembered, and chosen anew when somebody took one", async () => {
  const file = join(folder, "ports.json");
  const first = await rememberedPorts(file).take("mail");
  // Another process: this one's memory of what it gave out is not the file's.
  const program = `
    import { rememberedPorts } from ${JSON.stringify(new URL("../lib/ports.mjs", import.meta.url).href)};
    console.log(await rememberedPorts(${JSON.stringify(file)}).take("mail"));`;
  const again = () => Number(spawnSync(process.execPath, ["--input-type=module", "-e", program]).stdout);
  assert.equal(again(), first);
  const taker = net.createServer().listen(first, "127.0.0.1");
  await new Promise((resolve) => taker.once("listening", resolve));
  const second = again();
  assert.notEqual(second, first);
  assert.ok(second > 0);
  taker.close();
  assert.notEqual(await freePort(), await freePort());
});

/** @param {string} program @param {Partial<import("../lib/supervised.mjs").Plan>} [more] */
function supervised(program, more = {}) {
  const plan = {
    name: "patient",
    command: process.execPath,
    args: ["-e", program],
    cwd: folder,
    env: { PATH: process.env["PATH"] },
    log: join(folder, "logs", "patient.log"),
    stopsIn: 0,
    ...more,
  };
  return new Supervised(plan, { dataDir: folder, restart: true });
}

test("a process that dies is started again, and stopped when asked", async () => {
  const patient = supervised(`process.send("ready"); setInterval(() => {}, 1000)`);
  await patient.start();
  const first = identify(Number(patient.pid));
  process.kill(first.pid, "SIGKILL");
  await until("it is back", () => patient.isRunning() && patient.pid !== first.pid, { timeoutMs: 300_000 });
  const second = identify(Number(patient.pid));
  await patient.stop();
  assert.deepEqual([first, second].map(isAlive), [false, false]);
});

test("a process that ends before it is ready fails the start with its own last words", async () => {
  const patient = supervised(`console.error("GST_RATE is missing"); process.exit(3)`);
  await assert.rejects(
    patient.start(),
    /patient ended before it was ready \(exit code 3\)[\s\S]*GST_RATE is missing/,
  );
  await patient.stop();
});

test("a process that will not stop is killed, with what it started", async () => {
  const file = join(folder, "child.pid");
  const patient = supervised(
    `process.on("SIGTERM", () => {});
     const child = require("child_process").spawn("sleep", ["600"]);
     require("fs").writeFileSync(${JSON.stringify(file)}, String(child.pid));
     process.send("ready"); setInterval(() => {}, 1000)`,
    { stopMs: 300 },
  );
  await patient.start();
  const child = identify(Number(readFileSync(file, "utf8")));
  const parent = identify(Number(patient.pid));
  assert.ok(isAlive(child));
  await patient.stop();
  await until("both are gone", () => !isAlive(child) && !isAlive(parent), { timeoutMs: 300_000 });
});

test("the log of the run before is kept beside the new one", async () => {
  const patient = supervised(`process.send("ready"); setInterval(() => {}, 1000)`);
  writeFileSync(patient.plan.log, "yesterday");
  await patient.start();
  assert.equal(readFileSync(`${patient.plan.log}.1`, "utf8"), "yesterday");
  await patient.stop();
});
