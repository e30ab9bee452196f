import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ClearError } from "./clear-error.mjs";
import { lastLines, run, which } from "./command.mjs";
import { say, whileSaying } from "./log.mjs";
import { throwIfStopped } from "./wait.mjs";

/** The newest version whose module can be installed by `go install`: later ones carry a `replace` line. */
const version = "1.5.1";
/** Where Go is when nobody has put it on PATH. */
const usualGoFolders = "/usr/local/go/bin:/usr/lib/go/bin:/opt/homebrew/bin";
const oldestServer = [1, 27];

/**
 * Whether a file is a Temporal command we can use: it runs, says it is one, and its server is new enough.
 * @param {string} path
 * @returns {Promise<string | undefined>} what is wrong with it
 */
async function whyUnusable(path) {
  const { code, output } = await run(path, ["--version"], { timeoutMs: 20_000 });
  const match = /^temporal version .*Server (\d+)\.(\d+)/m.exec(output);
  if (code !== 0 || !match) return "it does not say which version it is";
  const [major, minor] = [Number(match[1]), Number(match[2])];
  const newEnough = major > oldestServer[0] || (major === oldestServer[0] && minor >= oldestServer[1]);
  return newEnough ? undefined : `its server is ${major}.${minor}, older than ${oldestServer.join(".")}`;
}

/**
 * Finds, downloads or builds the Temporal command, in this order: TEMPORAL_CLI, PATH, the cache folder, the
 * download, Go.
 * @param {{ env: Record<string, string>, cache: string, signal?: AbortSignal }} options
 * @returns {Promise<string>} its path
 */
export async function temporalBinary({ env, cache, signal }) {
  if (env["TEMPORAL_CLI"]) {
    const why = await whyUnusable(env["TEMPORAL_CLI"]);
    if (why !== undefined) throw new ClearError(`TEMPORAL_CLI can't be used: ${why}.`);
    return env["TEMPORAL_CLI"];
  }
  const onPath = which("temporal", env["PATH"]);
  if (onPath !== undefined) {
    const why = await whyUnusable(onPath);
    if (why === undefined) return onPath;
    say(`The temporal command at ${onPath} is passed over: ${why}.`);
  }
  const cached = join(cache, `temporal-${version}`);
  if (existsSync(cached)) {
    const why = await whyUnusable(cached);
    if (why === undefined) return cached;
    say(`The cached Temporal at ${cached} is damaged (${why}) and is made anew.`);
    rmSync(cached, { force: true });
  }
  mkdirSync(cache, { recursive: true });
  const workshop = mkdtempSync(join(cache, "temporal-making-"));
  try {
    const notDownloaded = await download(workshop, signal);
    const notBuilt = notDownloaded === undefined ? undefined : await build(workshop, env, signal);
    if (notBuilt !== undefined) {
      throw new ClearError(
        `Temporal can't be had: no temporal command on PATH, the download failed (${notDownloaded}) and ${notBuilt}. ` +
          "Install the Temporal CLI or Go, or set TEMPORAL_ADDRESS to a running server.",
      );
    }
    const made = join(workshop, "temporal");
    chmodSync(made, 0o755);
    const why = await whyUnusable(made);
    if (why !== undefined) throw new ClearError(`The Temporal just made can't be used: ${why}.`);
    renameSync(made, cached);
    return cached;
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | undefined>} why it failed
 */
async function download(folder, signal) {
  const platform = process.platform;
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const url = `https://temporal.download/cli/archive/v${version}?platform=${platform}&arch=${arch}`;
  try {
    return await whileSaying("downloading Temporal", async () => {
      const impatient = new AbortController();
      // Short for the first byte, so that a machine without a network goes on to Go; long for the rest.
      const noAnswer = setTimeout(() => impatient.abort(new Error("no answer within 10 s")), 10_000);
      const stops = [impatient.signal, AbortSignal.timeout(300_000), ...(signal ? [signal] : [])];
      const response = await fetch(url, { signal: AbortSignal.any(stops) }).finally(() =>
        clearTimeout(noAnswer),
      );
      if (!response.ok || response.body === null) return `it was answered with ${response.status}`;
      const tar = spawn("tar", ["-xzf", "-", "-C", folder, "temporal"], {
        stdio: ["pipe", "ignore", "ignore"],
      });
      const unpacked = new Promise((resolve) => {
        tar.once("error", () => resolve(-1));
        tar.once("close", resolve);
      });
      await pipeline(Readable.fromWeb(/** @type {any} */ (response.body)), tar.stdin);
      return (await unpacked) === 0 ? undefined : "the archive could not be unpacked";
    });
  } catch (error) {
    throwIfStopped(signal);
    const { message, cause } = /** @type {Error & { cause?: { code?: string } }} */ (error);
    return cause?.code ?? message;
  }
}

/**
 * @param {string} folder
 * @param {Record<string, string>} env
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | undefined>} why it failed, to be read after "and"
 */
async function build(folder, env, signal) {
  const go = which("go", env["PATH"]) ?? which("go", env["SAKHI_GO_FOLDERS"] ?? usualGoFolders);
  if (go === undefined) return "Go is not installed to build it";
  say("The download of Temporal can't be reached; Go builds it instead, once (two or three minutes).");
  const { code, output, timedOut } = await whileSaying("building Temporal with Go", () =>
    run(go, ["install", `github.com/temporalio/cli/cmd/temporal@v${version}`], {
      env: { ...env, GOBIN: folder },
      signal,
      timeoutMs: 20 * 60_000,
    }),
  );
  if (code === 0) return undefined;
  return timedOut
    ? "Go did not finish building it within 20 minutes"
    : `Go could not build it:\n${lastLines(output, 5)}\n `;
}
