import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { toolOf } from "./build.mjs";
import { run } from "./command.mjs";
import { readJson } from "./files.mjs";
import { root } from "./paths.mjs";

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ env: Record<string, string>, signal: AbortSignal, folder: string, only: string[] }} Stage
 *   folder: of this test run; only: the files asked for, none for all
 */

/**
 * The start and test scripts' own tests, by Node's runner.
 * @param {Stage} stage
 * @returns {Promise<Count | undefined>} nothing when none of them was asked for
 */
export async function runScriptTests({ env, signal, folder, only }) {
  const files = specFiles("scripts/test", /\.test\.mjs$/).filter((file) => matches(file, only));
  if (files.length === 0) return undefined;
  const report = join(folder, "reports", "scripts.tap");
  mkdirSync(dirname(report), { recursive: true });
  const { code } = await run(
    process.execPath,
    [
      "--test",
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...["--test-reporter=tap", `--test-reporter-destination=${report}`],
      ...files,
    ],
    { cwd: root, env, signal, show: true },
  );
  const tap = existsSync(report) ? readFileSync(report, "utf8") : "";
  const number = (/** @type {string} */ what) =>
    Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(tap)?.[1] ?? 0);
  return orFailed(code, { passed: number("pass"), failed: number("fail") + number("cancelled") });
}

/**
 * Every workspace's specs, by jest.
 * @param {Stage} stage
 * @returns {Promise<Count | undefined>}
 */
export async function runJest({ env, signal, folder, only }) {
  const patterns = only.filter((each) => !isBrowserPattern(each) && !each.startsWith("scripts/"));
  if (only.length > 0 && patterns.length === 0) return undefined;
  const report = join(folder, "reports", "jest.json");
  mkdirSync(dirname(report), { recursive: true });
  const { code } = await run(
    process.execPath,
    [
      ...["--experimental-vm-modules", "--no-warnings=ExperimentalWarning", toolOf("jest", "bin/jest.js")],
      // More than cores: many specs wait for processes of the product.
      ...["--maxWorkers", "3", "--json", "--outputFile", report],
      ...(only.length > 0 ? ["--passWithNoTests"] : []),
      ...patterns,
    ],
    {
      cwd: root,
      // jest's workers take their flags from here.
      env: { ...env, NODE_OPTIONS: "--experimental-vm-modules --no-warnings=ExperimentalWarning" },
      signal,
      show: true,
    },
  );
  const result = readJson(report);
  return orFailed(code, {
    passed: result?.numPassedTests ?? 0,
    // A file that can't even be loaded has no tests to fail.
    failed: (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0),
  });
}

/** @param {string[]} only @returns {string[]} the browser specs to run */
export function browserSpecs(only) {
  return specFiles("e2e", /\.(spec|e2e)\.ts$/).filter((file) => matches(file, only));
}

/**
 * The journeys in a real browser, by Playwright.
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
      ...files,
    ],
    { cwd: root, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, signal, show: true },
  );
  const stats = readJson(report)?.stats;
  return orFailed(code, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
  });
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
