import { randomInt } from "node:crypto";
import getPort, { portNumbers } from "get-port";

/**
 * Below what systems give to outgoing connections (Linux: 32768 and up), above what `npm start` takes
 * (scripts/lib/data-folder.mjs). What runs beside jest, such as the storm, has the first part, each of jest's workers one of
 * the others: nobody is given the port of a process that another has just killed and starts again.
 */
const FIRST = 20_000;
const EACH_PART = 1_500;
const PARTS = 8;

/** The first of the ports of jest's worker, or of what is none. @param worker JEST_WORKER_ID: "1" and up */
export function firstPort(worker: string | undefined): number {
  return FIRST + (worker === undefined ? 0 : 1 + ((Number(worker) - 1) % (PARTS - 1))) * EACH_PART;
}

/**
 * A free port that this process is not given again. Nobody else gets it by chance before it is listened to, nor while
 * the process that listened is being restarted.
 */
export function freePort(): Promise<number> {
  const first = firstPort(process.env["JEST_WORKER_ID"]);
  const from = first + randomInt(EACH_PART / 2);
  const port = portNumbers(from, first + EACH_PART - 1);
  return getPort({ port, host: "127.0.0.1", reserve: true });
}

/** Several of them. */
export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, freePort));
}
