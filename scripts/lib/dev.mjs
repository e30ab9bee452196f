import { createWriteStream, existsSync, watch } from "node:fs";
import { join, sep } from "node:path";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { bundleWorkflows } from "../../backend/scripts/bundle.mjs";
import { compileServers, toolOf } from "./build.mjs";
import { root } from "./files.mjs";
import { printError, describe, duration, print } from "./output.mjs";
import { Product } from "./product.mjs";
import { readSettings } from "./settings.mjs";
import { NAME_MARK, RUN_MARK } from "./stale-processes.mjs";
import { aborted } from "./stop-signal.mjs";

/** Where the pages are served; Vite sends everything else to the api. */
const SITE_PORT = 5173;
/** Our processes and their debugger ports, in the order of restarts: the api answers first. */
const PROCESSES = /** @type {const} */ ({ api: 9229, orchestrator: 9230, jobs: 9231 });
/** Folders whose changes are compiled. */
const SOURCES = ["domain", "workflows", "backend"];
/** An editor writes a file in several steps. */
const SETTLE_MS = 60;
/** A process that does not stop within this time is killed, in ms: nothing is lost, its work is repeated. */
const STOP_MS = 3_000;

/** Colours of the names in the log, by process. */
const COLOURS = /** @type {Record<string, number>} */ ({ api: 36, orchestrator: 35, jobs: 33, pages: 32, types: 34 });

/** Writes a line of a process with its name. @param {string} name @param {string} line */
function say(name, line) {
  const label = name.padEnd(12);
  print(process.stdout.isTTY === true ? `\u001B[${COLOURS[name] ?? 37}m${label}\u001B[0m ${line}` : `${label} ${line}`);
}

/** What Nest lists at every start; it stays in the log file. */
const START_NOISE = /"context":"(InstanceLoader|RouterExplorer|RoutesResolver|NestFactory|NestApplication)"/;

/** A line of our JSON logs for people; other lines as they are. @param {string} line @returns {string} */
export function readable(line) {
  try {
    const { level, context, message, stack } = JSON.parse(line);
    const text = typeof message === "string" ? message : JSON.stringify(message);
    const lines = [`${level === "log" ? "" : `${String(level).toUpperCase()} `}[${context ?? ""}] ${text}`];
    if (stack) lines.push(...(Array.isArray(stack) ? stack : [stack]).map(String));
    return lines.join("\n");
  } catch {
    return line;
  }
}

/** One of our processes, started again after each change. Its output goes to the terminal and to its log. */
class Watched {
  /** @type {any} of execa, whose types follow its options */
  #child;

  /**
   * @param {string} name
   * @param {import("./service.mjs").Plan} plan
   * @param {string} dataDir
   */
  constructor(name, plan, dataDir) {
    this.name = name;
    this.plan = plan;
    this.log = createWriteStream(plan.log, { flags: "a", mode: 0o600 });
    this.dataDir = dataDir;
  }

