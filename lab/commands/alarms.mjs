/**
 * `npm run lab -- alarms`: makes every alarm's condition come true on a product of its own, waits until Alertmanager calls,
 * heals it, and waits until it is taken back (lab/operations.md, "Every alarm, fired once").
 *
 *   npm run lab -- alarms [--only ApiDown,SiteDown] [--install-nothing] [--write]
 *
 * Needs Debian's packages prometheus and prometheus-alertmanager, which are installed if this runs as root.
 */
import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildServers } from "../../scripts/lib/build.mjs";
import { writeMeasured } from "../../scripts/lib/document.mjs";
import { root, which } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";
import { aptInstall } from "../../scripts/lib/test-servers.mjs";
import { needsOwnMounts, onFaultServers, withOwnMounts } from "../support/fault-servers.mjs";

/** An even seed uses Redis for the queues, if there is one. */
const SEED = 2;

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function alarms(run) {
  const { args, env, stop } = run;
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string", default: "" },
      "install-nothing": { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  if (needsOwnMounts(env)) return withOwnMounts("alarms", args, stop.signal);
  const installs = !values["install-nothing"];
  const found = async (/** @type {string} */ name) => {
    const path = which(name, env["PATH"]) ?? (installs ? await aptInstall(name) : undefined);
    if (path === undefined) throw new ClearError(`There is no ${name} here (Debian's package of that name).`);
    return path;
  };
  const [prometheus, alertmanager] = [await found("prometheus"), await found("prometheus-alertmanager")];
  await buildServers({ env, signal: stop.signal }, "lab");
  const load = loadavg()[0] ?? 0;
  return onFaultServers("alarms", run, { seed: SEED, installs }, async ({ notRun: missing, ...servers }) => {
    const { alarmsRun } = await import(pathToFileURL(join(root, "lab/dist/alarms/alarms-run.js")).href);
    const only = values.only.split(",").filter(Boolean);
    /** @type {{ results: Result[], notRun: string[], mails: number }} */
    const { results, notRun, mails } = await alarmsRun({
      ...servers,
      prometheus,
      alertmanager,
      only,
      stop: stop.signal,
      say: print,
    });
    const text = textOf(results, [...missing, ...notRun], { load, mails });
    print(`\n${text}`);
    if (values.write) await writeMeasured("lab/operations.md", "alarms", text);
    return results.every(({ fired, resolved, problem }) => ![fired, resolved].includes(undefined) && !problem);
  });
}

/** @typedef {{ alarm: string, cause: string, fired?: number, resolved?: number, problem?: string }} Result */

/**
 * @param {Result[]} results
 * @param {string[]} notRun
 * @param {{ load: number, mails: number }} conditions
 */
function textOf(results, notRun, { load, mails }) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const day = new Date().toISOString().slice(0, 10);
  const seconds = (/** @type {number | undefined} */ value) => (value === undefined ? "**never**" : value.toFixed(0));
  return [
    `Commit ${commit}, ${day}, load average ${load.toFixed(1)} before. ${mails} of the calls also arrived as mails.`,
    "",
    "| alarm | cause | fired after s | resolved after s |",
    "| --- | --- | ---: | ---: |",
    ...results.map(({ alarm, cause, fired, resolved, problem }) => {
      const because = problem === undefined ? cause : `${cause} (${problem.replaceAll("|", "/")})`;
      return `| ${alarm} | ${because} | ${seconds(fired)} | ${seconds(resolved)} |`;
    }),
    ...(notRun.length === 0 ? [] : ["", `Not run: ${notRun.join("; ")}.`]),
  ].join("\n");
}
