import { readFileSync } from "node:fs";
import { ClearError } from "./clear-error.mjs";

/**
 * Reads the lines of a `.env` file: `NAME=value`, `export NAME=value`, comments, single or double quotes
 * (double quotes know \n and \"). A comment after an unquoted value needs a space before its `#`.
 * @param {string} text
 * @param {string} [name] of the file, for the sentence about a line that is none of these
 * @returns {Record<string, string>}
 */
export function parseEnvFile(text, name = ".env") {
  /** @type {Record<string, string>} */
  const values = {};
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .forEach((line, index) => {
      const bare = line.trim();
      if (bare === "" || bare.startsWith("#")) return;
      const match = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/.exec(bare);
      if (!match) {
        // The line itself is not repeated: it may hold a secret.
        throw new ClearError(`${name}, line ${index + 1}, is not of the form NAME=value.`);
      }
      values[match[1]] = valueOf(match[2].trim());
    });
  return values;
}

/** @param {string} raw @returns {string} */
function valueOf(raw) {
  const double = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(raw);
  if (double) {
    return double[1].replace(/\\(.)/g, (_, c) => (c === "n" ? "\n" : c));
  }
  const single = /^'([^']*)'\s*(?:#.*)?$/.exec(raw);
  if (single) return single[1];
  return raw.replace(/(^|\s)#.*$/, "").trim();
}

/**
 * The environment with what `.env` adds; what is really set wins, and an empty value in `.env` says nothing.
 * @param {string} path
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function withEnvFile(path, env) {
  let text = "";
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") {
      throw new ClearError(`${path} exists but can't be read (${/** @type {Error} */ (error).message}).`);
    }
  }
  /** @type {Record<string, string>} */
  const merged = {};
  for (const [name, value] of Object.entries(parseEnvFile(text))) {
    if (value !== "") merged[name] = value;
  }
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}
