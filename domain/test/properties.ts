import { randomInt } from "node:crypto";
import fc from "fast-check";

/** Seeds of every property: one that never changes, and one of chance. PROPERTY_SEED tries one again. */
const SEEDS =
  process.env["PROPERTY_SEED"] === undefined
    ? [20_261_122, randomInt(2 ** 31)]
    : [Number(process.env["PROPERTY_SEED"])];
/** `npm run properties -- --minutes M` gives each rule so much of its time (ms); 0: a fixed number of runs. */
const LONG_MS = (Number(process.env["PROPERTY_MINUTES"] ?? 0) * 60_000) / 400;

/**
 * Asserts a property of a pure rule by generated cases; fast-check names the seed and the smallest counterexample.
 * A counterexample becomes a case of the rule's own table.
 *
 * @param runs cases for each seed
 */
export function holds<T>(property: fc.IProperty<T>, runs = 300): void {
  for (const seed of SEEDS) {
    const plugins = LONG_MS > 0 ? [fc.interruptAfterTimeLimit(LONG_MS / SEEDS.length)] : [];
    fc.assert(property, { seed, plugins, numRuns: LONG_MS > 0 ? Number.MAX_SAFE_INTEGER : runs });
  }
}
