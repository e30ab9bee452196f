/**
 * `npm run lab -- <command> [options]`: experiments on the product, each on its own servers (lab/README.md).
 *
 *   chaos        injects faults into a product under load, then verifies that nothing is lost
 *   alarms       causes every alarm on a product of its own, and measures when it fires and resolves
 *   properties   runs the models and property tests of `npm test` for a chosen time
 *   another-day  runs the specs as if today were another day: in 20, 100 and 400 days, 29 February, 31 March
 *   fuzz         fuzzes every API call with Schemathesis
 *   mutations    applies deliberate faults to a copy of the last commit; a named spec must fail for each
 *   stryker      mutation testing of the rules with StrykerJS
 *   bench        benchmarks the product together with baselines in the same run
 *   cost         CPU time, statements and Temporal's events of one operation, of one or two checkouts
 *   lighthouse   Lighthouse's mobile preset for common landing pages
 *   first-stall  when a cold visit on a slow phone shows the first stall of the floor plan
 *   slow-phone   what a slow phone gets of four pages, and how long it takes to answer a press
 *   pseudo-language  walks every public page with texts that are 40 % longer, and finds words typed by hand
 *   guides       walks the guides in a browser, takes their pictures and writes them
 *   demonstration-pictures  makes the demonstration's pictures of rendered files
 */
import { readFileSync } from "node:fs";
import { command } from "../scripts/lib/command.mjs";
import { ClearError } from "../scripts/lib/output.mjs";

const [name = "", ...args] = process.argv.slice(2);

/**
 * The commands, each loaded when the packages are installed.
 * @type {Record<string, () => Promise<(run: import("../scripts/lib/command.mjs").Run) => Promise<number>>>}
 */
const COMMANDS = {
  chaos: async () => (await import("./commands/chaos.mjs")).chaos,
  alarms: async () => (await import("./commands/alarms.mjs")).alarms,
  properties: async () => (await import("./commands/properties.mjs")).properties,
  "another-day": async () => (await import("./commands/another-day.mjs")).anotherDay,
  fuzz: async () => (await import("./commands/fuzz.mjs")).fuzz,
  mutations: async () => (await import("./commands/mutations.mjs")).mutations,
  stryker: async () => (await import("./commands/stryker.mjs")).stryker,
  bench: async () => (await import("./commands/bench.mjs")).bench,
  cost: async () => (await import("./commands/cost.mjs")).cost,
  lighthouse: async () => (await import("./commands/lighthouse.mjs")).lighthouse,
  "pseudo-language": async () => (await import("./commands/pseudo-language.mjs")).pseudoLanguage,
  guides: async () => (await import("./commands/guides.mjs")).guides,
  "demonstration-pictures": async () => (await import("./commands/demonstration-pictures.mjs")).demonstrationPictures,
  "slow-phone": async () => (await import("./commands/slow-phone.mjs")).slowPhone,
  "first-stall": async () => (await import("./commands/first-stall.mjs")).firstStall,
};

/** The list above. */
function usage() {
  const source = readFileSync(new URL(import.meta.url), "utf8");
  return [...source.matchAll(/^ \* {3}(\w.*)$/gm)].map(([, line]) => `  ${line}`).join("\n");
}

const known = Object.hasOwn(COMMANDS, name);
await command(
  async (run) => {
    const load = COMMANDS[name];
    if (!known || load === undefined)
      throw new ClearError(`npm run lab -- <command> [options], with one of\n${usage()}`);
    return (await load())({ ...run, args });
  },
  { installs: known, temporal: known && name !== "stryker" },
);
