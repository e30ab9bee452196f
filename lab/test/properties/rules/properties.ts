import { randomInt } from "node:crypto";
import fc from "fast-check";

/** Seeds of every property: a fixed and a random one. PROPERTY_SEED replays one. */
const SEEDS =
  process.env["PROPERTY_SEED"] === undefined
    ? [20_261_122, randomInt(2 ** 31)]
    : [Number(process.env["PROPERTY_SEED"])];
/** Each property's share of `npm run lab -- properties --minutes M`, in ms; 0 means a fixed number of runs. */
const LONG_MS = (Number(process.env["PROPERTY_MINUTES"] ?? 0) * 60_000) / 400;

/**
 * Asserts a property of a pure rule with generated cases; fast-check reports the seed and the minimal counterexample.
 * Add every counterexample to the rule's own table of cases.
 *
 * @param runs cases per seed
 */
export function holds<T>(property: fc.IProperty<T>, runs = 300): void {
  for (const seed of SEEDS) {
    const plugins = LONG_MS > 0 ? [fc.interruptAfterTimeLimit(LONG_MS / SEEDS.length)] : [];
    fc.assert(property, { seed, plugins, numRuns: LONG_MS > 0 ? Number.MAX_SAFE_INTEGER : runs });
  }
}
