import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { findSchemathesis } from "../../lab/support/schemathesis.mjs";
import { buildFrontend, buildServers } from "./build.mjs";
import { CHECK_NAMES, runChecks } from "./checks.mjs";
import { CpuTime, secondsOfSpecs } from "./cpu-time.mjs";
import { isAlive } from "./data-folder.mjs";
import { faketimeLibrary, otherDays, shiftedBy } from "./faketime.mjs";
import { readJson, root, writeAtomically } from "./files.mjs";
import { ClearError, printError, describe, duration, print } from "./output.mjs";
import { clearOwnFolder, makeOwnFolder, PREFIX } from "./own-folder.mjs";
import { databaseUrl } from "./postgres.mjs";
import { Servers, THROWAWAY } from "./servers.mjs";
import { RUN_MARK } from "./stale-processes.mjs";
import { aborted } from "./stop-signal.mjs";
import { temporaryFolder, temporaryFolders } from "./temporary-folder.mjs";
import { browserSpecs, cpuOfSpecs, node, runJest, runPlaywright, runScriptTests, runChaos } from "./test-runners.mjs";
import { findChromium, PRODUCT, startTestProduct, startTestServers } from "./test-servers.mjs";

/** The one spec that needs Schemathesis. */
const FUZZ = "lab/test/fuzz/fuzz.spec.ts";
/** The spec that opens the built pages without a browser. */
const BUILT_PAGES = "backend/test/product/built-pages.spec.ts";
/** Specs that decide by dates, run on another day by each `npm test`; all of them: `npm run lab -- another-day`. */
const ON_ANOTHER_DAY = ["domain/src/events/", "domain/src/invoices/", "backend/test/events/event-over.spec"];
/** Password of that day's own PostgreSQL. */
const PASSWORD = "another-day";
/** Checks that need only sources. */
const SOURCE_CHECKS = ["format", "imports", "language", "packages", "tables"];

/** Result of the run. */
class Summary {
  passed = 0;
  failed = 0;
  /** @type {string[]} */
  failures = [];
  /** @type {string[]} */
  retried = [];
  /** @type {string[]} */
  notRun = [];
  /** @type {string[]} */
  names = [];
  cpu = new CpuTime();

  /** @param {string} what this machine cannot run */
  skip(what) {
    this.notRun.push(what);
    print(`not run: ${what}`);
  }

  /** @param {string} sentence */
  fail(sentence) {
    this.failed += 1;
    this.failures.push(sentence.split("\n")[0] ?? sentence);
    printError(sentence);
  }

  /**
   * Runs a step. A step without tests counts only if it fails, as one failure.
   * @param {string} name
   * @param {() => Promise<import("./test-runners.mjs").Count | void>} work
   * @returns {Promise<boolean>}
   */
  async step(name, work) {
    const started = Date.now();
    print(`── ${name}`);
    try {
      const count = await this.cpu.during(name, work);
      if (count) {
        this.passed += count.passed;
        this.failed += count.failed;
        this.retried.push(...count.retried);
        this.names.push(...(count.names ?? []));
        if (count.failed > 0) this.failures.push(`${name}: ${count.failed} failed`, ...count.failures);
      }
      const result = count ? `${count.passed} passed, ${count.failed} failed` : "done";
      print(`── ${name}: ${result} (${duration(Date.now() - started)})`);
      return true;
    } catch (error) {
      this.fail(`${name}: ${describe(error)}`);
      return false;
    }
  }

