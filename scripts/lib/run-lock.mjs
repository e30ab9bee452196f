import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ClearError } from "./clear-error.mjs";
import { readJson, writeJson } from "./files.mjs";
import { identify, isAlive } from "./process-table.mjs";

/**
 * One run per folder. The lock is a file naming its owner by pid and start time; it appears by link(2), which
 * fails when another is there, so two starts at the same moment can't both win. A dead owner's lock is moved
 * aside first.
 * @param {string} folder
 * @param {string} name of the lock file in it
 * @param {(owner: { pid: number, note?: string }) => string} refusal the sentence when its owner lives
 * @param {string} [note] kept with the lock, for that sentence
 * @returns {{ release: () => void }}
 */
export function takeLock(folder, name, refusal, note) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, name);
  const mine = join(folder, `${name}.${process.pid}`);
  const aside = join(folder, `${name}.${process.pid}.dead`);
  writeJson(mine, { ...identify(process.pid), note });
  const text = readFileSync(mine, "utf8");
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (tryLink(mine, lock)) return { release: () => releaseIfMine(lock, text) };
      const owner = readJson(lock);
      if (owner !== undefined && isAlive(owner)) throw new ClearError(refusal(owner));
      try {
        renameSync(lock, aside);
      } catch {
        continue; // somebody else was quicker to move it aside
      }
      // Between reading and moving, another start may have put its own, living lock there: give it back.
      const moved = readJson(aside);
      if (moved !== undefined && isAlive(moved)) {
        tryLink(aside, lock);
        throw new ClearError(refusal(moved));
      }
    }
    throw new ClearError(
      `The lock ${lock} could not be taken; delete it if nothing is running on ${folder}.`,
    );
  } finally {
    rmSync(mine, { force: true });
    rmSync(aside, { force: true });
  }
}

/** @param {string} from @param {string} to @returns {boolean} false when there is one already */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} lock @param {string} text */
function releaseIfMine(lock, text) {
  try {
    if (readFileSync(lock, "utf8") === text) rmSync(lock, { force: true });
  } catch {
    // Gone with its folder: nothing to release.
  }
}
