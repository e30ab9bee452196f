import { mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ClearError } from "./clear-error.mjs";

/** What the system says, in words. */
const words = /** @type {Record<string, string>} */ ({
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "that disk is read-only",
  ENOSPC: "that disk is full",
  ENOTDIR: "a part of it is no folder",
  EEXIST: "it is no folder",
  ENOENT: "nothing can be made there",
  ENAMETOOLONG: "its name is too long",
});

/**
 * Makes the data folder, and makes sure that files can be written into it.
 * @param {string} folder
 * @returns {string} where it really is
 */
export function makeDataFolder(folder) {
  try {
    makeFolder(folder);
    const real = realpathSync(folder);
    const trial = join(real, `.write-${process.pid}`);
    writeFileSync(trial, "");
    rmSync(trial);
    return real;
  } catch (error) {
    const { code = "unknown" } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new ClearError(
      `The data folder ${folder} cannot be used: ${words[code] ?? code}. ` +
        "Choose another: DATA_DIR=.data-2 npm start",
    );
  }
}

/**
 * Not by mkdirSync's own `recursive`: under /proc, where a folder is there and yet nothing can be made in it, that one
 * never returns.
 * @param {string} folder
 */
function makeFolder(folder) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start may have made it in this moment.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
