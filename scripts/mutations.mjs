/**
 * `npm run mutations`: makes each deliberate fault of testkit/mutations in a copy of the tree (the last commit) and
 * expects its spec to fail, which must pass without it. Exit code 1 when a fault survives. Servers of its own.
 *
 *   npm run mutations -- [part of a fault's description]
 */
import { command } from "./lib/command.mjs";

await command(async (run) => (await import("./lib/mutations.mjs")).mutations(run));
