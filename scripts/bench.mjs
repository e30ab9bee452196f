/**
 * `npm run bench`: measures a product of its own beside yardsticks in the same run (docs/performance.md).
 *
 *   npm run bench -- [--only layout,reserve,…] [--quick] [--past 0,1000000] [--holds 70] [--rounds 3] [--json FILE] [--write]
 *
 * A whole run writes its tables to docs/performance.md; a part of one, or a quick one, only with --write.
 */
import { command } from "./lib/command.mjs";

await command(async (run) => (await import("./lib/bench.mjs")).bench(run));
