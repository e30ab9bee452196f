import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson } from "./files.mjs";
import { endLeftovers } from "./leftovers.mjs";
import { elsewhereOf } from "./postgres-binaries.mjs";
import { cure } from "./postgres-cure.mjs";
import { isAlive } from "./process-table.mjs";
import { takeLock } from "./run-lock.mjs";

const prefix = "sakhi-test-";

/**
 * A data folder for one run of the tests: in the system's temporary folder, so that PostgreSQL's user can reach
 * it also where the clone lies under root's home.
 * @returns {{ folder: string, remove: () => Promise<void> }}
 */
export function testFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  if (process.getuid?.() === 0) chmodSync(folder, 0o755);
  const lock = takeLock(folder, "run.json", ({ pid }) => `${folder} belongs to process ${pid}.`);
  return {
    folder,
    remove: async () => {
      await clear(folder);
      lock.release();
    },
  };
}

/**
 * Ends and removes what test runs that were killed have left; a living run's folder is left alone, and so is
 * that of another user, or one that is just being made.
 * @returns {Promise<number>} how many
 */
export async function clearDeadTestFolders() {
  let count = 0;
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(realpathSync(tmpdir()), name);
    const owner = readJson(join(folder, "run.json"));
    if (
      owner === undefined ||
      isAlive(owner) ||
      statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()
    )
      continue;
    await clear(folder);
    count += 1;
  }
  return count;
}

/** @param {string} folder */
async function clear(folder) {
  // The products started for the browser tests have data folders of their own inside.
  for (const inner of [folder, ...productFolders(folder)]) {
    if (!existsSync(inner)) continue;
    await endLeftovers(inner);
    await cure(join(inner, "postgres"));
    const elsewhere = elsewhereOf(inner);
    if (elsewhere !== undefined) {
      await cure(join(elsewhere, "postgres"));
      rmSync(elsewhere, { recursive: true, force: true });
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} folder @returns {string[]} */
export function productFolders(folder) {
  return ["product", "product-short"].map((name) => join(folder, name));
}
