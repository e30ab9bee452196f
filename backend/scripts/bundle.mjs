/**
 * The last step of a build: bundles the compiled code (docs/decisions/0027).
 *
 *   backend/dist/bundle/<name>.js       starts a process or command: runs <name>.code, a single file with a source map and,
 *                                       for processes started often, V8's code cache (<name>.cache)
 *   simulators/dist/bundle/<name>.js    likewise for the payment simulator and the mail catcher
 *   workflows/dist/bundle/workflows.js  the workflows' bundle for the worker
 *
 * Does nothing if all bundles are up to date.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Script } from "node:vm";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const BUNDLES = join(ROOT, "backend/dist/bundle");
const SIMULATORS = join(ROOT, "simulators/dist/bundle");
const WORKFLOWS = join(ROOT, "workflows/dist/bundle/workflows.js");
/** backend/src/main.<name>.ts. */
const NAMES = ["api", "orchestrator", "jobs", "decoder", "migrate", "administrator", "person", "seed", "sql", "verify"];

/** Processes with a code cache. */
const STARTED_OFTEN = ["api", "orchestrator", "jobs", "verify"];

/** Bundles of processes and commands. @type {readonly { name: string, entry: string, folder: string }[]} */
const PROCESSES = [
  ...NAMES.map((name) => ({ name, entry: `backend/dist/main.${name}.js`, folder: BUNDLES })),
  ...["mail", "payment"].map((name) => ({ name, entry: `simulators/dist/${name}/main.js`, folder: SIMULATORS })),
];

/** Stores the hash of the bundles' inputs. */
const MADE_OF = join(BUNDLES, "made-of");

/**
 * Not bundled: native code, packages that read their own files, and dictionaries that are only loaded when a password is
 * chosen.
 */
const LEFT_OUT = [
  "@bull-board/ui",
  "@node-rs/argon2",
  "@temporalio/core-bridge",
  "@zxcvbn-ts",
  "fontkit",
  "libheif-js",
  "pdfkit",
  "pg",
  "sharp",
  "swagger-ui-dist",
];

