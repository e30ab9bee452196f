/**
 * `npm run lab -- chaos`: injects faults into a separate product, then verifies that nothing is lost
 * (docs/reliability.md).
 *
 *   npm run lab -- chaos [--minutes M] [--seed S] [--sell-out] [--install-nothing]
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect, parseArgs } from "node:util";
import { buildServers } from "../../scripts/lib/build.mjs";
import { root } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";
import { FOUND } from "../../scripts/lib/test-runners.mjs";
import { needsOwnMounts, onFaultServers, withOwnMounts } from "../support/fault-servers.mjs";

/**
 * The part of a report (src/chaos/report.ts) that says what is wrong.
 * @typedef {{ seed: number, lost: string[], violations: { rule: string, rows: unknown[] }[], notReturned: string[], notQuiet: string[], notSold: string[] }} Findings
 */

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function chaos(run) {
  const { args, env, stop } = run;
  const { minutes, seed, sellOut, installs } = optionsOf(args);
  if (needsOwnMounts(env)) return withOwnMounts("chaos", args, stop.signal);
  await buildServers({ env, signal: stop.signal }, "lab");
  const compiled = (/** @type {string} */ name) => import(pathToFileURL(join(root, `lab/dist/chaos/${name}.js`)).href);
  return onFaultServers("chaos", run, { seed, installs }, async (servers) => {
    const { chaosRun } = await compiled("chaos-run");
    const { isClean } = await compiled("report");
    const { SELL_OUT, usualDemand } = await compiled("demand");
    const demand = sellOut ? SELL_OUT : usualDemand(minutes);
    const report = await chaosRun({ ...servers, seed, minutes, demand, stop: stop.signal, say: print });
    print(
      inspect(report, { depth: null, compact: 1, breakLength: Infinity, maxArrayLength: null, maxStringLength: null }),
    );
    const clean = isClean(report);
    print(clean ? "Nothing is lost, nothing is broken." : findings(report));
    return clean;
  });
}

/**
 * What a chaos run found, one finding a line. `npm test` repeats what follows FOUND in its summary.
 * @param {Findings} report
 */
export function findings({ seed, lost, violations, notReturned, notQuiet, notSold }) {
  return [
    `${FOUND} with seed ${seed}:`,
    ...lost.map((each) => `lost: ${each}`),
    ...violations.flatMap(({ rule, rows }) => rows.map((row) => `violation of ${rule}: ${JSON.stringify(row)}`)),
    ...notReturned.map((each) => `not returned: ${each}`),
    ...notQuiet.map((each) => `not quiet: ${each}`),
    ...notSold.map((each) => `not sold: ${each}`),
  ].join("\n");
}

/** @param {string[]} args */
function optionsOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string" },
      seed: { type: "string" },
      "sell-out": { type: "boolean", default: false },
      "install-nothing": { type: "boolean", default: false },
    },
  });
  const minutes = Number(values.minutes ?? 5);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  if (!(minutes > 0) || !Number.isInteger(seed))
    throw new ClearError("--minutes must be a number above 0, --seed a whole number.");
  return { minutes, seed, sellOut: values["sell-out"], installs: !values["install-nothing"] };
}
