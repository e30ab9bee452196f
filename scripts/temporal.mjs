/**
 * Runs Temporal's command line against the product's server: the one of TEMPORAL_ADDRESS, or of the product running on
 * DATA_DIR (.data). Downloads the command if it is not installed.
 *
 *   npm run temporal -- workflow list --query 'StallId = "B12"'
 */
import { join } from "node:path";
import { command } from "./lib/command.mjs";
import { environment, readJson } from "./lib/files.mjs";
import { printError } from "./lib/output.mjs";

const env = environment();

/** @param {import("./lib/command.mjs").Run} run @returns {Promise<number>} exit code */
async function run({ args, temporal }) {
  const { execa } = await import("execa");
  const { dataFolderOf } = await import("./lib/settings.mjs");
  const dataDir = dataFolderOf(env);
  const address = env["TEMPORAL_ADDRESS"] || readJson(join(dataDir, "addresses.json"))?.temporalAddress;
  if (address === undefined) {
    printError(`Nothing runs on ${dataDir}: start the product first (npm start), or set TEMPORAL_ADDRESS.`);
    return 2;
  }
  /** @type {Record<string, string>} */
  const settings = { ...env, TEMPORAL_ADDRESS: address };
  const options = { stdio: "inherit", reject: false, env: settings };
  const { failed, exitCode = 1 } = await execa(await temporal, args, /** @type {any} */ (options));
  return failed ? exitCode : 0;
}

await command(run, { env, installs: env["SAKHI_SKIP_BUILD"] !== "1" });
