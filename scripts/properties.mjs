/**
 * `npm run properties`: runs the models and property tests of `npm test` for a chosen time, on separate servers
 * (docs/reliability.md).
 *
 *   npm run properties -- [--minutes M] [--seed S [--path P --replay R]]
 *
 * fast-check prints a counterexample's seed, path and replayPath, which replay it alone.
 */
import { parseArgs } from "node:util";
import { command } from "./lib/command.mjs";
import { ClearError } from "./lib/output.mjs";

await command(async ({ args, env, stop, temporal }) => {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "10" },
      seed: { type: "string" },
      path: { type: "string" },
      replay: { type: "string" },
    },
  });
  const { minutes, seed, path, replay } = values;
  if (!(Number(minutes) > 0)) throw new ClearError("--minutes is a number above 0.");
  const given = {
    PROPERTY_MINUTES: minutes,
    ...(seed !== undefined && { PROPERTY_SEED: seed }),
    ...(path !== undefined && { PROPERTY_PATH: path }),
    ...(replay !== undefined && { PROPERTY_REPLAY: replay }),
  };
  const { test } = await import("./lib/test.mjs");
  return test(["properties.spec"], { ...env, ...given }, stop, temporal);
});
