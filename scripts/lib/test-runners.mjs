import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { execa } from "execa";
import { toolOf } from "./build.mjs";
import { readJson, root } from "./files.mjs";
import { say } from "./output.mjs";

/**
 * @typedef {{ passed: number, failed: number, failures: string[], retried: string[] }} Count failures: the failed tests, each
 *   with the start of its error; retried: what passed only when run again
 * @typedef {{ env: Record<string, string>, signal: AbortSignal, folder: string, only: string[] }} Stage
 *   folder: of this test run; only: the files asked for, none for all
 */

/**
 * @param {Stage} stage
 * @param {string[]} args of Node
 * @param {Record<string, string>} [more] environment
 * @returns {Promise<boolean>} whether it ended well
 */
async function node({ env, signal, folder }, args, more = {}) {
  mkdirSync(join(folder, "reports"), { recursive: true });
  const { failed } = await execa(process.execPath, args, {
    cwd: root,
    env: { ...env, ...more },
    extendEnv: false,
    stdio: ["ignore", "inherit", "inherit"],
    reject: false,
    cancelSignal: signal,
    // Workers and browsers of theirs end with them.
    forceKillAfterDelay: 20_000,
  });
  return !failed;
}

/** So much of an error is repeated at the end of the run, where it is not buried in what else runs; in lines. */
const ERROR_LINES = 12;

/** A failed test and the start of its error, without colours. @param {string} test @param {string | undefined} error */
const failure = (test, error = "") =>
  [test, ...stripVTControlCharacters(error).split("\n").slice(0, ERROR_LINES)].join("\n    ");

/** A runner that fails without a failed test (it could not start, it died) has still failed. @param {boolean} ok @param {Count} count @returns {Count} */
const checked = (ok, count) => (ok || count.failed > 0 ? count : { ...count, failed: 1 });

/** The scripts' own tests, by Node's runner; they start and kill processes, so none is run again. @param {Stage} stage @returns {Promise<Count | undefined>} */
export async function runScriptTests(stage) {
  const files = filesOf("scripts/test", /\.test\.mjs$/, stage.only);
  if (files.length === 0) return undefined;
  const report = join(stage.folder, "reports", "scripts.tap");
  const reporters = ["spec", "tap"].map((name) => `--test-reporter=${name}`);
  const destinations = ["stdout", report].map((name) => `--test-reporter-destination=${name}`);
  const ok = await node(stage, ["--test", ...reporters, ...destinations, ...files]);
  const text = readFileSync(report, "utf8");
  const number = (/** @type {string} */ what) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const failures = [...text.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, title]) => `scripts/test: ${title}`);
  return checked(ok, { passed: number("pass"), failed: number("fail"), failures, retried: [] });
}

/** Every workspace's specs, by jest. @param {Stage} stage @returns {Promise<Count | undefined>} */
export async function runJest(stage) {
  const patterns = stage.only.filter(
    (each) => !each.startsWith("scripts/") && !each.startsWith("e2e") && browserSpecs([each]).length === 0,
  );
  if (stage.only.length > 0 && patterns.length === 0) return undefined;
  const report = join(stage.folder, "reports", "jest.json");
  // More workers than cores: many specs wait for processes of the product.
  const args = ["--maxWorkers", "3", "--json", `--outputFile=${report}`, "--passWithNoTests", ...patterns];
  // With more room for what is young, collecting it takes half as long.
  const NODE_OPTIONS = "--experimental-vm-modules --no-warnings=ExperimentalWarning --max-semi-space-size=32";
  const ok = await node(stage, [toolOf("jest", "jest"), ...args], { NODE_OPTIONS });
  const result = readJson(report);
  /** @type {{ name: string, status: string, message: string, assertionResults: { status: string, invocations: number, fullName: string, failureMessages: string[] }[] }[]} */
  const files = result?.testResults ?? [];
  return checked(ok, {
    passed: result?.numPassedTests ?? 0,
    // A file that can't even be loaded has no tests to fail.
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
  });
}

/**
 * A storm of a minute over a product of its own, as `npm run chaos` makes it; its report is printed where it found
 * something.
 * @param {Stage} stage @returns {Promise<Count>}
 */
export async function runStorm({ env, signal }) {
  const { exitCode, all } = await execa(
    process.execPath,
    [join(root, "scripts/chaos.mjs"), "--minutes", "1", "--install-nothing"],
    { cwd: root, env, extendEnv: false, all: true, reject: false, cancelSignal: signal, forceKillAfterDelay: 120_000 },
  );
  const lines = String(all).split("\n");
  const shown = exitCode === 0 ? lines.filter((line) => /^Storm of|^ {2}(not run|faults|database)/.test(line)) : lines;
  for (const line of shown) say(line);
  const none = { failures: [], retried: [] };
  return exitCode === 0 ? { passed: 1, failed: 0, ...none } : { passed: 0, failed: 1, ...none };
}

/** @param {string[]} only @returns {string[]} the browser specs to run */
export const browserSpecs = (only) => filesOf("e2e", /\.spec\.ts$/, only);

/** The journeys in a real browser, by Playwright. @param {Stage} stage @returns {Promise<Count>} */
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
