/**
 * Bundles packages for Jest, which resolves and evaluates every module again for each spec file: thousands of files
 * become a few (docs/decisions/0056). Does nothing if the bundles are up to date.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Folder of a workspace's bundles, with a slash at its end. @param {string} workspace */
export const bundlesOf = (workspace) => join(ROOT, `node_modules/.cache/sakhi-${workspace}-packages/`);

/**
 * Entries for Jest's moduleNameMapper.
 * @param {string} workspace
 * @param {Readonly<Record<string, string>>} packages package → name of its bundle
 * @param {"cjs" | "mjs"} ending
 */
export const mapperOf = (workspace, packages, ending) =>
  Object.fromEntries(
    Object.entries(packages).map(([name, file]) => [`^${name}$`, `${bundlesOf(workspace)}${file}.${ending}`]),
  );

/**
 * @param {object} bundles
 * @param {string} bundles.workspace
 * @param {Readonly<Record<string, string>>} bundles.packages package → name of its bundle
 * @param {string} bundles.madeOf what the bundles depend on besides the installed packages and the workspace's script
 * @param {() => Promise<ReadonlyMap<string, string>>} bundles.entries package → source of a module that exports what specs use of it
 * @param {() => Promise<import("rolldown").InputOptions>} bundles.input
 * @param {"cjs" | "mjs"} bundles.ending
 */
export async function bundlePackages({ workspace, packages, madeOf, entries, input, ending }) {
  const folder = bundlesOf(workspace);
  const hashFile = join(folder, "made-of");
  const hash = createHash("sha256").update(process.version).update(madeOf);
  const scripts = ["testkit/jest/bundled-packages.mjs", `${workspace}/scripts/packages-for-specs.mjs`];
  for (const file of ["package-lock.json", ...scripts]) hash.update(readFileSync(join(ROOT, file)));
  const inputHash = hash.digest("hex");
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === inputHash) return;
  const { rolldown } = await import("rolldown");
  const { plugins = [], ...options } = await input();
  const modules = await entries();
  const build = await rolldown({
    cwd: join(ROOT, workspace),
    input: Object.fromEntries([...modules.keys()].map((name) => [packages[name], `used:${name}`])),
    tsconfig: false,
    plugins: [
      plugins,
      {
        name: "used",
        resolveId: (id) => (id.startsWith("used:") ? id : undefined),
        load: (id) => (id.startsWith("used:") ? modules.get(id.slice("used:".length)) : undefined),
      },
    ],
    onLog: () => undefined,
    ...options,
  });
  const { output } = await build.generate({
    format: ending === "cjs" ? "cjs" : "esm",
    entryFileNames: ending === "cjs" ? "code-[name].cjs" : "[name].mjs",
    chunkFileNames: `shared-[name].${ending}`,
    keepNames: true,
    comments: false,
    // Less to read and to parse for each spec file. Not compressed: packages look at a function's number of parameters.
    minify: { compress: false, mangle: true, codegen: { removeWhitespace: true } },
  });
  await build.close();
  mkdirSync(folder, { recursive: true });
  for (const chunk of output) {
    if (chunk.type !== "chunk") continue;
    write(join(folder, chunk.fileName), chunk.code);
    if (ending === "cjs" && chunk.isEntry) write(join(folder, `${chunk.name}.cjs`), frontOf(chunk));
  }
  write(hashFile, inputHash);
}

/**
 * A file before a package's CommonJS bundle that only names its exports. jest reads a CommonJS file for these names whenever
 * an ES module of a spec imports it, of a bundle all of its megabyte, once for each spec file.
 * @param {import("rolldown").OutputChunk} bundle
 */
function frontOf({ fileName, exports }) {
  const names = exports.map((name) => `exports.${name}=0`).join(",");
  return `const code=require("./${fileName}");module.exports=code;0&&(${names});\n`;
}

/** @param {string} file @param {string} text */
function write(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
