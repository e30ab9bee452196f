import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Who is who among processes. A pid alone proves nothing: it is reused. A pid with the moment its process
 * started is one process for ever (until the machine restarts, which changes the boot id).
 * @typedef {{ pid: number, started: string }} Identity
 */

const linux = process.platform === "linux";
const boot = linux ? readQuietly("/proc/sys/kernel/random/boot_id").trim() : "";

/** @param {string} path @returns {string} */
function readQuietly(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * When the process with this pid started, in a form that only serves to be compared.
 * @param {number} pid
 * @returns {string | undefined} nothing when there is no such process (a zombie counts as none)
 */
export function startedAt(pid) {
  if (linux) {
    // The command name, in brackets, may itself hold brackets and spaces: count from the last one.
    const fields = readQuietly(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
    const state = fields[0];
    return fields.length < 20 || state === "Z" || state === "X" ? undefined : `${boot}/${fields[19]}`;
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid @returns {Identity} */
export function identify(pid) {
  return { pid, started: startedAt(pid) ?? "gone" };
}

/** @param {unknown} identity as read from a file: it may be anything @returns {boolean} */
export function isAlive(identity) {
  const { pid, started } = /** @type {Partial<Identity>} */ (identity ?? {});
  return Number.isInteger(pid) && typeof started === "string" && startedAt(Number(pid)) === started;
}

/**
 * One variable of the environment a process was started with.
 * @param {number} pid
 * @param {string} name
 * @returns {string | undefined} nothing also where it may not be read
 */
export function environmentOf(pid, name) {
  if (linux) {
    const entry = readQuietly(`/proc/${pid}/environ`)
      .split("\0")
      .find((line) => line.startsWith(`${name}=`));
    return entry?.slice(name.length + 1);
  }
  try {
    const text = execFileSync("ps", ["eww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return new RegExp(`(?:^|\\s)${name}=(\\S+)`).exec(text)?.[1];
  } catch {
    return undefined;
  }
}

/** @param {number} pid @returns {string | undefined} the folder it works in (Linux only) */
export function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** @param {number} pid @returns {string} the short name of its command (Linux only) */
export function commandOf(pid) {
  return readQuietly(`/proc/${pid}/comm`).trim();
}

/** @returns {number[]} every pid there is; none where the system can't tell by files */
export function allPids() {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * Sends a signal to a process, or to its whole group, and does not mind if it is gone.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 * @param {{ group?: boolean }} [options]
 */
export function signalQuietly(pid, signal, { group = false } = {}) {
  try {
    process.kill(group ? -pid : pid, signal);
  } catch {
    // Gone already, or a group that never was.
  }
}

/**
 * Ends processes politely, then without asking.
 * @param {Identity[]} identities
 * @param {{ signal?: NodeJS.Signals, graceMs?: number }} [options]
 */
export async function end(identities, { signal = "SIGTERM", graceMs = 5_000 } = {}) {
  const left = () => identities.filter(isAlive);
  for (const { pid } of left()) signalQuietly(pid, signal);
  const deadline = Date.now() + graceMs;
  while (left().length > 0 && Date.now() < deadline) await delay(50);
  for (const { pid } of left()) signalQuietly(pid, "SIGKILL");
  while (left().length > 0 && Date.now() < deadline + 5_000) await delay(20);
}
