import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file whole or not at all: a crash midway leaves the old one.
 * @param {string} path
 * @param {string} text
 * @param {number} [mode] for its owner only unless told: nearly everything written here holds a secret or a pid
 */
export function writeWhole(path, text, mode = 0o600) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.part`;
  const file = openSync(unfinished, "w", mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}

/**
 * A JSON file, or nothing where there is none or it is damaged.
 * @param {string} path
 * @returns {any}
 */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {string} path @param {unknown} value @param {number} [mode] */
export function writeJson(path, value, mode) {
  writeWhole(path, `${JSON.stringify(value, null, 2)}\n`, mode);
}
