import { existsSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const MOUNTS = "/proc/mounts";
const GIB = 2 ** 30;

/** @returns {string[]} where test runs keep their folders */
export const temporaryFolders = () => (existsSync(MEMORY) ? [tmpdir(), MEMORY] : [tmpdir()]);

/**
 * Where a test run keeps what lives as long as itself. In memory where there is plenty of it: each spec's database is four
 * hundred files, which a disk's file system takes five times as long to create.
 * @param {string} [chosen] the caller's own choice, which stands
 * @param {string} [mounts] the file systems, as Linux lists them
 * @returns {string}
 */
export function temporaryFolder(
  chosen = process.env["TMPDIR"],
  mounts = existsSync(MOUNTS) ? readFileSync(MOUNTS, "utf8") : "",
) {
  if (chosen) return chosen;
  const fields = mounts.split("\n").map((line) => line.split(" "));
  const options = fields.find(([, path, type]) => path === MEMORY && type === "tmpfs")?.[3];
  // Tests write commands there and run them.
  if (options === undefined || /\b(ro|noexec)\b/.test(options)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > 4 * GIB && freemem() > 8 * GIB ? MEMORY : tmpdir();
}
