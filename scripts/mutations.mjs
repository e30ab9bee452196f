/**
 * `npm run mutations`: applies each deliberate fault of testkit/mutations to a copy of the last commit and expects its
 * spec, which must pass without the fault, to fail. Exit code 1 if a fault survives. Uses separate servers.
 *
 *   npm run mutations -- [part of a fault's description]
 */
import { command } from "./lib/command.mjs";

await command(async (run) => (await import("./lib/mutations.mjs")).mutations(run));
