/**
 * `npm run first-stall`: when a cold visit on a slow phone shows the first stall of the floor plan.
 *
 *   npm run first-stall -- [--runs 5] [--against http://127.0.0.1:4000] [--write]
 *
 * `--against` is another version of the site that is already running: its visits alternate with ours.
 */
import { command } from "./lib/command.mjs";

await command(async (run) => (await import("./lib/first-stall.mjs")).firstStall(run));
