/**
 * `npm run lighthouse`: Lighthouse's mobile preset for common landing pages, on a separate product.
 *
 *   npm run lighthouse -- [--runs 5] [--only /join] [--write]
 *
 * A full run writes its table to docs/performance.md; a partial one only with --write.
 */
import { command } from "./lib/command.mjs";

await command(async (run) => (await import("./lib/lighthouse.mjs")).lighthouse(run));
