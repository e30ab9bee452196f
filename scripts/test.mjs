/**
 * `npm test`: every check and every test, on servers, ports and a data folder of its own (docs/running.md).
 *
 *   npm test                      everything
 *   npm test -- <part of a path>  only the spec files whose path holds it
 *   npm test -- --servers         only the servers, until Ctrl-C; .test-data/env.sh says where they are
 */
import { command } from "./lib/command.mjs";

await command(async ({ args, env, stop, temporal }) => {
  const { test } = await import("./lib/test.mjs");
  return test(args, env, stop, temporal);
});
