import { existsSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const GIB = 2 ** 30;

/** @returns {string[]} where test runs keep their folders */
export const temporaryFolders = () => (existsSync(MEMORY) ? [tmpdir(), MEMORY] : [tmpdir()]);

/**
 * Where a test run keeps what lives as long as itself. In memory where there is plenty of it: each spec's database is four
 * hundred files, which a disk's file system takes five times as long to create.
 * @returns {string}
 */
export function temporaryFolder() {
  // The caller's own choice stands.
  if (process.env["TMPDIR"] !== undefined || !existsSync("/proc/mounts")) return tmpdir();
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounts
    .map((line) => line.split(" "))
    .find(([, path, type]) => path === MEMORY && type === "tmpfs")?.[3];
  // Tests write commands there and run them.
  if (options === undefined || /\b(ro|noexec)\b/.test(options)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > 4 * GIB && freemem() > 8 * GIB ? MEMORY : tmpdir();
}
