import { join } from "node:path";
import { execa } from "execa";
import { RARE_COLLECTION } from "./build.mjs";
import { readJson, root } from "./files.mjs";
import { ClearError, printError, duration, print } from "./output.mjs";

/** The workspaces, whose imports are checked. @type {string[]} */
const WORKSPACES = readJson(`${root}/package.json`).workspaces;

/** @param {string} name @returns {string} the file of an installed command */
const bin = (name) => join(root, "node_modules/.bin", name);

/** The checks by name; each is the arguments of a Node process. @type {Record<string, string[]>} */
const CHECKS = {
  types: [bin("tsc"), "-b", "--checkers", "1"],
  lint: [bin("oxlint"), "--deny-warnings"],
  format: [bin("oxfmt"), "--check"],
  imports: [bin("depcruise"), "--config", "dependency-cruiser.cjs", ...WORKSPACES],
  generated: ["scripts/generate.mjs", "--check"],
  language: ["scripts/check-language.mjs"],
  tables: ["scripts/check-tables.mjs"],
  walks: ["scripts/check-walks.mjs"],
  alerts: ["scripts/check-alerts.mjs"],
  packages: ["scripts/check-packages.mjs"],
};

/** Names of the checks. */
export const CHECK_NAMES = Object.keys(CHECKS);

/** What `npm run check -- --fix` runs. */
const FIXES = { lint: [bin("oxlint"), "--fix"], format: [bin("oxfmt")] };

/**
 * Runs checks; each prints one line, and its output if it fails.
 * @param {Record<string, string>} env
 * @param {{ names?: readonly string[], concurrency: number, signal?: AbortSignal }} options names: all by default
 */
export async function runChecks(env, { names = CHECK_NAMES, concurrency, signal }) {
  const left = [...names];
  /** @type {string[]} */
  const failures = [];
  const lane = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const started = Date.now();
      const { failed, all } = await execa(process.execPath, CHECKS[name] ?? [], {
        cwd: root,
        env: { ...env, ...RARE_COLLECTION },
        extendEnv: false,
        all: true,
        reject: false,
        cancelSignal: signal,
      });
      signal?.throwIfAborted();
      if (failed) failures.push(name);
      if (failed || String(all).includes("not run")) printError(String(all));
      print(`  ${failed ? "✗" : "✓"} ${name} (${duration(Date.now() - started)})`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (failures.length > 0) throw new ClearError(`npm run check found something: ${failures.join(", ")}.`);
}

/** Formats all files, and fixes what the linter can. @param {Record<string, string>} env @returns {Promise<boolean>} whether it worked */
export async function fix(env) {
  let worked = true;
  for (const args of Object.values(FIXES)) {
    const { failed } = await execa(process.execPath, args, { cwd: root, env, stdio: "inherit", reject: false });
    worked &&= !failed;
  }
  return worked;
}
