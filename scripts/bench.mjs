/**
 * `npm run bench`: benchmarks a separate product together with baselines in the same run (docs/performance.md).
 *
 *   npm run bench -- [--only layout,reserve,…] [--quick] [--past 0,1000000] [--holds 70] [--rounds 3] [--write]
 *
 * A full run writes its tables to docs/performance.md; a partial or quick one only with --write.
 */
import { command } from "./lib/command.mjs";

await command(async (run) => (await import("./lib/bench.mjs")).bench(run));
