import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeJson } from "./files.mjs";
import { removePostgres } from "./postgres.mjs";
import { endStaleProcesses } from "./stale-processes.mjs";

/**
 * A folder for one run's servers, which PostgreSQL's user can reach where that is not us. It is named as a test run's,
 * so that the next one removes what is left where this one is killed.
 * @param {string} name of what runs
 */
export function makeOwnFolder(name) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `sakhi-test-${name}-`)));
  if (process.getuid?.() === 0) chmodSync(folder, 0o755);
  writeJson(join(folder, "run.json"), { pid: process.pid });
  mkdirSync(join(folder, "logs"));
  return folder;
}

/**
 * Ends what still runs on such a folder, and removes what belongs to it.
 * @param {string} folder @param {string[]} inner data folders inside it
 */
export async function clearOwnFolder(folder, ...inner) {
  for (const each of [folder, ...inner]) {
    await endStaleProcesses(each);
    await removePostgres(each);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
