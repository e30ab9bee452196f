import { buildFrontend, buildServers } from "./build.mjs";
import { printError, describe, duration, print } from "./output.mjs";
import { Product } from "./product.mjs";
import { readSettings } from "./settings.mjs";
import { aborted } from "./stop-signal.mjs";

/**
 * Builds and starts everything, supervises it, and stops it when the signal is aborted.
 * @param {Record<string, string>} env
 * @param {AbortController} stop
 * @param {Promise<string>} temporalBinary
 * @returns {Promise<number>} exit code
 */
export async function start(env, stop, temporalBinary) {
  const { signal } = stop;
  /** @type {Product | undefined} */
  let product;
  let exitCode = 0;
  try {
    const build = env["SAKHI_SKIP_BUILD"] !== "1";
    if (build) await buildServers({ env, signal });
    product = new Product(await readSettings(env), env, signal, temporalBinary);
    await product.claim();
    const pages = build ? buildFrontend({ env, signal }) : Promise.resolve();
    await Promise.all([pages, product.start(pages)]);
    await aborted(signal);
  } catch (error) {
    if (!signal.aborted) {
      printError(describe(error));
      exitCode = 1;
    }
  }
  stop.abort(); // cancels pending starts
  const stoppingSince = Date.now();
  if (exitCode === 0) print("Stopping.");
  await product?.stop();
  if (exitCode === 0) print(`Stopped after ${duration(Date.now() - stoppingSince)}.`);
  return exitCode;
}
