/**
 * jest's own runner of spec files (circus), with the spec and everything it imports loaded by Node. jest's module system
 * evaluates every module again for each spec file, which takes Nest, TypeORM and Temporal longer than most specs run;
 * Node evaluates it once per worker. What a spec can't do here: mock modules.
 */
import { createRequire, register } from "node:module";
import { pathToFileURL } from "node:url";
import { setGlobals } from "./globals.mjs";
import { sourceMapOf } from "./transpile.mjs";

const require = createRequire(import.meta.url);
const circus = require("jest-circus/runner").default;

register("./hooks.mjs", import.meta.url);

let run = 0;

/** A jest `testRunner`: jest calls it once for every spec file, with a runtime of that file's own. */
export default function runSpec(globalConfig, config, environment, runtime, testPath, send) {
  run += 1;
  const inside = `?run=${run}`;
  runtime.requireInternalModule = (path) => {
    // Describe blocks, hooks and handlers are kept in this module: a new one for each spec file.
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
