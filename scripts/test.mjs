/**
 * `npm test`: all checks and tests, with separate servers, ports and data folder (docs/running.md).
 *
 *   npm test                      everything
 *   npm test -- <part of a path>  only the spec files whose path contains it
 *   npm test -- --servers         only the servers, until Ctrl-C; .test-data/env.sh holds their addresses
 */
import { command } from "./lib/command.mjs";

await command(async ({ args, env, stop, temporal }) => {
  const { test } = await import("./lib/test.mjs");
  return test(args, env, stop, temporal);
});
