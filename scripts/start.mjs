/**
 * `npm start`: installs, builds, starts everything the product needs and the product itself, watches it, and
 * stops it all on Ctrl-C or SIGTERM. See docs/running.md.
 */
import { join } from "node:path";
import { buildFrontend, buildServers } from "./lib/build.mjs";
import { Stopped, sentenceOf } from "./lib/clear-error.mjs";
import { withEnvFile } from "./lib/env-file.mjs";
import { demandNode, install } from "./lib/install.mjs";
import { complain, duration, say } from "./lib/log.mjs";
import { root } from "./lib/paths.mjs";
import { Product } from "./lib/product.mjs";
import { readSettings } from "./lib/settings.mjs";
import { stopSignal } from "./lib/stop-signal.mjs";

const stop = stopSignal();
const { signal } = stop;

/** @returns {Promise<number>} exit code */
async function main() {
  demandNode();
  // The tests start the product with exactly the settings they name, whatever the developer's own .env says.
  const ignoreFile = process.env["SAKHI_IGNORE_ENV_FILE"] === "1";
  const env = withEnvFile(ignoreFile ? "/dev/null" : join(root, ".env"), process.env);
  const product = new Product(readSettings(env), env, signal);
  let exitCode = 0;
  try {
    await product.claim();
    if (env["SAKHI_SKIP_BUILD"] !== "1") {
      await install({ env, signal });
      await buildServers({ env, signal });
      await buildFrontend({ env, signal });
    }
    await product.start();
    await stop.requested;
  } catch (error) {
    if (!(error instanceof Stopped)) {
      complain(sentenceOf(error));
      exitCode = 1;
    }
  }
  stop.abort(); // whatever still starts, starts no more
  const began = Date.now();
  if (product.servers !== undefined) say("Stopping.");
  await product.stop();
  if (product.servers !== undefined) say(`Stopped after ${duration(Date.now() - began)}.`);
  return exitCode;
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error) => {
    complain(sentenceOf(error));
    process.exit(1);
  },
);
