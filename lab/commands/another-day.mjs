/**
 * `npm run lab -- another-day`: runs the specs as if today were another day, with the clocks of Node and PostgreSQL shifted by
 * libfaketime (docs/reliability.md).
 *
 *   npm run lab -- another-day [--day 31-march]... [part of a path]...
 *
 * Days: +20, +100, +400, 29-february (2028) and 31-march (the midnight in India at which the financial year turns); by default
 * all five, one after the other.
 */
import { parseArgs } from "node:util";
import { faketimeLibrary, otherDays, shiftedBy } from "../../scripts/lib/faketime.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";
import { test } from "../../scripts/lib/test.mjs";

/** The workspaces whose specs jest runs. Journeys in a browser stay out: Chromium starts none of its processes so. */
const SPECS = ["domain/", "frontend/", "backend/", "workflows/", "simulators/", "testkit/"];

/**
 * Specs that compare times of others with the database's: Temporal's server and the times of files keep the real time. `npm test`
 * runs them on the real day; the rules that they need (`newerThan`, position.rules) take instants as arguments.
 */
const LEFT_OUT = ["backend/test/product/restore\\.spec", "backend/test/pictures/picture-store\\.spec"];

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function anotherDay({ args, env, stop, temporal }) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { day: { type: "string", multiple: true } },
  });
  const names = Object.keys(otherDays());
  const wrong = (values.day ?? []).find((day) => !names.includes(day));
  if (wrong !== undefined) throw new ClearError(`--day is one of ${names.join(", ")}, not "${wrong}".`);
  const library = await faketimeLibrary(env);
  if (library === undefined) {
    print("not run: the specs on another day, because there is no libfaketime here, and none came from Debian");
    return 0;
  }
  let failed = 0;
  for (const day of values.day ?? names) {
    // The turn of a year comes while the run lasts: counted from its own start.
    const seconds = otherDays()[day] ?? 0;
    print(`════ ${day}: ${new Date(Date.now() + seconds * 1000).toISOString()}`);
    const own = new AbortController();
    stop.signal.addEventListener("abort", () => own.abort(), { once: true });
    const only = [...(positionals.length > 0 ? positionals : SPECS), ...LEFT_OUT.map((file) => `--except=${file}`)];
    if ((await test(only, { ...env, ...shiftedBy(library, seconds) }, own, temporal)) !== 0) failed += 1;
    if (stop.signal.aborted) return 130;
  }
  return failed === 0 ? 0 : 1;
}
