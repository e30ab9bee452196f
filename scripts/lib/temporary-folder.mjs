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
 * TMPDIR takes precedence.
 * @returns {string}
 */
export function temporaryFolder() {
  if (process.env["TMPDIR"] || !existsSync(MOUNTS)) return tmpdir();
  const mounts = readFileSync(MOUNTS, "utf8");
  const fields = mounts.split("\n").map((line) => line.split(" "));
  const options = fields.find(([, path, type]) => path === MEMORY && type === "tmpfs")?.[3];
  // Tests create and run executables there.
  if (options === undefined || /\b(ro|noexec)\b/.test(options)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > 4 * GIB && freemem() > 8 * GIB ? MEMORY : tmpdir();
}