/** Hash of the bundles' inputs: the compiler's build info and the packages. */
function fingerprint() {
  const hash = createHash("sha256").update(process.version);
  const files = ["domain", "workflows", "backend", "simulators"].map((each) => `${each}/dist/.tsbuildinfo`);
  for (const file of [...files, "package-lock.json", "backend/scripts/bundle.mjs"])
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

/** True if the bundles match the compiled code. */
export function areBundlesCurrent() {
  return existsSync(WORKFLOWS) && existsSync(MADE_OF) && readFileSync(MADE_OF, "utf8") === fingerprint();
}

/** Writes a file atomically, because another process may be reading it. @param {string} file @param {string | Buffer} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/**
 * Loads our compiled files with their source maps. Dynamic imports of an address computed at run time (the pages'
 * renderer) are delegated to the starter.
 * @type {import("rolldown").Plugin}
 */
const ourFiles = {
  name: "our-files",
  load: {
    filter: { id: /\/(backend|domain|workflows|simulators)\/dist\/.*\.js$/ },
    handler: async (id) => ({
      code: await withDelegatedImports(readFileSync(id, "utf8"), id),
      map: JSON.parse(readFileSync(`${id}.map`, "utf8")),
    }),
  },
};

/** Found by the parser, never in the text of a string or a comment. @param {string} code @param {string} id its file */
async function withDelegatedImports(code, id) {
  if (!code.includes("import(")) return code;
  const { parseSync, Visitor } = await import("rolldown/utils");
  const { program, errors } = parseSync(id, code, { lang: "js", sourceType: "module" });
  if (errors.length > 0) throw new Error(`${id}: ${errors[0]?.message}`);
  /** @type {number[]} */
  const starts = [];
  const visitor = new Visitor({
    ImportExpression({ start, source }) {
      if (source.type !== "Literal") starts.push(start);
    },
  });
  visitor.visit(program);
  return starts.reduceRight((text, start) => `${text.slice(0, start)}__${text.slice(start)}`, code);
}

/**
 * Keeps paths relative to a module's original location working, relative to the bundle's folder. The parser replaces the
 * variables: packages such as ejs generate code as text, which must keep its own.
 * @param {string} folder @returns {import("rolldown").Plugin}
 */
export const places = (folder) => ({
  name: "places",
  transform: {
    filter: { code: /import\.meta\.(url|dirname|filename)|\b__(dirname|filename)\b|\brequire\.resolve\(/ },
    async handler(code, id) {
      const { transformSync } = await import("rolldown/utils");
      const at = (/** @type {string} */ path) => JSON.stringify(relative(folder, path));
      const file = `__place.path(${at(id)})`;
      const parent = `__place.path(${at(dirname(id))})`;
      const moved = transformSync(id, code, {
        lang: "js",
        sourceType: "unambiguous",
        define: {
          ...{ __filename: file, "import.meta.filename": file, __dirname: parent, "import.meta.dirname": parent },
          "import.meta.url": `__place.url(${at(id)})`,
          "require.resolve": `__place.require(${at(id)}).resolve`,
        },
        sourcemap: true,
      });
      if (moved.errors.length > 0) throw new Error(`${id}: ${moved.errors[0]?.message}`);
      return { code: moved.code, map: moved.map ?? null };
    },
  },
});

const PLACE = `const __place = {
  url: (path) => new URL(path, __self).href,
  path: (path) => require("node:url").fileURLToPath(new URL(path, __self)),
  require: (path) => require("node:module").createRequire(new URL(path, __self)),
};`;

/**
 * The started file: runs the code under its own file name, which has the source map. Compiling is half of a start, so V8
 * uses its code cache from the build, unless its version or options differ.
 * @param {string} name
 */
const starter = (name) => `import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";
const cache = new URL("${name}.cache", import.meta.url);
const script = new Script(readFileSync(new URL("${name}.code", import.meta.url), "latin1"), {
  filename: import.meta.url,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
});
script.runInThisContext()(createRequire(import.meta.url), import.meta.url, {}, (address) => import(address));
//# sourceMappingURL=${name}.js.map
`;

/** Stores V8's code cache of a process: runs it without settings, so that it exits once its code is loaded. @param {string} name */
function keepCompiled(name) {
  const file = join(BUNDLES, `${name}.js`);
  const filename = pathToFileURL(file).href;
  const script = new Script(readFileSync(join(BUNDLES, `${name}.code`), "latin1"), { filename });
  process.once("exit", () => write(join(BUNDLES, `${name}.cache`), script.createCachedData()));
  script.runInThisContext()(createRequire(file), filename, {}, (/** @type {string} */ address) => import(address));
}

/**
 * Leaves out the bundler of Temporal's worker, which loads webpack: the workflows are bundled here.
 * @type {import("rolldown").Plugin}
 */
const withoutWebpack = {
  name: "without-webpack",
  load: {
    filter: { id: /\/@temporalio\/worker\/lib\/workflow\/bundler\.js$/ },
    handler: () => `exports.defaultWorkflowInterceptorModules = [];
exports.WorkflowCodeBundler = class { constructor() { throw new Error("The build bundles the workflows"); } };`,
  },
};

/** Leaves out TypeORM's drivers of other databases, which it would always load. @type {import("rolldown").Plugin} */
const postgresOnly = {
  name: "postgres-only",
  load: {
    filter: { id: /\/typeorm\/driver\/(?!postgres\/|types\/)[^/]+\/[^/]+\.js$/ },
    // Placeholder classes: referenced but never instantiated.
    handler: () => "module.exports = new Proxy({}, { get: () => class {} });",
  },
};

/** @param {(typeof PROCESSES)[number]} process */
async function bundleProcess({ name, entry, folder }) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: join(ROOT, entry),
    platform: "node",
    tsconfig: false,
    external: (id) => LEFT_OUT.some((left) => id === left || id.startsWith(`${left}/`)),
    plugins: [ourFiles, withoutWebpack, postgresOnly, places(folder)],
    onLog(level, log, handle) {
      // Packages import optional dependencies and use eval.
      const ours = !(log.id ?? log.message).includes("node_modules");
      // Timings are irrelevant on a busy machine.
      if (log.code === "PLUGIN_TIMINGS") return;
      if (level === "warn" && ours) throw new Error(`${name}: ${log.message}`);
      if (level !== "warn") handle(level, log);
    },
  });
  try {
    const { output } = await build.generate({
      // Base of the source map's paths.
      dir: folder,
      format: "cjs",
      // A cached script cannot use import(): packages are required, and the starter imports for it.
      dynamicImportInCjs: false,
      codeSplitting: false,
      // Nest, TypeORM and the logs use class names.
      keepNames: true,
      comments: false,
      sourcemap: "hidden",
      sourcemapExcludeSources: true,
      banner: PLACE,
    });
    const [{ code, map }] = output;
    write(join(folder, `${name}.js.map`), JSON.stringify(await linesOnly(map)));
    // V8 accepts a cache for any other code of the same length.
    rmSync(join(folder, `${name}.cache`), { force: true });
    // No more lines than the source map has.
    write(
      join(folder, `${name}.code`),
      `(function (require, __self, exports, __import) { "use strict"; ${inAscii(code)}\n})`,
    );
    write(join(folder, `${name}.js`), starter(name));
  } finally {
    await build.close();
  }
}

