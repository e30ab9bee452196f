/**
 * `npm run check`: the static checks, one per processor.
 *
 *   npm run check                    all: types, lint, format, imports, generated, language, alerts, packages
 *   npm run check -- types imports   only these
 *   npm run check -- --fix           formats all files, and fixes what the linter can
 */
import { availableParallelism } from "node:os";
import { CHECK_NAMES, fix, runChecks } from "./lib/checks.mjs";
import { ClearError, describe, printError } from "./lib/output.mjs";

const env = /** @type {Record<string, string>} */ ({ ...process.env });
const args = process.argv.slice(2);
try {
  if (args.includes("--fix")) process.exitCode = (await fix(env)) ? 0 : 1;
  else {
    const unknown = args.filter((name) => !CHECK_NAMES.includes(name));
    if (unknown.length > 0) throw new ClearError(`The checks are ${CHECK_NAMES.join(", ")}.`);
    await runChecks(env, { concurrency: availableParallelism(), ...(args.length > 0 && { names: args }) });
  }
} catch (error) {
  printError(describe(error));
  process.exitCode = 1;
}
