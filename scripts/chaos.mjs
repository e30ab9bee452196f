/**
 * `npm run chaos`: a storm of faults over a product of its own, then the proof that nothing is lost (docs/reliability.md).
 *
 *   npm run chaos -- [--minutes M] [--seed S] [--json FILE] [--install-nothing]
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
  const { chaos } = await import("./lib/chaos.mjs");
  process.exit(await chaos(process.argv.slice(2), env, stop, temporal));
} catch (error) {
  complain(describe(error));
  process.exit(1);
}
