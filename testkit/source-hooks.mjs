/**
 * Node's module hooks for processes that specs start from our TypeScript sources: `--import` a call of `register` with this
 * file, and `--conditions=source` for the workspaces.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transform } from "@swc/core";

/** Equal to the compiler's (tsconfig.base.json). @type {import("@swc/core").Options} */
const OPTIONS = {
  jsc: {
    parser: { syntax: "typescript", decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: "es2022",
    keepClassNames: true,
  },
  module: { type: "es6" },
  sourceMaps: "inline",
  swcrc: false,
  configFile: false,
};

/** @type {import("node:module").ResolveHook} */
export function resolve(specifier, context, next) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith(".ts") === true) {
    const source = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
    if (existsSync(source)) return { url: source.href, shortCircuit: true };
  }
  return next(specifier, context);
}

/** @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(readFileSync(filename, "utf8"), { ...OPTIONS, filename });
  return { format: "module", source: code, shortCircuit: true };
}
