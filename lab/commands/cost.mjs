/**
 * `npm run lab -- cost`: CPU time, statements and Temporal's events of one operation, by process, of this checkout or of two
 * in turns.
 *
 *   npm run lab -- cost [--against <folder of a built checkout>] [--only rest,plan,…] [--rounds 3] [--count 30]
 *     [--read-ms 2000] [--statements] [--write]
 *
 * One more round is made before, to warm up. --statements prints each statement of one operation: calls, ms of running, plans, ms of planning. --write writes the tables to docs/performance.md.
 */
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildServers } from "../../scripts/lib/build.mjs";
import { writeMeasured } from "../../scripts/lib/document.mjs";
import { root } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";
import { onOwnServers } from "../support/own-servers.mjs";

/** Durable as with `npm start`; counts statements, with enough connections for two products. */
const POSTGRES_SETTINGS = ["max_connections=300", "shared_preload_libraries=pg_stat_statements"];
/** Only for what prints it: it costs a little itself. */
const PLANNING = "pg_stat_statements.track_planning=on";

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function cost({ args, env, stop, temporal }) {
  const options = optionsOf(args);
  await buildServers({ env, signal: stop.signal }, "lab");
  const { runCost, NAMES, markdown } = await import(pathToFileURL(join(root, "lab/dist/cost/cost.js")).href);
  const unknown = options.only.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new ClearError(`There is no operation ${unknown.join(", ")}: ${NAMES.join(", ")}.`);
  const report = await onOwnServers(
    "cost",
    [...POSTGRES_SETTINGS, ...(options.statements ? [PLANNING] : [])],
    { env, stop, temporal },
    (servers) => runCost({ ...options, say: print, stop: stop.signal }, servers),
  );
  const text = textOf(report, options, markdown);
  print(`\n${text}`);
  if (report.failure !== undefined) throw report.failure;
  if (options.write) await writeMeasured("docs/performance.md", "cost", text);
  return 0;
}

/** @param {string[]} args */
function optionsOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      against: { type: "string" },
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "3" },
      count: { type: "string", default: "30" },
      "read-ms": { type: "string", default: "2000" },
      statements: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const [rounds, count, readMs] = [values.rounds, values.count, values["read-ms"]].map(Number);
  if (![rounds, count, readMs].every((number) => Number.isInteger(number) && Number(number) > 0) || Number(count) > 70)
    throw new ClearError("--rounds, --count (at most 70 stalls) and --read-ms must be whole numbers above 0.");
  const folders = values.against === undefined ? [] : [resolve(values.against)];
  const checkouts = [...folders, undefined].map((folder) => ({ name: commitOf(folder ?? root), folder }));
  if (new Set(checkouts.map(({ name }) => name)).size < checkouts.length)
    throw new ClearError("Both checkouts are at the same commit, without a change in either.");
  const only = values.only.split(",").filter(Boolean);
  return { checkouts, only, rounds, count, readMs, statements: values.statements, write: values.write };
}

/** @param {string} cwd */
function commitOf(cwd) {
  return execFileSync("git", ["describe", "--always", "--dirty", "--exclude", "*"], { cwd, encoding: "utf8" }).trim();
}

/**
 * @param {any} report
 * @param {{ rounds?: number, count?: number }} options
 * @param {(rows: any[]) => string} markdown
 */
function textOf({ loadBefore, loadAfter, results }, { rounds, count }, markdown) {
  const load = `load average ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`;
  return [
    `Node ${process.versions.node}, ${cpus().length} cores, ${load}; ${rounds} rounds of ${count} bookings.`,
    ...results.flatMap((/** @type {any} */ { title, about, rows }) => [
      `**${title}.** ${about}`,
      ...(rows.length > 0 ? [markdown(rows)] : []),
    ]),
  ].join("\n\n");
}
