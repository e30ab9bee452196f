/**
 * `npm run lab -- mutations`: applies each deliberate fault of lab/mutations to a copy of the last commit and expects its
 * spec, which must pass without the fault, to fail. Exit code 1 if a fault survives. Uses separate servers.
 *
 *   npm run lab -- mutations [part of a fault's description]
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { buildServers } from "../../scripts/lib/build.mjs";
import { readJson, root } from "../../scripts/lib/files.mjs";
import { ClearError, printError, describe, duration, print } from "../../scripts/lib/output.mjs";
import { clearOwnFolder, makeOwnFolder } from "../../scripts/lib/own-folder.mjs";
import { Servers } from "../../scripts/lib/servers.mjs";
import { startTestServers } from "../../scripts/lib/test-servers.mjs";
import { MUTATIONS } from "../mutations/mutations.mjs";

/** @typedef {import("../mutations/mutations.mjs").Mutation} Mutation */

/** Linked from this tree into the copy: packages, and compiled files that are not mutated. */
const SHARED = ["node_modules", "backend/node_modules", "simulators/dist", "workflows/dist", "domain/dist"];

/** @param {string} tree @param {string[]} args */
const git = (tree, ...args) => execFileSync("git", ["-C", tree, ...args], { stdio: ["ignore", "pipe", "inherit"] });

/**
 * Runs a fault's spec in the copy.
 * @param {string} copy @param {Mutation} mutation @param {Record<string, string>} env @param {AbortSignal} signal
 * @returns {Promise<string[]>} names of the tests that failed
 */
async function failures(copy, { spec, test, minutes }, env, signal) {
  const report = join(copy, "mutation.json");
  rmSync(report, { force: true });
  const jest = join(copy, "node_modules", "jest", "bin", "jest.js");
  const named = test === undefined ? [] : ["--testNamePattern", test];
  await execa(process.execPath, [jest, "--runInBand", "--json", `--outputFile=${report}`, spec, ...named], {
    cwd: copy,
    env: {
      ...env,
      NODE_OPTIONS: "--experimental-vm-modules --no-warnings=ExperimentalWarning",
      ...(minutes === undefined ? {} : { PROPERTY_MINUTES: minutes }),
    },
    extendEnv: false,
    reject: false,
    all: true,
    cancelSignal: signal,
  });
  signal.throwIfAborted();
  const result = readJson(report);
  // A spec that cannot be loaded detects nothing.
  if (result === undefined || result.numRuntimeErrorTestSuites > 0) throw new Error(`${spec} could not be run`);
  if (result.numPassedTests + result.numFailedTests === 0) throw new Error(`${spec} has no test "${test}"`);
  /** @type {{ assertionResults: { status: string, fullName: string }[] }[]} */
  const files = result.testResults;
  return files.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  );
}

/** @param {string} copy @param {Mutation} mutation */
function apply(copy, { fault, file, find, replace }) {
  const path = join(copy, file);
  const parts = readFileSync(path, "utf8").split(find);
  if (parts.length !== 2)
    throw new Error(`"${fault}": ${file} contains its text ${parts.length - 1} times instead of once`);
  writeFileSync(path, parts.join(replace));
}

/**
 * Applies the faults one after another.
 * @param {string} copy @param {Mutation[]} chosen @param {Record<string, string>} env @param {AbortSignal} signal
 * @returns {Promise<number>} how many were caught
 */
async function countCaught(copy, chosen, env, signal) {
  let caught = 0;
  for (const mutation of chosen) {
    const started = Date.now();
    const unmutated = mutation.minutes === undefined ? await failures(copy, mutation, env, signal) : [];
    if (unmutated.length > 0) throw new Error(`${mutation.spec} fails without any fault: ${unmutated.join("; ")}`);
    apply(copy, mutation);
    const failed = await failures(copy, mutation, env, signal);
    git(copy, "checkout", "--quiet", "--", mutation.file);
    if (failed.length > 0) caught += 1;
    print(`${failed.length > 0 ? "✓ caught" : "✗ SURVIVED"}: ${mutation.fault} (${duration(Date.now() - started)})`);
    print(`    ${mutation.spec}: ${failed[0] ?? "nothing"}`);
  }
  return caught;
}

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function mutations({ args: [part = ""], env, stop, temporal }) {
  const chosen = MUTATIONS.filter(({ fault }) => fault.includes(part));
  if (chosen.length === 0) throw new ClearError(`No fault's description contains "${part}".`);
  await buildServers({ env, signal: stop.signal }, "lab");
  const folder = makeOwnFolder("mutations");
  const copy = join(folder, "tree");
  const servers = new Servers({ dataDir: folder, env, restart: false, signal: stop.signal });
  try {
    git(root, "worktree", "add", "--quiet", "--detach", copy, "HEAD");
    for (const shared of SHARED) symlinkSync(join(root, shared), join(copy, shared));
    const given = await startTestServers(servers, temporal, (what) => print(`not run: ${what}`));
    const caught = await countCaught(copy, chosen, { ...env, ...given }, stop.signal);
    print(`${caught} of ${chosen.length} faults caught`);
    return caught < chosen.length ? 1 : 0;
  } catch (error) {
    printError(describe(error));
    return 1;
  } finally {
    stop.abort();
    await servers.stop();
    try {
      git(root, "worktree", "remove", "--force", copy);
    } catch {
      // It was not created.
    }
    await clearOwnFolder(folder);
  }
}
