/**
 * jest's runner (circus), with the spec and its imports loaded by Node. jest's module system evaluates every module again
 * for each spec file, which for Nest, TypeORM and Temporal takes longer than most specs run; Node evaluates it once per
 * worker. Limitation: specs cannot mock modules.
 */
import { createRequire, register } from "node:module";
import { pathToFileURL } from "node:url";
import { setGlobals } from "./globals.mjs";
import { sourceMapOf } from "./transpile.mjs";

const require = createRequire(import.meta.url);
const circus = require("jest-circus/runner").default;

register("./hooks.mjs", import.meta.url);

let run = 0;

/** A jest `testRunner`, called once per spec file with that file's runtime. */
export default function runSpec(globalConfig, config, environment, runtime, testPath, send) {
  run += 1;
  const inside = `?run=${run}`;
  runtime.requireInternalModule = (path) => {
    // This module holds describe blocks, hooks and handlers: load it again for each spec file.
    delete require.cache[path];
    delete globalThis[Symbol.for("EVENT_HANDLERS")];
    return require(path);
  };
  runtime.setGlobalsForRuntime = (globals) => {
    const { jest } = runtime.requireModuleOrMock(testPath, "@jest/globals");
    setGlobals({ ...globals, jest });
  };
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (path) => import(pathToFileURL(path).href + inside);
  runtime.getSourceMaps = () => ({ get: sourceMapOf });
  return circus(globalConfig, config, environment, runtime, testPath, send);
}
