import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { execa } from "execa";
import { toolOf } from "./build.mjs";
import { readJson, root } from "./files.mjs";
import { print } from "./output.mjs";

/**
 * @typedef {{ passed: number, failed: number, failures: string[], retried: string[], names?: string[] }} Count failures: the
 *   failed tests, each with the start of its error; retried: tests that passed only on a retry; names: of all tests that ran
 * @typedef {{ env: Record<string, string>, signal: AbortSignal, folder: string, only: string[], except?: string[] }} Stage
 *   folder: of this test run; only: the requested files, empty for all; except: patterns of spec files that jest leaves out
 */

/**
 * @param {Pick<Stage, "env" | "signal">} stage
 * @param {string[]} args of Node
 * @param {Record<string, string>} [more] environment variables
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function node({ env, signal }, args, more = {}) {
  const { failed } = await execa(process.execPath, args, {
    cwd: root,
    env: { ...env, ...more },
    extendEnv: false,
    stdio: ["ignore", "inherit", "inherit"],
    reject: false,
    cancelSignal: signal,
    // Gives runners time to end their workers and browsers.
    forceKillAfterDelay: 20_000,
  });
  return !failed;
}

/** Lines of each error repeated in the summary at the end of the run. */
const ERROR_LINES = 12;

/** A failed test and the start of its error, without colours. @param {string} test @param {string | undefined} error */
const failure = (test, error = "") =>
  [test, ...stripVTControlCharacters(error).split("\n").slice(0, ERROR_LINES)].join("\n    ");

/** Counts a runner that fails without a failed test (it could not start, it died) as a failure. @param {boolean} ok @param {Count} count @returns {Count} */
const checked = (ok, count) => (ok || count.failed > 0 ? count : { ...count, failed: 1 });

/** Runs the tests of the scripts and of the lab's tables with Node's runner. No retries, because they start and kill processes. @param {Stage} stage @returns {Promise<Count | undefined>} */
export async function runScriptTests(stage) {
  const files = ["scripts/test", "lab/test"].flatMap((folder) => filesOf(folder, /\.test\.mjs$/, stage.only));
  if (files.length === 0) return undefined;
  const report = join(stage.folder, "reports", "scripts.tap");
  const reporters = ["spec", "tap"].map((name) => `--test-reporter=${name}`);
  const destinations = ["stdout", report].map((name) => `--test-reporter-destination=${name}`);
  const ok = await node(stage, ["--test", ...reporters, ...destinations, ...files]);
  const text = readFileSync(report, "utf8");
  const number = (/** @type {string} */ what) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const failures = [...text.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, title]) => `scripts/test: ${title}`);
  const names = [...text.matchAll(/^ *(?:not )?ok \d+ - (.*)$/gm)].map(([, title]) => `scripts/test: ${title}`);
  return checked(ok, { passed: number("pass"), failed: number("fail"), failures, retried: [], names });
}

/** Where jest's workers write the processor time of their spec files. @param {string} folder of the test run */
export const cpuOfSpecs = (folder) => join(folder, "reports", "cpu-of-specs");

/** Runs all workspaces' specs with jest. @param {Stage} stage @returns {Promise<Count | undefined>} */
export async function runJest(stage) {
  const patterns = stage.only.filter(
    (each) => !each.startsWith("scripts/") && !each.startsWith("e2e") && browserSpecs([each]).length === 0,
  );
  if (stage.only.length > 0 && patterns.length === 0) return undefined;
  const report = join(stage.folder, "reports", "jest.json");
  // More workers than cores: many specs wait for processes of the product.
  const ignored = ["/node_modules/", "/dist/", ...(stage.except ?? [])].map(
    (each) => `--testPathIgnorePatterns=${each}`,
  );
  const args = ["--maxWorkers", "3", "--json", `--outputFile=${report}`, "--passWithNoTests", ...patterns, ...ignored];
  // A larger young generation halves garbage collection time.
  const NODE_OPTIONS = "--experimental-vm-modules --no-warnings=ExperimentalWarning --max-semi-space-size=32";
  const CPU_OF_SPECS = cpuOfSpecs(stage.folder);
  mkdirSync(CPU_OF_SPECS, { recursive: true });
  const ok = await node(stage, [toolOf("jest", "jest"), ...args], { NODE_OPTIONS, CPU_OF_SPECS });
  const result = readJson(report);
  /** @type {{ name: string, status: string, message: string, assertionResults: { status: string, invocations: number, fullName: string, failureMessages: string[] }[] }[]} */
  const files = result?.testResults ?? [];
  return checked(ok, {
    passed: result?.numPassedTests ?? 0,
    // Files that cannot be loaded have no failed tests.
    failed: (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0),
    failures: files.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((each) => each.status === "failed");
      const file = relative(root, name);
      if (status === "failed" && failed.length === 0) return [failure(file, message)];
      return failed.map((each) => failure(`${file}: ${each.fullName}`, each.failureMessages[0]));
    }),
    retried: files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, invocations }) => status === "passed" && invocations > 1)
        .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
    ),
    names: namesOfJest(result),
  });
}

