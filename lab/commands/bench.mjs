/**
 * `npm run lab -- bench`: benchmarks a separate product together with baselines in the same run (lab/bench.md).
 *
 *   npm run lab -- bench [--only layout,reserve,…] [--quick] [--past 0,1000000] [--events 1] [--holds 70] [--rounds 3] [--write]
 *
 * A full run writes its tables to lab/bench.md; a partial or quick one only with --write.
 */
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { execa } from "execa";
import { buildServers } from "../../scripts/lib/build.mjs";
import { writeMeasured } from "../../scripts/lib/document.mjs";
import { root } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";
import { onOwnServers } from "../support/own-servers.mjs";

/** Durable as with `npm start`, but with more connections for the baselines. */
const POSTGRES_SETTINGS = ["max_connections=300"];
const PAST = [0, 1_000_000];

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function bench({ args, env, stop, temporal }) {
  const options = optionsOf(args);
  await buildServers({ env, signal: stop.signal }, "lab");
  const compiled = (/** @type {string} */ name) => import(pathToFileURL(join(root, `lab/dist/bench/${name}.js`)).href);
  const { runBench: run, MEASURES } = await compiled("bench");
  const unknown = options.only.filter((name) => !MEASURES.includes(name));
  if (unknown.length > 0) throw new ClearError(`There is no measure ${unknown.join(", ")}: ${MEASURES.join(", ")}.`);
  /** @type {any[]} */
  const reports = [];
  for (const past of options.past) {
    try {
      const report = await onOwnServers("bench", POSTGRES_SETTINGS, { env, stop, temporal }, (servers) =>
        run({ ...options, past, say: print, stop: stop.signal }, servers, options.only, grow),
      );
      reports.push(report);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    if (stop.signal.aborted) return 130;
  }
  const { markdown } = await compiled("table");
  const text = reports.map((report) => textOf(report, options, markdown)).join("\n\n");
  print(`\n${text}`);
  if (options.write) await writeMeasured("lab/bench.md", "bench", text);
  return 0;
}

/** @param {string[]} args */
function optionsOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string", default: "" },
      quick: { type: "boolean", default: false },
      scale: { type: "string" },
      past: { type: "string" },
      events: { type: "string", default: "1" },
      holds: { type: "string", default: "70" },
      rounds: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const only = values.only.split(",").filter(Boolean);
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
  const scale = Number(values.scale ?? (values.quick ? 0.2 : 1));
  const past = values.past?.split(",").map(Number) ?? (values.quick ? [0] : PAST);
  const holds = Number(values.holds);
  const events = Number(values.events);
  const numbers = [rounds, holds, events, ...past];
  if (!numbers.every((number) => Number.isInteger(number) && number >= 0) || rounds < 1 || events < 1 || !(scale > 0))
    throw new ClearError("--rounds, --events, --holds and --past must be whole numbers, --scale a number above 0.");
  const write = values.write || (only.length === 0 && scale === 1);
  return { only, rounds, scale, past, events, holds, write };
}

/** Adds listings to a database. @param {string} url @param {number} count */
async function grow(url, count) {
  await execa(process.execPath, [join(root, "lab/support/listings.mjs"), String(count)], {
    env: { MIGRATION_DATABASE_URL: url },
  });
}

/**
 * @param {any} report
 * @param {{ rounds: number, scale: number }} options
 * @param {(rows: any[]) => string} markdown
 */
function textOf({ loadBefore, loadAfter, past, events, results }, { rounds, scale }, markdown) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const size = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = `load average ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`;
  const lengths = scale === 1 ? "" : `, lengths and numbers × ${scale}`;
  const pastText = past === 0 ? "no past bookings" : `${past.toLocaleString("en-GB")} past bookings`;
  const eventsText = events === 1 ? "" : `, ${events} events on sale`;
  return [
    `### With ${pastText}${eventsText}`,
    `Commit ${commit}, Node ${process.versions.node}, ${size}, ${load}; ${rounds} rounds${lengths}.`,
    ...results.flatMap((/** @type {any} */ { title, about, rows }) => [`#### ${title}`, about, markdown(rows)]),
  ].join("\n\n");
}
