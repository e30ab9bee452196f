import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's own folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Where what is downloaded or built once for this user stays, whatever clone asked for it.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
export function cacheFolder(env = process.env) {
  const base = env["XDG_CACHE_HOME"];
  return join(base !== undefined && base.startsWith("/") ? base : join(homedir(), ".cache"), "sakhi-bazaar");
}

/** @returns {string} a short name for this clone, for locks that several of its commands share */
export function cloneId() {
  return createHash("sha256").update(root).digest("hex").slice(0, 12);
}

/**
 * A package's folder: hoisted to the root, or still in the workspace that asked for it.
 * @param {string} name
 * @returns {string | undefined}
 */
export function packageFolder(name) {
  return ["", "backend", "frontend", "e2e"]
    .map((workspace) => join(root, workspace, "node_modules", name))
    .find((folder) => existsSync(folder));
}
