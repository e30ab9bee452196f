import { randomInt } from "node:crypto";
import getPort, { portNumbers } from "get-port";

/**
 * Below the ports of outgoing connections (Linux: 32768 and up), above those of `npm start` (scripts/lib/data-folder.mjs).
 * The first range is for processes outside jest, such as the chaos run; each jest worker has one of the others. A process that
 * is killed and restarted therefore never loses its port to another worker.
 */
const FIRST = 20_000;
const RANGE = 1_500;
const RANGES = 8;

/** First port of a range. @param worker JEST_WORKER_ID ("1" and up); undefined outside jest */
function firstPort(worker: string | undefined): number {
  return FIRST + (worker === undefined ? 0 : 1 + ((Number(worker) - 1) % (RANGES - 1))) * RANGE;
}

/**
 * Reserves a free port of this process's range. It stays reserved until it is used, and while its process restarts.
 */
export function freePort(): Promise<number> {
  const first = firstPort(process.env["JEST_WORKER_ID"]);
  const from = first + randomInt(RANGE / 2);
  const port = portNumbers(from, first + RANGE - 1);
  return getPort({ port, host: "127.0.0.1", reserve: true });
}

/** Reserves several ports. */
export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, freePort));
}
