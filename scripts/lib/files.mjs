import { accessSync, constants, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

/** The repository's root folder. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).slice(0, -1);

/**
 * The user's cache folder for downloads and builds, shared by all clones.
 * @param {NodeJS.ProcessEnv} env
 */
export function cacheFolder(env) {
  const base = env["XDG_CACHE_HOME"] ?? "";
  return join(isAbsolute(base) ? base : join(homedir(), ".cache"), "sakhi-bazaar");
}

/** @param {string} path @returns {any} undefined if the file is missing or damaged */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Writes a file atomically, readable by its owner only. @param {string} path @param {string} text */
export function writeAtomically(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.part`;
  writeFileSync(unfinished, text, { mode: 0o600, flush: true });
  renameSync(unfinished, path);
}

/** @param {string} path @param {unknown} value */
export function writeJson(path, value) {
  writeAtomically(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** @param {string} name @param {string} [path] @returns {string | undefined} a command's full path */
export function which(name, path = process.env["PATH"] ?? "") {
  const candidates = path.split(delimiter).filter(Boolean);
  return candidates
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * The environment, completed from `.env`: actual variables take precedence, and empty values in `.env` are ignored. Tests
 * set SAKHI_IGNORE_ENV_FILE to start the product with exactly their own settings.
 * @returns {Record<string, string>}
 */
export function environment() {
  const given = /** @type {Record<string, string>} */ ({ ...process.env });
  if (given["SAKHI_IGNORE_ENV_FILE"] === "1") return given;
  let text = "";
  try {
    text = readFileSync(join(root, ".env"), "utf8");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
  }
  const written = Object.entries(parseEnv(text)).filter(([, value]) => value !== "");
  return { .../** @type {Record<string, string>} */ (Object.fromEntries(written)), ...given };
}
