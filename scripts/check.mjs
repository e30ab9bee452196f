/** `npm run check`: runs every `check:` script of package.json, one per processor. */
import { availableParallelism } from "node:os";
import { runChecks } from "./lib/checks.mjs";
import { printError, describe } from "./lib/output.mjs";

const env = /** @type {Record<string, string>} */ ({ ...process.env });
runChecks(env, { concurrency: availableParallelism() }).catch((error) => {
  printError(describe(error));
  process.exitCode = 1;
});
