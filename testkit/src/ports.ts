import { randomInt } from "node:crypto";
import getPort, { portNumbers } from "get-port";

/** Below what systems give to outgoing connections (Linux: 32768 and up). Each of jest's workers has its own part. */
const FIRST = 20_000;
const EACH_WORKER = 2_000;
const WORKERS = 6;
const OURS = FIRST + ((Number(process.env["JEST_WORKER_ID"] ?? 1) - 1) % WORKERS) * EACH_WORKER;

/**
 * A free port that this process is not given again. Nobody else gets it by chance before it is listened to, nor while
 * the process that listened is being restarted.
 */
export function freePort(): Promise<number> {
  const from = OURS + randomInt(EACH_WORKER / 2);
  const port = portNumbers(from, OURS + EACH_WORKER - 1);
  return getPort({ port, host: "127.0.0.1", reserve: true });
}

/** Several of them. */
export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, freePort));
}
