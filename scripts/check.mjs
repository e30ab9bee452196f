/** `npm run check`: every `check:` script of package.json, one on each processor. */
import { availableParallelism } from "node:os";
import { runChecks } from "./lib/checks.mjs";
import { complain, describe } from "./lib/output.mjs";

const env = /** @type {Record<string, string>} */ ({ ...process.env });
runChecks(env, { atOnce: availableParallelism() }).catch((error) => {
  complain(describe(error));
  process.exitCode = 1;
});
