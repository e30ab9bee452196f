import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { allPids, commandOf, end, folderOf, identify } from "./process-table.mjs";

/**
 * Makes a data folder startable again whatever was killed, and how: ends PostgreSQL processes that still work in
 * it (a postmaster that lost its parent, a busy backend that lost its postmaster) and removes a pid file that
 * names a process of somebody else's. They are known by their working folder, so nobody else's are touched.
 *
 * Elsewhere than on Linux nothing can be seen by folder: there the postmaster named by the pid file is ended if
 * it really is a postgres.
 * @param {string} data PostgreSQL's data folder
 * @returns {Promise<number>} how many processes were ended
 */
export async function cure(data) {
  const pidFile = join(data, "postmaster.pid");
  const named = Number(firstLine(pidFile));
  const ours = allPids().filter((pid) => folderOf(pid) === data && commandOf(pid) === "postgres");
  if (process.platform !== "linux" && Number.isInteger(named) && named > 0) return endNamed(named, pidFile);
  const identities = ours.map(identify);
  if (ours.includes(named)) {
    // SIGINT is the postmaster's fast shutdown: it takes its backends with it.
    await end([identify(named)], { signal: "SIGINT", graceMs: 5_000 });
  }
  await end(identities, { signal: "SIGQUIT", graceMs: 2_000 });
  rmSync(pidFile, { force: true });
  return identities.length;
}

/** @param {number} pid @param {string} pidFile @returns {Promise<number>} */
async function endNamed(pid, pidFile) {
  const { execFileSync } = await import("node:child_process");
  let command = "";
  try {
    command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    // No such process.
  }
  const isPostgres = command.includes("postgres");
  if (isPostgres) await end([identify(pid)], { signal: "SIGINT", graceMs: 5_000 });
  rmSync(pidFile, { force: true });
  return isPostgres ? 1 : 0;
}

/** @param {string} path @returns {string} */
function firstLine(path) {
  try {
    return readFileSync(path, "utf8").split("\n")[0] ?? "";
  } catch {
    return "";
  }
}
