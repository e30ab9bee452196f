/**
 * `npm test`: every check and every test, on servers, ports and a data folder of its own (docs/running.md).
 *
 *   npm test                      everything
 *   npm test -- <part of a path>  only the spec files whose path holds it
 *   npm test -- --servers         only the servers, until Ctrl-C; .test-data/env.sh says where they are
 */
import { install } from "./lib/bootstrap.mjs";
import { complain, describe } from "./lib/output.mjs";
import { stopSignal } from "./lib/stop-signal.mjs";
import { temporalBinary } from "./lib/temporal-binary.mjs";
import { testEnvironment } from "./lib/test-environment.mjs";

try {
  const env = testEnvironment(process.env);
  const stop = stopSignal();
  const temporal = temporalBinary(env);
  temporal.catch(() => undefined); // reported where it is awaited
  await install(env);
  const { test } = await import("./lib/test.mjs");
  process.exit(await test(process.argv.slice(2), env, stop, temporal));
} catch (error) {
  complain(describe(error));
  process.exit(1);
}
