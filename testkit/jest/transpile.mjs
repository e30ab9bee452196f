import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync, version } from "@swc/core";

const cache = fileURLToPath(new URL("../../node_modules/.cache/sakhi-specs/", import.meta.url));

/** @type {import("@swc/core").Options} equal to the compiler's (tsconfig.base.json) */
const options = {
  jsc: {
    parser: { syntax: "typescript", decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: "es2022",
    keepClassNames: true,
  },
  module: { type: "es6" },
  sourceMaps: true,
  swcrc: false,
  configFile: false,
};
const settings = JSON.stringify([version, options]);

/**
 * Transpiles a TypeScript file; cached on disk until its text changes.
 * @param {string} path
 * @returns {{ code: string, map: string }} map: path of its source map
 */
export function transpile(path) {
  const text = readFileSync(path, "utf8");
  const name = createHash("sha1").update(settings).update(path).update(text).digest("hex");
  const file = `${cache}${name.slice(0, 2)}/${name}.js`;
  const map = `${file}.map`;
  try {
    return { code: readFileSync(file, "utf8"), map };
  } catch {
    const output = transformSync(text, { ...options, filename: path });
    mkdirSync(`${cache}${name.slice(0, 2)}`, { recursive: true });
    writeAtomically(map, output.map);
    writeAtomically(file, output.code);
    return { code: output.code, map };
  }
}

/**
 * Path of a file's source map, for stack traces.
 * @param {string} source a path or a file: address
 */
export function sourceMapOf(source) {
  const path = source.startsWith("file:") ? fileURLToPath(source) : source;
  return path.endsWith(".ts") ? transpile(path).map : undefined;
}

/** Atomic: several workers may write the same file. */
function writeAtomically(file, text) {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