  /** Prints the result; the last line is machine-readable. @returns {number} exit code */
  print() {
    if (this.passed === 0 && this.failed === 0) this.fail("No test matched.");
    for (const each of this.failures) printError(`failed: ${each}`);
    for (const each of this.retried) printError(`retried: ${each} passed only when it was run again`);
    for (const each of this.notRun) print(`not run: ${each}`);
    print(`${this.passed} passed, ${this.failed} failed`);
    return this.failed > 0 ? 1 : 0;
  }
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {AbortController} stop
 * @param {Promise<string>} temporal
 * @returns {Promise<number>} exit code
 */
export async function test(args, env, stop, temporal) {
  const { signal } = stop;
  await clearFoldersOfKilledRuns();
  const folder = makeOwnFolder("run", temporaryFolder());
  const summary = new Summary();
  const servers = new Servers({ dataDir: folder, env, restart: false, signal });
  let interrupted = false;
  const serversOnly = args.includes("--servers");
  try {
    await everything({ args, env, signal, servers, folder, temporal, summary, serversOnly });
  } catch (error) {
    interrupted = signal.aborted;
    if (!interrupted) summary.fail(describe(error));
  }
  interrupted ||= signal.aborted;
  stop.abort();
  await servers.stop();
  if (!serversOnly && !interrupted) reportCosts(summary, folder);
  await clear(folder);
  if (serversOnly) return summary.failed > 0 ? 1 : 0;
  if (!interrupted) return summary.print();
  printError("Stopped before the end.");
  return 130;
}

/**
 * @param {{ args: string[], env: Record<string, string>, signal: AbortSignal, servers: Servers, folder: string,
 *   temporal: Promise<string>, summary: Summary, serversOnly: boolean }} run
 */
async function everything({ args, env, signal, servers, folder, temporal, summary, serversOnly }) {
  const only = args.filter((arg) => !arg.startsWith("--"));
  const except = args.flatMap((arg) => (arg.startsWith("--except=") ? [arg.slice("--except=".length)] : []));
  const step = async (/** @type {string} */ name, /** @type {() => Promise<any>} */ work) => {
    const worked = await summary.step(name, work);
    signal.throwIfAborted();
    return worked;
  };
  // Fetched during compilation.
  const needsSchemathesis = !serversOnly && (only.length === 0 || only.some((each) => FUZZ.includes(each)));
  const schemathesis = needsSchemathesis ? findSchemathesis(env) : undefined;
  schemathesis?.catch(() => undefined); // reported where it is awaited
  const whole = only.length === 0 && !serversOnly;
  const check = (/** @type {string} */ name, /** @type {string[]} */ names) =>
    whole ? step(name, () => runChecks(env, { concurrency: 1, names, signal })) : undefined;
  // Installed during compilation if missing.
  const chromium = serversOnly || browserSpecs(only).length === 0 ? undefined : findChromium(env);
  chromium?.catch(() => undefined); // reported where it is awaited
  const opensPages = only.some((each) => BUILT_PAGES.includes(each));
  let pages = false;
  const build = async () => {
    // Not fatal: a compile error fails the run, but jest runs from sources and can report more.
    await step("build", () => buildServers({ env, signal }, "lab"));
    if (chromium === undefined && !opensPages) return;
    // Before any test: a product started with incomplete pages would report errors.
    pages = await step("pages", () => buildFrontend({ env, signal }));
    if (!pages) return;
    await step("size of the pages", async () => {
      const fits = await node({ env, signal }, ["frontend/scripts/check-size.mjs"]);
      if (!fits) throw new ClearError("A page ships too much JavaScript.");
    });
  };
  // The compiler uses one processor.
  await Promise.all([build(), check("checks of the sources", SOURCE_CHECKS)]);
  /** @type {Record<string, string>} */
  let given = {};
  const started = await step("servers", async () => {
    given = await startTestServers(servers, temporal, (what) => summary.skip(what));
  });
  if (!started) return;
  if (serversOnly) return serve(given, signal);
  if (schemathesis !== undefined) {
    const command = await schemathesis;
    if (command === undefined) summary.skip("Schemathesis: it can't be had from PyPI here");
    else given = { ...given, SCHEMATHESIS: command };
  }
  const TMPDIR = join(folder, "tmp");
  for (const inner of [TMPDIR, join(folder, "reports")]) mkdirSync(inner);
  // Marked, so that processes left over from crash tests are ended with the run.
  const stage = { env: { ...env, ...given, TMPDIR, [RUN_MARK]: folder }, signal, folder, only, except };
  const journeys = async () => {
    if (chromium === undefined || !pages) return;
    const path = await chromium;
    if (path === undefined) return summary.skip("the browser tests: no Chromium here, and none could be installed");
    /** @type {Record<string, string>} */
    let product = {};
    const start = async () => {
      product = await startTestProduct(servers, await temporal);
    };
    if (!(await step("the product", start))) return;
    await step("browser tests", () =>
      runPlaywright({ ...stage, env: { ...stage.env, ...product, CHROMIUM_PATH: path } }),
    );
  };
  const anotherDay = async () => {
    const library = await faketimeLibrary(env);
    if (library === undefined)
      return summary.skip("some specs on another day: no libfaketime here, and none came from Debian");
    const clock = shiftedBy(library, otherDays()["+400"] ?? 0);
    const inner = join(folder, "another-day");
    mkdirSync(join(inner, "reports"), { recursive: true });
    const own = new Servers({ dataDir: inner, env: { ...env, ...clock }, restart: false, signal });
    try {
      await step("some specs on another day", async () => {
        const url = databaseUrl(await own.postgres(PASSWORD, THROWAWAY.postgres), PASSWORD, "postgres");
        const shifted = { ...stage.env, ...clock, DATABASE_URL: url };
        return runJest({ ...stage, env: shifted, folder: inner, only: ON_ANOTHER_DAY });
      });
    } finally {
      await own.stop();
    }
  };
  const scriptsChaosAndChecks = async () => {
    await step("tests of the scripts", () => runScriptTests(stage));
    if (whole) await anotherDay();
    // Not last: it mostly waits for holds and payments, while the checks use a processor.
    if (whole) await step("a chaos run of a minute", () => runChaos(stage));
    await check(
      "checks",
      CHECK_NAMES.filter((name) => !SOURCE_CHECKS.includes(name)),
    );
  };
  // Specs and journeys take longest and start immediately. Both mostly wait for processes, holds and mails; the other steps
  // run beside them in sequence, to balance the load.
  await Promise.all([step("specs", () => runJest(stage)), journeys(), scriptsChaosAndChecks()]);
}

/** Folder of what the last run leaves to read: processor time, and the tests' names for scripts/compare-tests.mjs. */
const LAST_RUN = join(root, ".test-data/last-run");
/** Spec files whose processor time is printed. */
const COSTLIEST = 5;

/** Prints the processor time by step and by spec file, and writes all of it to LAST_RUN. @param {Summary} summary @param {string} folder of the run */
function reportCosts({ cpu, names }, folder) {
  writeAtomically(
    join(LAST_RUN, "names.txt"),
    names
      .toSorted()
      .map((name) => `${name.replaceAll("\n", " ")}\n`)
      .join(""),
  );
  const steps = cpu.end();
  if (steps.length === 0) return;
  const total = steps.reduce((sum, [, seconds]) => sum + seconds, 0);
  const specs = existsSync(cpuOfSpecs(folder)) ? secondsOfSpecs(cpuOfSpecs(folder)) : [];
  const files = specs.map((spec) => ({ ...spec, file: relative(root, spec.file), seconds: spec.own + spec.children }));
  /** @type {Map<string, number>} */
  const projects = new Map();
  for (const { file, seconds } of files) {
    const project = file.split("/")[0] ?? "";
    projects.set(project, (projects.get(project) ?? 0) + seconds);
  }
  print(`processor time: ${total.toFixed(0)} s`);
  for (const [step, seconds] of steps) if (seconds >= 0.05) print(`  ${seconds.toFixed(1)} s ${step}`);
  for (const [project, seconds] of projects) print(`    ${seconds.toFixed(1)} s specs of ${project}`);
  for (const { file, seconds } of files.slice(0, COSTLIEST)) print(`    ${seconds.toFixed(1)} s ${file}`);
  const row = (/** @type {(string | number)[]} */ ...cells) =>
    `| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} |\n`;
  const table = (/** @type {string[]} */ head, /** @type {(string | number)[][]} */ rows) =>
    `${row(...head)}${row(...head.map(() => "---"))}${rows.map((cells) => row(...cells)).join("")}\n`;
  writeAtomically(
    join(LAST_RUN, "cpu.md"),
    `Processor seconds of this run, user and system: ${total.toFixed(0)}\n\n` +
      table(["step", "s"], steps) +
      table(["specs", "s"], [...projects]) +
      table(
        ["spec file", "s", "of these, processes it started"],
        files.map(({ file, seconds, children }) => [file, seconds, children]),
      ),
  );
}

/** `npm test -- --servers`: writes the servers' addresses to a file, and waits. @param {Record<string, string>} given @param {AbortSignal} signal */
async function serve(given, signal) {
  const file = join(root, ".test-data", "env.sh");
  const lines = Object.entries({ ...given, NODE_OPTIONS: "--experimental-vm-modules" }).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`,
  );
  writeAtomically(file, lines.join(""));
  print("The servers run until Ctrl-C. For jest by hand: source .test-data/env.sh && npx jest <file>");
  await aborted(signal);
  rmSync(file, { force: true });
}

/** Cleans up the folders of killed test runs; skips those of running ones. */
async function clearFoldersOfKilledRuns() {
  const runs = temporaryFolders().flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => join(realpathSync(parent), name)),
  );
  for (const folder of runs) {
    const pid = readJson(join(folder, "run.json"))?.pid;
    const ours = statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
    if (pid === undefined || isAlive(pid) || !ours) continue;
    print(`Removing what a killed test run left in ${folder}.`);
    await clear(folder);
  }
}

/** The product of the browser tests has its own data folder inside. @param {string} folder */
const clear = (folder) => clearOwnFolder(folder, join(folder, PRODUCT));
