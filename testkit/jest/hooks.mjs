/** Node's module hooks for the specs: load our TypeScript sources, resolved like by the compiler. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transpile } from "./transpile.mjs";

const root = new URL("../../", import.meta.url);

export function resolve(specifier, context, next) {
  if (specifier === "@jest/globals") return found(new URL("globals.mjs", import.meta.url));
  const ours = /^@sakhi\/([^/]+)\/(.+)$/.exec(specifier);
  if (ours !== null) return found(new URL(`${ours[1]}/src/${ours[2]}.ts`, root));
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && /\.ts(\?|$)/.test(context.parentURL ?? "")) {
    const source = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
    if (existsSync(source)) return found(source);
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!/\.ts(\?|$)/.test(url)) return next(url, context);
  return { format: "module", source: transpile(fileURLToPath(url)).code, shortCircuit: true };
}

function found(url) {
  return { url: url.href, shortCircuit: true };
}
