import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { execa } from "execa";
import { toolOf } from "./build.mjs";
import { readJson, root } from "./files.mjs";
import { say } from "./output.mjs";

/**
 * @typedef {{ passed: number, failed: number, retried: string[] }} Count retried: what passed only when run again
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
  const number = (/** @type {string} */ what) =>
    Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  return checked(ok, { passed: number("pass"), failed: number("fail"), retried: [] });
}

/** Every workspace's specs, by jest. @param {Stage} stage @returns {Promise<Count | undefined>} */
export async function runJest(stage) {
  const patterns = stage.only.filter(
    (each) => !each.startsWith("scripts/") && !each.startsWith("e2e") && browserSpecs([each]).length === 0,
  );
  if (stage.only.length > 0 && patterns.length === 0) return undefined;
  const report = join(stage.folder, "reports", "jest.json");
  // More workers than cores: many specs wait for processes of the product.
  const args = ["--maxWorkers", "4", "--json", `--outputFile=${report}`, "--passWithNoTests", ...patterns];
  // With more room for what is young, collecting it takes half as long.
  const NODE_OPTIONS = "--experimental-vm-modules --no-warnings=ExperimentalWarning --max-semi-space-size=32";
  const ok = await node(stage, [toolOf("jest", "jest"), ...args], { NODE_OPTIONS });
  const result = readJson(report);
  /** @type {{ name: string, assertionResults: { status: string, invocations: number, fullName: string }[] }[]} */
  const files = result?.testResults ?? [];
  return checked(ok, {
    passed: result?.numPassedTests ?? 0,
    // A file that can't even be loaded has no tests to fail.
    failed: (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0),
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
    {
      cwd: root,
      env,
      extendEnv: false,
      all: true,
      reject: false,
      cancelSignal: signal,
      forceKillAfterDelay: 120_000,
    },
  );
  const lines = String(all).split("\n");
  const shown =
    exitCode === 0 ? lines.filter((line) => /^Storm of|^ {2}(not run|faults|database)/.test(line)) : lines;
  for (const line of shown) say(line);
  return exitCode === 0 ? { passed: 1, failed: 0, retried: [] } : { passed: 0, failed: 1, retried: [] };
}

/** @param {string[]} only @returns {string[]} the browser specs to run */
export const browserSpecs = (only) => filesOf("e2e", /\.spec\.ts$/, only);

/** The journeys in a real browser, by Playwright. @param {Stage} stage @returns {Promise<Count>} */
export async function runPlaywright(stage) {
  const report = join(stage.folder, "reports", "playwright.json");
  const files =
    stage.only.length === 0 ? [] : browserSpecs(stage.only).map((file) => file.replace(/^e2e\//, ""));
  const cli = toolOf("@playwright/test", "playwright", "e2e");
  const args = [cli, "test", "-c", "e2e/playwright.config.ts", "--reporter=list,json", ...files];
  const ok = await node(stage, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const result = readJson(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = result?.stats ?? {};
  const retried = (result?.suites ?? []).flatMap(retriedOf);
  return checked(ok, { passed: expected + flaky, failed: unexpected, retried });
}

/**
 * @typedef {{ file: string, suites?: Suite[], specs?: { title: string, tests: { status: string }[] }[] }} Suite
 * @param {Suite} suite of Playwright's report
 * @returns {string[]}
 */
function retriedOf({ file, suites = [], specs = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map(({ title }) => `e2e/${file}: ${title}`), ...suites.flatMap(retriedOf)];
}

/** @param {string} folder @param {RegExp} name @param {string[]} only @returns {string[]} paths from the root, sorted */
function filesOf(folder, name, only) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => name.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => `${folder}/${path}`)
    .filter((path) => only.length === 0 || only.some((part) => path.includes(part.replace(/^\.\//, ""))))
    .sort();
}
