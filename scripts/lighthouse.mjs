/**
 * `npm run lighthouse`: Lighthouse's mobile preset over the pages a visitor sees first, on a product of its own.
 *
 *   npm run lighthouse -- [--runs 5] [--only /join] [--json FILE] [--write]
 *
 * A whole run writes its table to docs/performance.md; a part of one only with --write.
 */
import { command } from "./lib/command.mjs";

await command(async (run) => (await import("./lib/lighthouse.mjs")).lighthouse(run));
