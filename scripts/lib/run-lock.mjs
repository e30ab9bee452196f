import { createHash } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ClearError } from "./clear-error.mjs";
import { readJson, writeJson } from "./files.mjs";
import { identify, isAlive } from "./process-table.mjs";

/** More tries than there are starts at one moment. */
const tries = 100;

/**
 * One run per folder. The lock is a file naming its owner by pid and start time; it appears by link(2), which
 * fails when another is there, so two starts at the same moment can't both win.
 *
 * A dead owner's lock is replaced only by the one start that has its heritage: a file named after the dead lock's own
 * text, got in the same way. So a lock whose owner lives is never touched, however many look at the dead one at once.
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
  writeJson(mine, { ...identify(process.pid), note });
  const text = readFileSync(mine, "utf8");
  const taken = { release: () => releaseIfMine(lock, text) };
  try {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      if (tryLink(mine, lock)) return taken;
      const found = textOf(lock);
      if (found === undefined) continue; // released a moment ago
      const owner = readJson(lock);
      if (owner !== undefined && isAlive(owner)) throw new ClearError(refusal(owner));
      const heritage = takeHeritage(lock, mine, found);
      if ("heir" in heritage) throw new ClearError(refusal(heritage.heir));
      try {
        // Somebody who had the heritage before us may have replaced it already.
        if (textOf(lock) !== found) continue;
        renameSync(mine, lock);
        return taken;
      } finally {
        for (const file of heritage.files) rmSync(file, { force: true });
      }
    }
    throw new ClearError(
      `The lock ${lock} could not be taken; delete it if nothing is running on ${folder}.`,
    );
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * Gets the right to replace a dead lock. Whoever had it and died before using it has left it in turn.
 * @param {string} lock
 * @param {string} mine
 * @param {string} dead the dead lock's text
 * @returns {{ files: string[] } | { heir: any }} what is to be removed once it is used, or the living one who has it
 */
function takeHeritage(lock, mine, dead) {
  const files = [];
  for (let of = dead; ;) {
    const file = heritageOf(lock, of);
    files.push(file);
    if (tryLink(mine, file)) return { files };
    const left = textOf(file);
    const heir = readJson(file);
    if (heir !== undefined && isAlive(heir)) return { heir };
    // Used and removed a moment ago, it is free again; otherwise its dead owner's own heritage is asked for.
    if (left === undefined) files.pop();
    else of = left;
  }
}

/**
 * The file whose owner may replace a dead lock.
 * @param {string} lock
 * @param {string} dead the dead lock's text
 */
export function heritageOf(lock, dead) {
  return `${lock}.of-${createHash("sha256").update(dead).digest("hex").slice(0, 16)}`;
}

/** @param {string} path @returns {string | undefined} nothing where there is no such file */
function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
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
  if (textOf(lock) === text) rmSync(lock, { force: true });
}
