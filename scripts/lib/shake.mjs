import { join } from "node:path";
import { root } from "./paths.mjs";

/**
 * What Node is to be told so that sockets are late at random: with SHAKE=on (docs/running.md, Unsteady tests).
 * @param {Record<string, string | undefined>} env
 * @returns {string} for NODE_OPTIONS; empty without it
 */
export function shaking(env) {
  return env["SHAKE"] === "on" ? `--require=${join(root, "scripts/shake/sockets.cjs")}` : "";
}
