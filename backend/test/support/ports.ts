import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below what systems give to outgoing connections (Linux: 32768 and up). Each of jest's workers has its own part. */
const FIRST = 20_000;
const EACH_WORKER = 2_000;
const WORKERS = 6;

const worker = (Number(process.env["JEST_WORKER_ID"] ?? 1) - 1) % WORKERS;
let next = randomInt(EACH_WORKER);

/**
 * Ports that are free and all different. Nobody gets one of them by chance before it is listened to, nor while the
 * process that listened is being started again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let tries = 0; found.length < count; tries += 1) {
    if (tries >= EACH_WORKER) throw new Error("there is no free port");
    next = (next + 1) % EACH_WORKER;
    const port = FIRST + worker * EACH_WORKER + next;
    if (await isFree(port)) found.push(port);
  }
  return found;
}

/** One such port. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
