import { existsSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const MOUNTS = "/proc/mounts";
const GIB = 2 ** 30;

/** @returns {string[]} parent folders of test runs */
export const temporaryFolders = () => (existsSync(MEMORY) ? [tmpdir(), MEMORY] : [tmpdir()]);

/**
 * Parent folder for a test run's temporary files. In memory if there is enough: each spec's database consists of 400
 * files, whose creation takes five times as long on a disk.
 * @param {string} [chosen] the caller's choice, which takes precedence
 * @param {string} [mounts] content of /proc/mounts
 * @returns {string}
 */
export function temporaryFolder(
  chosen = process.env["TMPDIR"],
  mounts = existsSync(MOUNTS) ? readFileSync(MOUNTS, "utf8") : "",
) {
  if (chosen) return chosen;
  const fields = mounts.split("\n").map((line) => line.split(" "));
  const options = fields.find(([, path, type]) => path === MEMORY && type === "tmpfs")?.[3];
  // Tests create and run executables there.
  if (options === undefined || /\b(ro|noexec)\b/.test(options)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > 4 * GIB && freemem() > 8 * GIB ? MEMORY : tmpdir();
}
