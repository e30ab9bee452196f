import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { toolOf } from "./build.mjs";
import { run } from "./command.mjs";
import { readJson } from "./files.mjs";
import { say } from "./log.mjs";
import { root } from "./paths.mjs";
import { filesToRunAgain, verdict } from "./second-look.mjs";
import { shaking } from "./shake.mjs";

const testReporter = new URL("./test-reporter.mjs", import.meta.url).href;

/**
 * @typedef {import("./second-look.mjs").Count} Count
 * @typedef {import("./second-look.mjs").Run} Run
 * @typedef {{ env: Record<string, string>, signal: AbortSignal, folder: string, only: string[] }} Stage
 *   folder: of this test run; only: the files asked for, none for all
 */

/**
 * The start and test scripts' own tests, by Node's runner. In a whole run a file that fails is looked at once more.
 * @param {Stage} stage
 * @returns {Promise<Count | undefined>} nothing when none of them was asked for
 */
export async function runScriptTests(stage) {
  const files = specFiles("scripts/test", /\.test\.mjs$/).filter((file) => matches(file, stage.only));
  if (files.length === 0) return undefined;
  return withSecondLook(stage, await nodeTests(stage, "scripts", files), (again) =>
    nodeTests(stage, "scripts-again", again),
  );
}

/**
 * @param {Stage} stage
 * @param {string} name of its report
 * @param {string[]} files
 * @returns {Promise<Run>}
 */