/**
 * Names of the tests that ran, by jest's report: a skipped test is none.
 * @param {any} report @returns {string[]} "path: full name"
 */
export function namesOfJest(report) {
  /** @type {{ name: string, assertionResults: { status: string, fullName: string }[] }[]} */
  const files = report?.testResults ?? [];
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
}

/** How a chaos run's last lines begin: what it found, or, before the error it ended with, where its logs are. */
export const FOUND = "FOUND";
export const LOGS_KEPT = "The logs are kept in";
/** Bounds of what the summary repeats of a chaos run. */
const CHAOS_LINES = 25;
const CHAOS_LINE_LENGTH = 400;

/**
 * The part of a failed chaos run's output that says what is wrong: its findings, or else its error, or else its last lines.
 * @param {string} output
 */
export function chaosFailure(output) {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const found = lines.findLastIndex((line) => line.startsWith(FOUND));
  const kept = lines.findLastIndex((line) => line.startsWith(LOGS_KEPT));
  const start = [found, kept].find((at) => at >= 0) ?? -CHAOS_LINES;
  return lines
    .slice(start)
    .slice(0, CHAOS_LINES)
    .map((line) => line.slice(0, CHAOS_LINE_LENGTH))
    .join("\n    ");
}

/**
 * Runs `npm run lab -- chaos` for one minute; prints its full report if it found something.
 * @param {Stage} stage @returns {Promise<Count>}
 */
export async function runChaos({ env, signal }) {
  const { exitCode, all } = await execa(
    process.execPath,
    [join(root, "lab/lab.mjs"), "chaos", "--minutes", "1", "--install-nothing"],
    { cwd: root, env, extendEnv: false, all: true, reject: false, cancelSignal: signal, forceKillAfterDelay: 120_000 },
  );
  const lines = String(all).split("\n");
  const shown = exitCode === 0 ? lines.filter((line) => /^ {2}(seed|notRun|faults|figures)/.test(line)) : lines;
  for (const line of shown) print(line);
  if (exitCode === 0) return { passed: 1, failed: 0, failures: [], retried: [] };
  return { passed: 0, failed: 1, failures: [chaosFailure(String(all))], retried: [] };
}

/** @param {string[]} only @returns {string[]} the browser specs to run */
export const browserSpecs = (only) => filesOf("e2e", /\.spec\.ts$/, only);

/** Runs the browser journeys with Playwright. @param {Stage} stage @returns {Promise<Count>} */
export async function runPlaywright(stage) {
  const report = join(stage.folder, "reports", "playwright.json");
  const files = stage.only.length === 0 ? [] : browserSpecs(stage.only).map((file) => file.replace(/^e2e\//, ""));
  const cli = toolOf("@playwright/test", "playwright", "e2e");
  const args = [cli, "test", "-c", "e2e/playwright.config.ts", "--reporter=list,json", ...files];
  const ok = await node(stage, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const result = readJson(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = result?.stats ?? {};
  /** @type {JourneySpec[]} */
  const journeys = (result?.suites ?? []).flatMap(journeysOf);
  const ended = (/** @type {string} */ how) =>
    journeys.filter(({ tests }) => tests.some(({ status }) => status === how));
  return checked(ok, {
    passed: expected + flaky,
    failed: unexpected,
    failures: ended("unexpected").map(({ file, title, tests }) =>
      failure(
        `e2e/${file}: ${title}`,
        tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message,
      ),
    ),
    retried: ended("flaky").map(({ file, title }) => `e2e/${file}: ${title}`),
    names: journeys
      .filter(({ tests }) => tests.some(({ status }) => status !== "skipped"))
      .map(({ file, title }) => `e2e/${file}: ${title}`),
  });
}

/**
 * @typedef {{ file: string, title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} JourneySpec
 * @typedef {{ suites?: Suite[], specs?: JourneySpec[] }} Suite of Playwright's report
 */

/** @param {Suite} suite @returns {JourneySpec[]} */
function journeysOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(journeysOf)];
}

/** @param {string} folder @param {RegExp} name @param {string[]} only @returns {string[]} paths from the root, sorted */
function filesOf(folder, name, only) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => name.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => `${folder}/${path}`)
    .filter((path) => only.length === 0 || only.some((part) => path.includes(part.replace(/^\.\//, ""))))
    .sort();
}
