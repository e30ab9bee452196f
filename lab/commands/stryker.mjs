/**
 * `npm run lab -- stryker`: mutation testing of the rules with StrykerJS (docs/reliability.md); configured in
 * lab/stryker/stryker.config.mjs.
 *
 *   npm run lab -- stryker [StrykerJS's own options]
 */
import { join } from "node:path";
import { execa } from "execa";
import { root } from "../../scripts/lib/files.mjs";
import { installTools } from "../support/install-tools.mjs";

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function stryker({ args, env, stop }) {
  const command = join(await installTools(env), "node_modules/@stryker-mutator/core/bin/stryker.js");
  const { exitCode } = await execa(process.execPath, [command, "run", "lab/stryker/stryker.config.mjs", ...args], {
    cwd: root,
    env,
    extendEnv: false,
    stdio: "inherit",
    reject: false,
    cancelSignal: stop.signal,
  });
  return exitCode ?? 1;
}
