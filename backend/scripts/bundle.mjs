/**
 * The last step of a build: bundles the compiled code (docs/decisions/0027).
 *
 *   backend/dist/bundle/<name>.js       a process or command, with a source map
 *   backend/dist/bundle/shared-*.js     what several commands use; a process is one file
 *   simulators/dist/bundle/<name>.js    likewise for the simulators of payments and WhatsApp, and the mail catcher
 *   workflows/dist/bundle/workflows.js  the workflows' bundle for the worker
 *
 * Saves half of the CPU time of a start: api 1.6 instead of 3.2 s on a busy machine (docs/decisions/0057).
 *
 * Does nothing if all bundles are up to date.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const BUNDLES = join(ROOT, "backend/dist/bundle");
const SIMULATORS = join(ROOT, "simulators/dist/bundle");
const WORKFLOWS = join(ROOT, "workflows/dist/bundle/workflows.js");
/** backend/src/main.<name>.ts: processes, each in one file, because they start when visitors wait for them. */
const PROCESSES = ["api", "orchestrator", "jobs", "decoder", "decoder-server", "printer"];
/** Commands, which share files: each alone would hold the same five megabytes again (docs/decisions/0081). */
const COMMANDS = [
  "migrate",
  "administrator",
  "person",
  "seed",
  "sql",
  "verify",
  "recover",
  "backup",
  "restore",
  "preflight",
  "whatsapp",
];

/** What is bundled together, from entry to name. @type {readonly { input: Record<string, string>, folder: string }[]} */
const BUILDS = [
  ...PROCESSES.map((name) => ({ input: { [name]: `backend/dist/main.${name}.js` }, folder: BUNDLES })),
  { input: Object.fromEntries(COMMANDS.map((name) => [name, `backend/dist/main.${name}.js`])), folder: BUNDLES },
  ...["mail", "payment", "whatsapp"].map((name) => ({
    input: { [name]: `simulators/dist/${name}/main.js` },
    folder: SIMULATORS,
  })),
];

/** Stores the hash of the bundles' inputs. */
const MADE_OF = join(BUNDLES, "made-of");

/**
 * Not bundled: native code, packages that read files beside their own (and their companions, which share classes with
 * them), and dictionaries that are only loaded when a password is chosen.
 */
export const LEFT_OUT = [
  "@bull-board",
  "@node-rs/argon2",
  "@temporalio",
  "@zxcvbn-ts",
  "bullmq",
  "fontkit",
  "ioredis",
  "libheif-js",
  "pdfkit",
  "pg",
  "sharp",
  "swagger-ui-dist",
];

/**
 * Writes which release this is: the package's version and the commit. SAKHI_VERSION replaces the commit where there is no
 * repository, as in an image.
 */
function writeVersion() {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const git = () => {
    const found = spawnSync("git", ["describe", "--always", "--dirty", "--exclude", "*"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    return found.status === 0 ? found.stdout.trim() : "";
  };
  const commit = (process.env["SAKHI_VERSION"] || git()).replaceAll(/[^\w.-]/g, "");
  const text = JSON.stringify({ version: commit === "" ? version : `${version}+${commit}` });
  const file = join(BUNDLES, "version.json");
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) write(file, text);
}

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

/** Loads our compiled files with their source maps. @type {import("rolldown").Plugin} */
const ourFiles = {
  name: "our-files",
  load: {
    filter: { id: /\/(backend|domain|workflows|simulators)\/dist\/.*\.js$/ },
    handler: (id) => ({ code: readFileSync(id, "utf8"), map: JSON.parse(readFileSync(`${id}.map`, "utf8")) }),
  },
};

/** @param {(typeof BUILDS)[number]} build @returns {Promise<string[]>} names of the files */
async function bundle({ input, folder }) {
  const { rolldown } = await import("rolldown");
  const names = Object.keys(input);
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(ROOT, input[name] ?? "")])),
    platform: "node",
    tsconfig: false,
    external: (id) => LEFT_OUT.some((left) => id === left || id.startsWith(`${left}/`)),
    plugins: [ourFiles],
    onLog(level, log, handle) {
      // Packages import optional dependencies and use eval.
      const ours = !(log.id ?? log.message).includes("node_modules");
      // Timings are irrelevant on a busy machine.
      if (log.code === "PLUGIN_TIMINGS") return;
      if (level === "warn" && ours) throw new Error(`${names.join()}: ${log.message}`);
      if (level !== "warn") handle(level, log);
    },
  });
  try {
    const { output } = await build.generate({
      // Base of the source map's paths.
      dir: folder,
      format: "esm",
      ...(names.length === 1
        ? { codeSplitting: false }
        : { entryFileNames: "[name].js", chunkFileNames: "shared-[hash].js", strictExecutionOrder: true }),
      // Nest, TypeORM and the logs use class names.
      keepNames: true,
      comments: false,
      sourcemap: "hidden",
      sourcemapExcludeSources: true,
    });
    const written = [];
    // Entries last: each finds the files that it shares.
    const chunks = output.filter((each) => each.type === "chunk").toSorted((a, b) => +a.isEntry - +b.isEntry);
    for (const { fileName, code, map } of chunks) {
      // None if a file only imports others.
      const lines = await linesOnly(map ?? { sources: [], mappings: "" });
      write(join(folder, `${fileName}.map`), JSON.stringify(lines));
      write(join(folder, fileName), `${code}\n//# sourceMappingURL=${fileName}.map\n`);
      written.push(fileName);
    }
    return written;
  } finally {
    await build.close();
  }
}

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

if (process.argv[1] === import.meta.filename) writeVersion();
if (process.argv[1] === import.meta.filename && !areBundlesCurrent()) {
  const madeOf = fingerprint();
  // One after the other: side by side their threads keep each other waiting, which costs a quarter more.
  const written = [];
  for (const each of BUILDS) written.push(...(await bundle(each)));
  for (const file of readdirSync(BUNDLES))
    if (file.startsWith("shared-") && !written.includes(file.replace(/\.map$/, ""))) rmSync(join(BUNDLES, file));
  await bundleWorkflows();
  write(MADE_OF, madeOf);
}
