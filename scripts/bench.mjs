/**
 * `npm run bench`: measures a product of its own beside yardsticks in the same run (docs/performance.md).
 *
 *   npm run bench -- [--only layout,reserve,…] [--quick] [--past 0,1000000] [--holds 70] [--rounds 3] [--json FILE] [--write]
 *
 * A whole run writes its tables to docs/performance.md; a part of one, or a quick one, only with --write.
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
  const { bench } = await import("./lib/bench.mjs");
  process.exit(await bench(process.argv.slice(2), env, stop, temporal));
} catch (error) {
  complain(describe(error));
  process.exit(1);
}
