import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ClearError } from "./clear-error.mjs";
import { lastLines, run } from "./command.mjs";
import { writeWhole } from "./files.mjs";
import { alone } from "./install.mjs";
import { whileSaying } from "./log.mjs";
import { packageFolder, root } from "./paths.mjs";

const frontendStamp = join(root, "frontend", "dist", ".built-from");

/**
 * Everything the built SPA depends on, as one hash.
 * @returns {string}
 */
function frontendSources() {
  const hash = createHash("sha256");
  const add = (/** @type {string} */ path) => hash.update(path).update(readFileSync(join(root, path)));
  const walk = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort(byName)) {
      if (["node_modules", "dist"].includes(entry.name) || /\.spec\.tsx?$/.test(entry.name)) continue;
      if (entry.isDirectory()) walk(`${folder}/${entry.name}`);
      else if (entry.isFile()) add(`${folder}/${entry.name}`);
    }
  };
  walk("frontend");
  walk("domain/src");
  ["package-lock.json", "tsconfig.base.json", "domain/package.json"].forEach(add);
  return hash.digest("hex");
}

/** @param {{ name: string }} a @param {{ name: string }} b */
function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}

/**
 * @param {string} name of the package
 * @param {string} path of its command inside the package
 * @returns {string}
 */
export function toolOf(name, path) {
  const folder = packageFolder(name);
  if (folder === undefined) throw new ClearError(`${name} is not installed; run npm ci.`);
  return join(folder, path);
}

/**
 * Compiles what runs in Node. TypeScript itself knows what has changed.
 * @param {{ env: Record<string, string>, signal?: AbortSignal }} options
 */
export async function buildServers({ env, signal }) {
  const compiler = toolOf("typescript", "bin/tsc");
  await alone("build", "another command here to finish building", signal, async () => {
    const { code, output } = await whileSaying("compiling", () =>
      run(process.execPath, [compiler, "-b", "domain", "workflows", "backend", "simulators", "testkit"], {
        cwd: root,
        env,
        signal,
      }),
    );
    if (code !== 0) throw new ClearError(`The sources don't compile:\n${lastLines(output, 30)}`);
  });
}

/**
 * Builds the SPA if anything it is made of has changed.
 * @param {{ env: Record<string, string>, signal?: AbortSignal }} options
 */
export async function buildFrontend({ env, signal }) {
  const vite = toolOf("vite", "bin/vite.js");
  await alone("build", "another command here to finish building", signal, async () => {
    const sources = frontendSources();
    const page = join(root, "frontend", "dist", "site", "index.html");
    if (
      existsSync(page) &&
      existsSync(frontendStamp) &&
      readFileSync(frontendStamp, "utf8").trim() === sources
    )
      return;
    rmSync(frontendStamp, { force: true });
    const { code, output } = await whileSaying("building the site's pages", () =>
      run(process.execPath, [vite, "build"], { cwd: join(root, "frontend"), env, signal }),
    );
    if (code !== 0) throw new ClearError(`The site's pages could not be built:\n${lastLines(output, 30)}`);
    writeWhole(frontendStamp, sources, 0o644);
  });
}
