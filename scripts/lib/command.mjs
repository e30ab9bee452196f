/** How every command of scripts/ begins. Runs before anything is installed: Node's own modules only. */
import { install } from "./bootstrap.mjs";
import { complain, describe } from "./output.mjs";
import { stopSignal } from "./stop-signal.mjs";
import { temporalBinary } from "./temporal-binary.mjs";
import { testEnvironment } from "./test-environment.mjs";

/**
 * @typedef {object} Run what a command is given
 * @property {string[]} args
 * @property {Record<string, string>} env
 * @property {AbortController} stop Ctrl-C, SIGTERM or a closed terminal
 * @property {Promise<string>} temporal the Temporal command, found or fetched while the packages are installed
 */

/**
 * Installs the packages, then does a command's work and ends with its exit code; what fails is said in one sentence
 * where there is one. The work imports what needs the packages by itself.
 *
 * @param {(run: Run) => Promise<number>} work
 * @param {{ env?: Record<string, string>, installs?: boolean, temporal?: boolean }} [options]
 *   env: the caller's without the product's settings unless given; temporal: whether the work needs it
 */
export async function command(work, { env = testEnvironment(process.env), installs = true, temporal = true } = {}) {
  try {
    const stop = stopSignal();
    const binary = temporal ? temporalBinary(env) : Promise.resolve("");
    binary.catch(() => undefined); // reported where it is awaited
    if (installs) await install(env);
    process.exit(await work({ args: process.argv.slice(2), env, stop, temporal: binary }));
  } catch (error) {
    complain(describe(error));
    process.exit(1);
  }
}