/** Escapes non-ASCII characters: V8 reads ASCII in half the time and stores it in half the memory. @param {string} code */
const inAscii = (code) =>
  code.replaceAll(/[^\0-\x7F]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Reduces a source map to line mappings of our own sources: Node parses the whole map with the first logged error, and a
 * full one takes half a second and 100 MB.
 * @param {any} map
 */
async function linesOnly(map) {
  const { decode, encode } = await import("@jridgewell/sourcemap-codec");
  /** @type {string[]} */
  const sources = [];
  const indexes = map.sources.map((/** @type {string | null} */ source) =>
    source === null || source.includes("node_modules/") ? undefined : sources.push(source) - 1,
  );
  let mapped = false;
  const mappings = decode(map.mappings).map((segments) => {
    const first = segments.find(([, source]) => source !== undefined && indexes[source] !== undefined);
    if (first !== undefined && first.length > 1) {
      mapped = true;
      const [, source, line, column] = /** @type {[number, number, number, number]} */ (first);
      return [/** @type {[number, number, number, number]} */ ([0, indexes[source], line, column])];
    }
    // Ends the last mapping: otherwise Node attributes the following lines to our last one.
    const ends = mapped;
    mapped = false;
    return ends ? [/** @type {[number]} */ ([0])] : [];
  });
  return { version: 3, sources, names: [], mappings: encode(mappings) };
}

const SOURCE_MAP = /^(\/\/# sourceMappingURL=data:application\/json;[^,]*base64,)([\w+/=]+)$/m;

/** Makes paths in the source map relative, so that builds are reproducible in any folder. */
export async function bundleWorkflows() {
  const { bundleWorkflowCode } = createRequire(join(ROOT, "backend/package.json"))("@temporalio/worker");
  const silent = () => undefined;
  const logger = { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent };
  const workflowsPath = join(ROOT, "workflows/dist/index.js");
  const { code } = await bundleWorkflowCode({ workflowsPath, logger });
  const text = code.replace(SOURCE_MAP, (/** @type {string[]} */ ...[, start = "", encoded = ""]) => {
    const map = Buffer.from(encoded, "base64").toString("utf8").replaceAll(ROOT, ".");
    return `${start}${Buffer.from(map).toString("base64")}`;
  });
  write(WORKFLOWS, text);
}

if (process.argv[1] === import.meta.filename) {
  const [, , ofProcess] = process.argv;
  if (ofProcess !== undefined) keepCompiled(ofProcess);
  else if (!areBundlesCurrent()) {
    const madeOf = fingerprint();
    // One after the other: side by side their threads keep each other waiting, which costs a quarter more.
    for (const each of PROCESSES) await bundleProcess(each);
    await bundleWorkflows();
    for (const name of STARTED_OFTEN)
      spawnSync(process.execPath, [import.meta.filename, name], { env: {}, timeout: 60_000 });
    write(MADE_OF, madeOf);
  }
}