async function nodeTests({ env, signal, folder }, name, files) {
  const report = join(folder, "reports", `${name}.jsonl`);
  mkdirSync(dirname(report), { recursive: true });
  const { code } = await run(
    process.execPath,
    [
      "--test",
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...[`--test-reporter=${testReporter}`, `--test-reporter-destination=${report}`],
      ...files,
    ],
    { cwd: root, env, signal, show: true },
  );
  /** @type {{ file: string, ok: boolean }[]} */
  const tests = (existsSync(report) ? readFileSync(report, "utf8") : "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .map(({ file, ok }) => ({ file: relative(root, file ?? root), ok }));
  const failed = tests.filter(({ ok }) => !ok);
  return {
    count: orFailed(code, { passed: tests.length - failed.length, failed: failed.length }),
    failedFiles: files.filter((file) => failed.some((each) => each.file === file)),
    passedIn: (wanted) => tests.filter(({ ok, file }) => ok && wanted.includes(file)).length,
  };
}

/**
 * Every workspace's specs, by jest. In a whole run what fails among the others is looked at once more, alone.
 * @param {Stage} stage
 * @returns {Promise<Count | undefined>}
 */
export async function runJest(stage) {
  const { only } = stage;
  const patterns = only.filter((each) => !isBrowserPattern(each) && !each.startsWith("scripts/"));
  if (only.length > 0 && patterns.length === 0) return undefined;
  // More than cores: many specs wait for processes of the product.
  const some = only.length > 0 ? ["--passWithNoTests", ...patterns] : [];
  const first = await jest(stage, "jest", ["--maxWorkers", "3", ...some]);
  return withSecondLook(stage, first, (again) =>
    jest(stage, "jest-again", ["--runInBand", "--runTestsByPath", ...again]),
  );
}

/**
 * @param {Stage} stage
 * @param {string} name of its report
 * @param {string[]} args
 * @returns {Promise<Run>}
 */
async function jest({ env, signal, folder }, name, args) {
  const report = join(folder, "reports", `${name}.json`);
  mkdirSync(dirname(report), { recursive: true });
  const { code } = await run(
    process.execPath,
    [
      ...["--experimental-vm-modules", "--no-warnings=ExperimentalWarning", toolOf("jest", "bin/jest.js")],
      ...["--json", "--outputFile", report],
      ...args,
    ],
    {
      cwd: root,
      // jest's workers take their flags from here.
      env: {
        ...env,
        NODE_OPTIONS: `--experimental-vm-modules --no-warnings=ExperimentalWarning ${shaking(env)}`,
        PRODUCT_NODE_OPTIONS: shaking(env),
      },
      signal,
      show: true,
    },
  );
  const result = readJson(report);
  /** @type {{ name: string, status: string, assertionResults: { status: string }[] }[]} */
  const results = result?.testResults ?? [];
  const files = results.map(({ name: path, status, assertionResults }) => ({
    path: relative(root, path),
    failed: status === "failed",
    passed: assertionResults.filter((each) => each.status === "passed").length,
  }));
  const count = {
    passed: result?.numPassedTests ?? 0,
    // A file that can't even be loaded has no tests to fail.
    failed: (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0),
  };
  return {
    count: orFailed(code, count),
    failedFiles: files.filter(({ failed }) => failed).map(({ path }) => path),
    passedIn: (wanted) =>
      files.reduce((sum, { path, passed }) => sum + (wanted.includes(path) ? passed : 0), 0),
  };
}

/** @param {string[]} only @returns {string[]} the browser specs to run */
export function browserSpecs(only) {
  return specFiles("e2e", /\.(spec|e2e)\.ts$/).filter((file) => matches(file, only));
}

/**
 * The journeys in a real browser, by Playwright. In a whole run one that fails is looked at once more.
 * @param {Stage} stage
 * @returns {Promise<Count>}
 */
export async function runPlaywright({ env, signal, folder, only }) {
  const report = join(folder, "reports", "playwright.json");
  mkdirSync(dirname(report), { recursive: true });
  const files = only.length === 0 ? [] : browserSpecs(only).map((file) => file.replace(/^e2e\//, ""));
  const { code } = await run(
    process.execPath,
    [
      toolOf("@playwright/test", "cli.js"),
      ...["test", "-c", "e2e/playwright.config.ts", "--reporter=list,json"],
      ...(only.length === 0 ? ["--retries=1"] : []),
      ...files,
    ],
    { cwd: root, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, signal, show: true },
  );
  const result = readJson(report);
  const unsteady = (result?.suites ?? []).flatMap(unsteadyOf);
  const passed = (result?.stats?.expected ?? 0) + unsteady.length;
  return { ...orFailed(code, { passed, failed: result?.stats?.unexpected ?? 0 }), unsteady };
}

/**
 * @typedef {{ file: string, suites?: Suite[], specs?: { title: string, tests: { status: string }[] }[] }} Suite
 * @param {Suite} suite of Playwright's report
 * @returns {string[]} its tests that passed at the second look
 */
function unsteadyOf({ file, suites = [], specs = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map(({ title }) => `e2e/${file}: ${title}`), ...suites.flatMap(unsteadyOf)];
}

/**
 * In a whole run, what failed among the others is run once more, alone.
 * @param {Stage} stage
 * @param {Run} first
 * @param {(files: string[]) => Promise<Run>} runAgain
 * @returns {Promise<Count>}
 */
async function withSecondLook({ only }, first, runAgain) {
  const again = only.length > 0 ? [] : filesToRunAgain(first.failedFiles);
  if (again.length === 0) return first.count;
  say(`failed among the others, so once more alone: ${again.join(", ")}`);
  return verdict(first, again, await runAgain(again));
}

/**
 * A runner that fails without a failed test (it could not start, it died) has still failed.
 * @param {number | null} code
 * @param {Count} count
 * @returns {Count}
 */
function orFailed(code, count) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/**
 * @param {string} folder
 * @param {RegExp} name
 * @returns {string[]} paths from the root, sorted
 */
function specFiles(folder, name) {
  const full = join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => !["node_modules", "dist"].includes(entry.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return specFiles(path, name);
      return name.test(entry.name) ? [path] : [];
    })
    .sort();
}

/** @param {string} file @param {string[]} only */
function matches(file, only) {
  return only.length === 0 || only.some((pattern) => file.includes(pattern.replace(/^\.\//, "")));
}

/** @param {string} pattern */
function isBrowserPattern(pattern) {
  return pattern.startsWith("e2e/") || pattern === "e2e" || browserSpecs([pattern]).length > 0;
}
