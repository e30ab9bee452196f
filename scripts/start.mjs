/**
 * `npm start`: installs, builds, starts everything the product needs and the product itself, watches it, and stops it
 * all on Ctrl-C or SIGTERM (docs/running.md). This file and what it imports run before anything is installed.
 */
import { install } from "./lib/bootstrap.mjs";
import { environment } from "./lib/files.mjs";
import { complain, describe } from "./lib/output.mjs";
import { stopSignal } from "./lib/stop-signal.mjs";
import { temporalBinary } from "./lib/temporal-binary.mjs";

try {
  const env = environment();
  const stop = stopSignal();
  const temporal =
    env["TEMPORAL_ADDRESS"] || env["APP_ENV"] === "production" ? Promise.resolve("") : temporalBinary(env);
  temporal.catch(() => undefined); // reported where it is awaited
  if (env["SAKHI_SKIP_BUILD"] !== "1") await install(env);
  const { start } = await import("./lib/start.mjs");
  process.exit(await start(env, stop, temporal));
} catch (error) {
  complain(describe(error));
  process.exit(1);
}
