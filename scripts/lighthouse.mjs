/**
 * `npm run lighthouse`: Lighthouse's mobile preset over the pages a visitor sees first, on a product of its own.
 *
 *   npm run lighthouse -- [--runs 5] [--only /join] [--json FILE] [--write]
 *
 * A whole run writes its table to docs/performance.md; a part of one only with --write.
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
  const { lighthouse } = await import("./lib/lighthouse.mjs");
  process.exit(await lighthouse(process.argv.slice(2), env, stop, temporal));
} catch (error) {
  complain(describe(error));
  process.exit(1);
}
