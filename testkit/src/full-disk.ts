import { spawnSync } from "node:child_process";

/** Whether this machine can refuse a process larger files (util-linux; Linux only). */
export const CAN_LIMIT_FILES = spawnSync("prlimit", ["--version"]).status === 0;

/**
 * Runs `work` while processes can write no file beyond so many bytes. The kernel refuses the rest in the midst of a file, as on
 * a full disk, with EFBIG instead of ENOSPC. Pipes, sockets and what they have written are untouched.
 */
export async function withFileLimit<T>(
  pids: readonly (number | undefined)[],
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  const limit = (soft: string): void => {
    for (const pid of pids) {
      const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${soft}:`], { encoding: "utf8" });
      if (status !== 0) throw new Error(`prlimit: ${stderr}`);
    }
  };
  limit(String(bytes));
  try {
    return await work();
  } finally {
    limit("unlimited");
  }
}
