import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { execa } from "execa";
import { lock } from "proper-lockfile";
import { readJson, root, writeAtomically } from "./files.mjs";
import { ClearError, lastLines, progress } from "./output.mjs";

const require = createRequire(import.meta.url);

/** @param {string} name of a package @param {string} command @param {string} [from] a workspace @returns {string} its file */
export function toolOf(name, command, from = ".") {
  const manifest = createRequire(join(root, from, "package.json")).resolve(`${name}/package.json`);
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[command]);
}

/** Builds projects in parallel, each with one checker thread: more would check the same types twice. */
const COMPILE = ["-b", "--checkers", "1"];

/** For the compiler and the linter, which are written in Go: they run for seconds, so collecting garbage less often pays. */
export const RARE_COLLECTION = { GOGC: "300" };

/** Runs work under this clone's build lock. @param {() => Promise<void>} work */
async function withBuildLock(work) {
  const lockfilePath = join(root, "node_modules", ".build.lock");
  const acquire = () =>
    lock(root, { lockfilePath, retries: { retries: 1_200, factor: 1, minTimeout: 500 }, onCompromised() {} });
  const release = await progress("waiting for another command here to finish building", acquire);
  await work().finally(release);
}

/**
 * @param {string} what
 * @param {string} failure
 * @param {string[]} args of Node
 * @param {{ env: Record<string, string>, signal?: AbortSignal, cwd?: string }} options
 */
async function build(what, failure, args, { env, signal, cwd = root }) {
  const { failed, all } = await progress(what, () =>
    execa(process.execPath, args, {
      cwd,
      env: { ...env, ...RARE_COLLECTION },
      extendEnv: false,
      all: true,
      reject: false,
      cancelSignal: signal,
    }),
  );
  signal?.throwIfAborted();
  if (failed) throw new ClearError(`${failure}:\n${lastLines(String(all), 30)}`);
}

/** Compiles the Node projects, without bundling. @param {{ env: Record<string, string>, signal?: AbortSignal }} options */
export async function compileServers(options) {
  const args = [toolOf("@typescript/native", "tsc"), ...COMPILE, "backend", "simulators"];
  await withBuildLock(() => build("compiling", "The sources don't compile", args, options));
}

/**
 * Compiles the Node projects, and bundles the processes and the workflows. Both steps are incremental.
 * @param {{ env: Record<string, string>, signal?: AbortSignal }} options
 * @param {string[]} more additional projects
 */
export async function buildServers(options, ...more) {
  const args = [toolOf("@typescript/native", "tsc"), ...COMPILE, "backend", "simulators", ...more];
  await withBuildLock(async () => {
    await build("compiling", "The sources don't compile", args, options);
    const bundle = [join(root, "backend/scripts/bundle.mjs")];
    await build("bundling the processes", "The processes could not be bundled", bundle, options);
  });
}

/**
 * Builds the pages if their sources have changed.
 * @param {{ env: Record<string, string>, signal?: AbortSignal }} options
 */
export async function buildFrontend(options) {
  const stamp = join(root, "frontend/dist/.built-from");
  const page = join(root, "frontend/dist/site/index.html");
  await withBuildLock(async () => {
    const sources = frontendSources();
    if (existsSync(page) && readJson(stamp) === sources) return;
    rmSync(stamp, { force: true });
    const cwd = join(root, "frontend");
    const failure = "The pages could not be built";
    await build("building the pages", failure, [join(cwd, "scripts/build.mjs")], { ...options, cwd });
    writeAtomically(stamp, JSON.stringify(sources));
  });
}

/** Hash of all inputs of the built pages. */
function frontendSources() {
  const hash = createHash("sha256");
  const add = (/** @type {string} */ file) => hash.update(file).update(readFileSync(join(root, file)));
  const files = ["frontend", "domain/src", "domain/messages"].flatMap((folder) => filesIn(folder)).sort();
  [...files, "package-lock.json", "tsconfig.base.json", "domain/package.json"].forEach(add);
  return hash.digest("hex");
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\/|\.spec\.tsx?$/.test(file));
}
