/**
 * `npm run chaos`: injects faults into a separate product, then verifies that nothing is lost (docs/reliability.md).
 *
 *   npm run chaos -- [--minutes M] [--seed S] [--install-nothing]
 */
import { command } from "./lib/command.mjs";

await command(async (run) => (await import("./lib/chaos.mjs")).chaos(run));
