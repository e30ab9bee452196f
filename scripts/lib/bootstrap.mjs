/** Runs before packages are installed: Node's built-in modules only. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readJson, root } from "./files.mjs";
import { ClearError, lastLines, progress, print } from "./output.mjs";

/** Rejects unsupported platforms and Node versions, before a missing feature is used. */
export function requireNode(found = process.versions.node, platform = process.platform) {
  if (platform === "win32") {
    throw new ClearError("Linux or macOS is needed; on Windows use WSL (Windows Subsystem for Linux).");
  }
  const [major = 0, minor = 0] = found.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new ClearError(`Node 20.19 or newer is needed; this is ${found}.`);
}

/**
 * Whether the installed packages match the lock.
 * @param {Record<string, any>} wanted packages of package-lock.json
 * @param {Record<string, any>} found packages of node_modules/.package-lock.json
 */
export function isSatisfied(wanted, found) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes("node_modules/")) return true; // the root and the workspaces themselves
    const installed = found[path];
    if (installed === undefined) return entry.optional === true || entry.peer === true;
    return entry.link === true || installed.version === entry.version;
  });
}

/** @param {NodeJS.ProcessEnv} env @returns {[string, string[]]} the npm command, even if only Node is on PATH */
export function npm(env) {
  const given = env["npm_execpath"];
  if (given?.endsWith("npm-cli.js")) return [process.execPath, [given]];
  const beside = join(dirname(process.execPath), "npm");
  return [existsSync(beside) ? beside : "npm", []];
}

/** Installs the packages if needed. @param {Record<string, string>} env */
export async function install(env) {
  requireNode();
  await installFolder(env, root, "the packages");
}

/**
 * Installs the packages of a folder with a lock of its own, if needed.
 * @param {Record<string, string>} env
 * @param {string} folder with a package-lock.json
 * @param {string} what is installed
 */
export async function installFolder(env, folder, what) {
  const wanted = readJson(join(folder, "package-lock.json"))?.packages;
  const found = readJson(join(folder, "node_modules", ".package-lock.json"))?.packages;
  if (wanted === undefined || (found !== undefined && isSatisfied(wanted, found))) return;
  print(`Installing ${what}.`);
  // The lock pins versions and digests, so cached metadata can't be wrong, only too old to list a version.
  let result = await progress("npm ci", () => runNpm(env, folder, "ci", "--prefer-offline"));
  if (result.code !== 0 && /ETARGET|notarget/.test(result.output)) {
    result = await progress("npm ci", () => runNpm(env, folder, "ci"));
  }
  // If the registry lacks another platform's optional package, npm writes a lock that `npm ci` rejects.
  if (result.code !== 0 && /from lock file|can only install .* in sync/.test(result.output)) {
    print("The lock lacks a package for this machine; npm install finds it.");
    result = await progress("npm install", () => runNpm(env, folder, "install", "--no-save"));
  }
  if (result.code !== 0)
    throw new ClearError(
      `${what[0]?.toUpperCase()}${what.slice(1)} could not be installed:\n${lastLines(result.output)}`,
    );
}

/**
 * @param {Record<string, string>} env
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runNpm(env, cwd, ...args) {
  const [command, prefix] = npm(env);
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, [...prefix, ...args, "--no-audit", "--no-fund"], { cwd, env });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
    child.once("error", () => resolve({ code: 1, output: "npm is not on PATH; it comes with Node." }));
    child.once("close", (code) => resolve({ code, output }));
  });
}
