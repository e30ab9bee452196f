/**
 * Copies into a folder what the bundles need of node_modules at run time, for the image (Dockerfile). Follows the imports of
 * the packages that bundle.mjs leaves out, file by file, and then loads each of them from the copy: a missing file fails the
 * build of the image.
 *
 *   node backend/scripts/image-packages.mjs <folder>
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeFileTrace } from "@vercel/nft";
import { BUNDLES, LEFT_OUT } from "./bundle.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const folder = process.argv[2] ?? "";
if (folder === "") throw new Error("node backend/scripts/image-packages.mjs <folder>");

/** Files that a package reads by a computed name, which no trace finds. */
const READ_BY_NAME = [
  // The board's pages, and the API's reference.
  /^node_modules\/@bull-board\/ui\/(dist\/|package\.json$)/,
  /^node_modules\/swagger-ui-dist\/[\w.-]+\.(css|html|png)$/,
  /^node_modules\/swagger-ui-dist\/(swagger-initializer|swagger-ui-bundle|swagger-ui-standalone-preset)\.js$/,
  // The two weights of a paper's fonts (backend/src/platform/pdf/fonts.ts).
  /^node_modules\/@expo-google-fonts\/[\w-]+\/(package\.json$|.*_(400Regular|700Bold)\.ttf$)/,
];

/** Compilers that Temporal's worker loads to bundle workflows, which are bundled already; and cores of other platforms. */
const NOT_AT_RUN_TIME = [
  "node_modules/@swc/core*/**",
  "node_modules/@temporalio/core-bridge/sdk-core/**",
  ...readdirSync(join(ROOT, "node_modules/@temporalio/core-bridge/releases"))
    .filter((target) => !isOurs(target))
    .map((target) => `node_modules/@temporalio/core-bridge/releases/${target}/**`),
];

/** @param {string} target such as x86_64-unknown-linux-gnu */
function isOurs(target) {
  /** @type {Record<string, string>} */
  const machines = { arm64: "aarch64", x64: "x86_64" };
  /** @type {Record<string, string>} */
  const systems = { darwin: "apple-darwin", linux: "unknown-linux-gnu" };
  const machine = machines[arch()] ?? arch();
  const system = systems[platform()] ?? platform();
  return target === `${machine}-${system}`;
}

/** @param {string} name */
function isInstalled(name) {
  try {
    createRequire(join(BUNDLES, "api.js")).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Names of left-out packages and their files, as the bundles write them. */
function importedPackages() {
  const names = new Set();
  for (const file of readdirSync(BUNDLES).filter((each) => each.endsWith(".js"))) {
    const code = readFileSync(join(BUNDLES, file), "utf8");
    for (const [, name = ""] of code.matchAll(/["'`](@?[a-z][\w./@-]*)["'`]/g))
      if (LEFT_OUT.some((left) => name === left || name.startsWith(`${left}/`))) names.add(name);
  }
  // Others are optional parts that TypeORM and Nest would use if they were installed, such as ioredis/cluster.
  return [...names].filter(isInstalled).toSorted();
}

/** @param {string} path relative to ROOT */
function copy(path) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, dereference: true });
}

const names = importedPackages();
// Resolves packages as the bundles do.
const entry = join(BUNDLES, `packages-${process.pid}.mjs`);
writeFileSync(entry, names.map((name) => `import ${JSON.stringify(name)};\n`).join(""));
try {
  const { fileList } = await nodeFileTrace([entry], { base: ROOT, processCwd: ROOT, ignore: NOT_AT_RUN_TIME });
  for (const path of fileList) if (path.includes("node_modules/")) copy(path);
} finally {
  rmSync(entry);
}
const packages = join(ROOT, "node_modules");
for (const path of readdirSync(packages, { recursive: true, withFileTypes: true })) {
  const relative = `node_modules/${join(path.parentPath, path.name).slice(packages.length + 1)}`;
  if (path.isFile() && READ_BY_NAME.some((pattern) => pattern.test(relative))) copy(relative);
}

// Everything that the bundles import loads from the copy.
const trial = join(folder, "backend/dist/bundle/trial.mjs");
mkdirSync(dirname(trial), { recursive: true });
// Some are loaded by require, which finds a file without its ending.
writeFileSync(
  trial,
  `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
for (const name of ${JSON.stringify(names)}) await import(name).catch(() => require(name));
process.exit(0);
`,
);
execFileSync(process.execPath, [trial], { stdio: "inherit" });
rmSync(trial);
console.log(`${names.length} packages and files of packages load from ${folder}`);
