import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Environment variables of every process we start: its run's data folder, and its name. */
export const RUN_MARK = "SAKHI_RUN_OF";
export const NAME_MARK = "SAKHI_PROCESS";

/** Whether processes are listed in /proc. */
const linux = process.platform === "linux";

/** @param {string} path @returns {string} */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // gone, or another user's
  }
}

const pids = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

/**
 * Processes of a run on a data folder, identified by the mark in their environment: pids can be reused.
 * @param {string} dataDir
 * @returns {{ pid: number, name: string }[]}
 */
export function processesOf(dataDir) {
  /** @type {[string, string][]} */
  const all = linux
    ? pids().map((pid) => [pid, read(`/proc/${pid}/environ`).replaceAll("\0", "\n")])
    : execFileSync("ps", ["eww", "-ax", "-o", "pid=,command="], { encoding: "utf8" })
        .split("\n")
        .map((line) => [line.trim().split(" ")[0] ?? "", line.replaceAll(" ", "\n")]);
  return all
    .filter(([, environment]) => environment.split("\n").includes(`${RUN_MARK}=${dataDir}`))
    .map(([pid, environment]) => ({
      pid: Number(pid),
      name: new RegExp(`^${NAME_MARK}=(.*)$`, "m").exec(environment)?.[1] ?? "a process",
    }));
}

/**
 * PostgreSQL's processes on a data folder, identified by their working directory: they overwrite their environment.
 * @param {string} data
 * @returns {number[]}
 */
export function postgresProcessesOn(data) {
  if (linux) {
    return pids()
      .filter((pid) => folderOf(pid) === data && read(`/proc/${pid}/comm`).trim() === "postgres")
      .map(Number);
  }
  // On other systems, use the pid file if it names a PostgreSQL process.
  const pid = read(join(data, "postmaster.pid")).split("\n")[0] ?? "";
  if (!/^\d+$/.test(pid)) return [];
  const commands = execFileSync("ps", ["-ax", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
  return commands.some((line) => line.trim().startsWith(`${pid} `) && line.includes("postgres")) ? [Number(pid)] : [];
}

/** @param {string} pid @returns {string | undefined} */
function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Sends a signal to processes; ignores those that are gone. @param {number[]} all @param {NodeJS.Signals} signal */
export function sendSignal(all, signal) {
  for (const pid of all) {
    try {
      process.kill(pid, signal);
    } catch {
      // Already gone, or the group never existed.
    }
  }
}

/** @param {() => number[]} find @param {NodeJS.Signals} signal @param {number} graceMs */
async function end(find, signal, graceMs) {
  sendSignal(find(), signal);
  for (const deadline = Date.now() + graceMs; find().length > 0 && Date.now() < deadline;) await delay(50);
  for (const deadline = Date.now() + 5_000; find().length > 0 && Date.now() < deadline; await delay(50))
    sendSignal(find(), "SIGKILL");
}

/** Ends stale processes of a killed run on a data folder. @param {string} dataDir @returns {Promise<string[]>} names */
export async function endStaleProcesses(dataDir) {
  // endStalePostgres ends PostgreSQL before its next start.
  const own = () =>
    processesOf(dataDir).filter(
      ({ pid, name }) => pid !== process.pid && pid !== process.ppid && name !== "PostgreSQL",
    );
  const stale = own().map(({ name }) => name);
  await end(() => own().map(({ pid }) => pid), "SIGTERM", 5_000);
  return stale;
}

/**
 * Prepares PostgreSQL's data folder for a start after any crash: ends orphaned postmasters and backends, and removes a pid
 * file that names an unrelated process.
 * @param {string} data
 */
export async function endStalePostgres(data) {
  const pidFile = join(data, "postmaster.pid");
  const named = Number(read(pidFile).split("\n")[0]);
  // SIGINT is the postmaster's fast shutdown, including its backends.
  if (postgresProcessesOn(data).includes(named))
    await end(() => postgresProcessesOn(data).filter((pid) => pid === named), "SIGINT", 5_000);
  await end(() => postgresProcessesOn(data), "SIGQUIT", 2_000);
  rmSync(pidFile, { force: true });
}
