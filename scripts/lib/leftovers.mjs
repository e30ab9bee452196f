import { realpathSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeJson } from "./files.mjs";
import {
  allPids,
  commandOf,
  end,
  environmentOf,
  folderOf,
  identify,
  isAlive,
  startedAt,
} from "./process-table.mjs";

/** Every process we start carries this variable, holding the data folder of its run. */
export const runMark = "SAKHI_RUN_OF";

/** @param {string} dataDir @returns {string} */
const recordFile = (dataDir) => join(dataDir, "processes.json");

/**
 * Remembers a process of this run, for a later start that finds this one dead.
 * @param {string} dataDir
 * @param {string} name
 * @param {number} pid
 */
export function recordProcess(dataDir, name, pid) {
  const living = (readJson(recordFile(dataDir)) ?? []).filter(isAlive);
  writeJson(recordFile(dataDir), [...living, { name, ...identify(pid) }]);
}

/** @param {string} dataDir */
export function forgetProcesses(dataDir) {
  writeJson(recordFile(dataDir), []);
}

/**
 * Whether a process was started by a run on this data folder: it carries our mark, or works in that folder.
 * @param {number} pid
 * @param {string} dataDir
 */
function belongsTo(pid, dataDir) {
  if (environmentOf(pid, runMark) === dataDir) return true;
  const folder = folderOf(pid);
  return folder !== undefined && (folder === dataDir || folder.startsWith(`${dataDir}/`));
}

/**
 * The processes a dead run on this data folder left behind. Two ways lead to one: it was recorded (same pid,
 * same start) and is still recognisable as ours, or it carries our mark though nobody had time to record it.
 * A recorded pid that now belongs to somebody else is neither.
 * PostgreSQL is left out: its own start ends what it left (see postgres-cure.mjs), in its own way.
 * @param {string} dataDir
 * @returns {{ name: string, pid: number, started: string }[]}
 */
export function leftoversOf(dataDir) {
  const folder = realpathSync(dataDir);
  const found = new Map();
  for (const entry of readJson(recordFile(dataDir)) ?? []) {
    if (isAlive(entry) && belongsTo(entry.pid, folder)) found.set(entry.pid, entry);
  }
  const ourselves = new Set([process.pid, process.ppid]);
  for (const pid of allPids()) {
    if (found.has(pid) || ourselves.has(pid) || environmentOf(pid, runMark) !== folder) continue;
    const started = startedAt(pid);
    if (started !== undefined) found.set(pid, { name: commandOf(pid), pid, started });
  }
  return [...found.values()].filter(({ pid }) => commandOf(pid) !== "postgres");
}

/**
 * Ends them, and forgets them.
 * @param {string} dataDir
 * @returns {Promise<string[]>} their names
 */
export async function endLeftovers(dataDir) {
  const leftovers = leftoversOf(dataDir);
  await end(leftovers);
  forgetProcesses(dataDir);
  return leftovers.map(({ name }) => name);
}
