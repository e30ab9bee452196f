import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ClearError } from "./clear-error.mjs";
import { lastLines, run } from "./command.mjs";
import { readJson, writeWhole } from "./files.mjs";
import { say, whileSaying } from "./log.mjs";
import { cacheFolder, cloneId, root } from "./paths.mjs";
import { takeLock } from "./run-lock.mjs";
import { until } from "./wait.mjs";

const stampFile = join(root, "node_modules", ".sakhi-installed");

/** Refuses a system or a Node that can't run this, before anything they lack is used. */
export function demandNode(found = process.versions.node, platform = process.platform) {
  if (platform === "win32") {
    throw new ClearError("Linux or macOS is needed; on Windows use WSL (Windows Subsystem for Linux).");
  }
  const wanted = /(?<!\d)(\d+)\.(\d+)/.exec(readJson(join(root, "package.json"))?.engines?.node ?? "");
  if (!wanted) return;
  const [major, minor] = found.split(".").map(Number);
  if (major > Number(wanted[1]) || (major === Number(wanted[1]) && minor >= Number(wanted[2]))) return;
  throw new ClearError(`Node ${wanted[0]} or newer is needed; this is ${found}.`);
}

/** @returns {string} what the installation has to match: the lock, this Node, this machine */
function stamp() {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256")
    .update(lock)
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest("hex");
}

/**
 * Whether what npm says it installed is what the lock asks for. It serves where our stamp is missing: after an
 * `npm install` by hand there is no reason to install again.
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

/** @returns {boolean} */
function isInstalled() {
  const found = readJson(join(root, "node_modules", ".package-lock.json"));
  if (found === undefined) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8").trim() === stamp()) return true;
  const wanted = readJson(join(root, "package-lock.json"));
  return wanted !== undefined && isSatisfied(wanted.packages, found.packages);
}

/** @param {NodeJS.ProcessEnv} env @returns {[string, string[]]} npm, also where only Node itself is on PATH */
export function npm(env) {
  const given = env["npm_execpath"];
  if (given?.endsWith("npm-cli.js")) return [process.execPath, [given]];
  const beside = join(dirname(process.execPath), "npm");
  return [existsSync(beside) ? beside : "npm", []];
}

/**
 * Installs the packages unless they are there. Two commands in one clone wait for each other.
 * @param {{ env: Record<string, string>, signal?: AbortSignal }} options
 */
export async function install({ env, signal }) {
  if (isInstalled()) return;
  await alone("install", "another command here to finish installing", signal, async () => {
    if (isInstalled()) return;
    const [command, prefix] = npm(env);
    const npmRun = (/** @type {string[]} */ ...args) =>
      run(command, [...prefix, ...args, "--no-audit", "--no-fund"], { cwd: root, env, signal });
    say("Installing the packages.");
    let result = await whileSaying("npm ci", () => npmRun("ci"));
    if (result.missing) throw new ClearError("npm is not on PATH; it comes with Node.");
    if (result.code !== 0 && /from lock file|can only install .* in sync/.test(result.output)) {
      say("The lock lacks a package for this machine; npm install finds it.");
      result = await whileSaying("npm install", () => npmRun("install", "--no-save"));
    }
    if (result.code !== 0) {
      throw new ClearError(`The packages could not be installed:\n${lastLines(result.output)}`);
    }
    writeWhole(stampFile, stamp(), 0o644);
  });
}

/**
 * Does something no other command of this clone does at the same time.
 * @param {string} what short, names the lock
 * @param {string} waitingFor for the progress lines
 * @param {AbortSignal | undefined} signal
 * @param {() => Promise<void>} work
 */
export async function alone(what, waitingFor, signal, work) {
  const folder = join(cacheFolder(), "locks");
  /** @type {{ release: () => void } | undefined} */
  let lock;
  const take = () => {
    lock = takeLock(folder, `${what}-${cloneId()}.json`, () => "busy");
    return true;
  };
  await whileSaying(`waiting for ${waitingFor}`, () =>
    until(`${what} is free`, take, { timeoutMs: 20 * 60_000, everyMs: 300, signal }),
  );
  try {
    await work();
  } finally {
    lock?.release();
  }
}
