/**
 * `npm run stryker`: mutation testing of the rules with StrykerJS (docs/reliability.md); configured in
 * domain/stryker.config.mjs.
 *
 *   npm run stryker -- [StrykerJS's own options]
 */
import { join } from "node:path";
import { installTools } from "./lib/bootstrap.mjs";
import { command } from "./lib/command.mjs";
import { root } from "./lib/files.mjs";

await command(
  async ({ args, env, stop }) => {
    const { execa } = await import("execa");
    const stryker = join(await installTools(env), "node_modules/@stryker-mutator/core/bin/stryker.js");
    const { exitCode } = await execa(process.execPath, [stryker, "run", "domain/stryker.config.mjs", ...args], {
      cwd: root,
      env,
      extendEnv: false,
      stdio: "inherit",
      reject: false,
      cancelSignal: stop.signal,
    });
    return exitCode ?? 1;
  },
  { temporal: false },
);