  /** Starts it; resolves once it is ready, or has ended. */
  async start() {
    const { command, args, cwd, env } = this.plan;
    const child = execa(command, args, {
      cwd,
      env: { ...env, [RUN_MARK]: this.dataDir, [NAME_MARK]: this.name },
      extendEnv: false,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      buffer: false,
      reject: false,
      detached: true,
      forceKillAfterDelay: STOP_MS,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on("line", (line) => {
        this.log.write(`${line}\n`);
        // The debugger's own notices.
        if (!START_NOISE.test(line) && !/^(Debugger|For help, see|Waiting for the debugger)/.test(line))
          say(this.name, readable(line));
      });
    }
    const ready = new Promise((resolve) => {
      child.on("message", (message) => message === "ready" && resolve(true));
    });
    const ended = child.then(({ exitCode, signal }) => {
      if (child === this.#child)
        say(this.name, `ended (${signal ?? `exit code ${exitCode}`}); save a file to start it again`);
      return false;
    });
    return Promise.race([ready, ended]);
  }

  async stop() {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGTERM");
    await child;
  }
}

/** Recompiles and restarts after changes, one round at a time; changes during a round cause another one. */
class Rounds {
  /** @type {Set<string>} workspaces changed since the last round */
  #changed = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #settling;
  #running = false;
  /** Time of the first unseen change. */
  #since = 0;

  /** @param {(changed: ReadonlySet<string>, since: number) => Promise<void>} work */
  constructor(work) {
    this.work = work;
  }

  /** @param {string} workspace */
  note(workspace) {
    if (this.#changed.size === 0) this.#since = Date.now();
    this.#changed.add(workspace);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.#run(), SETTLE_MS);
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#changed.size > 0) {
        const changed = this.#changed;
        this.#changed = new Set();
        await this.work(changed, this.#since);
      }
    } finally {
      this.#running = false;
    }
  }
}

/**
 * Compiles one project graph, printing its type errors. The code is written even then: types are advice while you try.
 * @param {string[]} projects
 * @param {Record<string, string>} env
 * @param {AbortSignal} signal
 */
async function compile(projects, env, signal) {
  const args = [toolOf("@typescript/native", "tsc"), "-b", "--checkers", "1", "--pretty", ...projects];
  const { all, failed } = await execa(process.execPath, args, {
    ...{ cwd: root, env, extendEnv: false, all: true, reject: false, cancelSignal: signal },
  });
  if (failed && !signal.aborted) for (const line of String(all).trimEnd().split("\n")) say("types", line);
  return !failed;
}

/**
 * Runs the product on its data folder, and shows changes: of pages by Vite's hot reload, of the rest by recompiling and
 * restarting our processes. Servers and data stay.
 * @param {Record<string, string>} env
 * @param {AbortController} stop
 * @param {Promise<string>} temporalBinary
 * @returns {Promise<number>} exit code
 */
export async function dev(env, stop, temporalBinary) {
  const { signal } = stop;
  /** @type {Watched[]} */
  const processes = [];
  /** @type {Product | undefined} */
  let product;
  /** @type {any} */
  let vite;
  let exitCode = 0;
  try {
    await compileServers({ env, signal });
    await bundleWorkflows();
    const site = `http://127.0.0.1:${SITE_PORT}`;
    // Vite is in front, so the api has any other port.
    const settings = { ...(await readSettings(env)), port: 0 };
    product = new Product(settings, env, signal, temporalBinary, {
      bundled: false,
      publicUrl: site,
      startProcesses: async (servers, given) => {
        for (const [name, port] of Object.entries(PROCESSES)) {
          const plan = servers.ownProcess(name, `backend/dist/main.${name}.js`, given);
          plan.args.unshift(`--inspect=127.0.0.1:${port}`);
          processes.push(new Watched(name, plan, String(given["DATA_DIR"])));
        }
        await Promise.all(processes.map((each) => each.start()));
      },
    });
    await product.claim();
    await product.start(Promise.resolve());
    vite = startVite(env, `http://127.0.0.1:${product.port}`);
    const rounds = new Rounds((changed, since) => restart(changed, since, processes, env, signal));
    const pages = new Rounds(async () => void (await compile(["frontend"], env, signal)));
    watchSources(signal, rounds, pages);
    print(
      `  Debuggers       ${Object.entries(PROCESSES)
        .map(([name, port]) => `${name} ${port}`)
        .join(", ")}`,
    );
    // The first check of the pages' types, which nothing waits for.
    pages.note("frontend");
    await aborted(signal);
  } catch (error) {
    if (!signal.aborted) {
      printError(describe(error));
      exitCode = 1;
    }
  }
  stop.abort();
  vite?.kill("SIGTERM");
  await Promise.all([...processes.map((each) => each.stop()), vite]);
  await product?.stop();
  return exitCode;
}

/**
 * @param {ReadonlySet<string>} changed workspaces
 * @param {number} since time of the change
 * @param {readonly Watched[]} processes
 * @param {Record<string, string>} env
 * @param {AbortSignal} signal
 */
async function restart(changed, since, processes, env, signal) {
  // The old code keeps serving while the new one is compiled.
  await compile(["backend"], env, signal);
  if (signal.aborted) return;
  if (changed.has("workflows") || changed.has("domain")) {
    await bundleWorkflows().catch((error) => printError(`The workflows could not be bundled: ${describe(error)}`));
  }
  // The api first: it is what you look at. The others would share the processors with it.
  for (const each of processes) {
    if (each.name !== "orchestrator" && changed.size === 1 && changed.has("workflows")) continue;
    await each.stop();
    const ready = await each.start();
    if (ready) say(each.name, `restarted, ${duration(Date.now() - since)} after the change`);
    if (signal.aborted) return;
  }
}

/** Vite with hot reload, in front of the api. @param {Record<string, string>} env @param {string} api */
function startVite(env, api) {
  const args = [
    toolOf("vite", "vite", "frontend"),
    "--port",
    String(SITE_PORT),
    "--strictPort",
    "--clearScreen",
    "false",
  ];
  const child = execa(process.execPath, args, {
    ...{ cwd: join(root, "frontend"), env: { ...env, API_URL: api }, extendEnv: false, reject: false, buffer: false },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) createInterface({ input: stream }).on("line", (line) => line.trim() && say("pages", line));
  return child;
}

/** @param {AbortSignal} signal @param {Rounds} rounds @param {Rounds} pages */
function watchSources(signal, rounds, pages) {
  /** @param {string} workspace @param {(file: string) => void} changed */
  const follow = (workspace, changed) => {
    const folder = join(root, workspace, "src");
    if (!existsSync(folder)) return;
    watch(folder, { recursive: true, signal }, (_event, file) => {
      // Editors' own files, and specs, which nothing here runs.
      if (file === null || !/\.tsx?$/.test(file) || file.endsWith(".spec.ts") || file.split(sep).includes("generated"))
        return;
      changed(file);
    });
  };
  for (const workspace of SOURCES) {
    follow(workspace, () => {
      rounds.note(workspace);
      if (workspace === "domain") pages.note(workspace);
    });
  }
  follow("frontend", () => pages.note("frontend"));
}
