/**
 * `npm run lab -- properties`: runs the models and property tests of `npm test` for a chosen time, on separate servers
 * (docs/reliability.md).
 *
 *   npm run lab -- properties [--minutes M] [--seed S [--path P --replay R]]
 *
 * fast-check prints a counterexample's seed, path and replayPath, which replay it alone.
 */
import { parseArgs } from "node:util";
import { ClearError } from "../../scripts/lib/output.mjs";
import { test } from "../../scripts/lib/test.mjs";

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function properties({ args, env, stop, temporal }) {
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
  return test(["properties.spec"], { ...env, ...given }, stop, temporal);
}
