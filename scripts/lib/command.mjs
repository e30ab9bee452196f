/** Entry point of all commands of scripts/. Runs before packages are installed: Node's built-in modules only. */
import { install } from "./bootstrap.mjs";
import { printError, describe } from "./output.mjs";
import { stopSignal } from "./stop-signal.mjs";
import { temporalBinary } from "./temporal-binary.mjs";
import { testEnvironment } from "./test-environment.mjs";

/**
 * @typedef {object} Run context of a command
 * @property {string[]} args
 * @property {Record<string, string>} env
 * @property {AbortController} stop aborted by Ctrl-C, SIGTERM or a closed terminal
 * @property {Promise<string>} temporal the Temporal command, found or fetched while the packages are installed
 */

/**
 * Installs the packages, runs a command's work and exits with its code. A ClearError is printed as one sentence. The work
 * must import modules that need packages dynamically.
 *
 * @param {(run: Run) => Promise<number>} work
 * @param {{ env?: Record<string, string>, installs?: boolean, temporal?: boolean }} [options]
 *   env: by default the caller's without the product's settings; temporal: whether the work needs Temporal
 */
export async function command(work, { env = testEnvironment(process.env), installs = true, temporal = true } = {}) {
  try {
    const stop = stopSignal();
    const binary = temporal ? temporalBinary(env) : Promise.resolve("");
    binary.catch(() => undefined); // reported where it is awaited
    if (installs) await install(env);
    process.exit(await work({ args: process.argv.slice(2), env, stop, temporal: binary }));
  } catch (error) {
    printError(describe(error));
    process.exit(1);
  }
}
