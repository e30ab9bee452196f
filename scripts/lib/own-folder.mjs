import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeJson } from "./files.mjs";
import { removePostgres } from "./postgres.mjs";
import { endStaleProcesses } from "./stale-processes.mjs";

/** Of the folders' names: the next test run removes those of killed runs. */
export const PREFIX = "sakhi-test-";

/**
 * Creates a folder for one run's servers, accessible to PostgreSQL's user.
 * @param {string} name of the command
 * @param {string} [parent]
 */
export function makeOwnFolder(name, parent = tmpdir()) {
  const folder = realpathSync(mkdtempSync(join(parent, `${PREFIX}${name}-`)));
  if (process.getuid?.() === 0) chmodSync(folder, 0o755);
  writeJson(join(folder, "run.json"), { pid: process.pid });
  mkdirSync(join(folder, "logs"));
  return folder;
}

/**
 * Ends the processes of such a folder, and removes it.
 * @param {string} folder @param {string[]} inner data folders inside it
 */
export async function clearOwnFolder(folder, ...inner) {
  for (const each of [folder, ...inner]) {
    await endStaleProcesses(each);
    await removePostgres(each);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
