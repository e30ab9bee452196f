/**
 * `npm run properties`: the models and properties of `npm test`, for as long as one likes, on servers of their own
 * (docs/reliability.md).
 *
 *   npm run properties -- [--minutes M] [--seed S [--path P --replay R]]
 *
 * Of a counterexample fast-check prints seed, path and replayPath: with them, that run alone is run again.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { complain } from "./lib/output.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string" },
    path: { type: "string" },
    replay: { type: "string" },
  },
});
if (!(Number(values.minutes) > 0)) {
  complain("--minutes is a number above 0.");
  process.exit(1);
}
const tests = spawn(
  process.execPath,
  [fileURLToPath(new URL("test.mjs", import.meta.url)), "properties.spec"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      PROPERTY_MINUTES: values.minutes,
      ...(values.seed === undefined ? {} : { PROPERTY_SEED: values.seed }),
      ...(values.path === undefined ? {} : { PROPERTY_PATH: values.path }),
      ...(values.replay === undefined ? {} : { PROPERTY_REPLAY: values.replay }),
    },
  },
);
// Ctrl-C reaches both: this one waits for the servers to be stopped.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => tests.kill("SIGTERM"));
tests.on("exit", (code) => process.exit(code ?? 1));
