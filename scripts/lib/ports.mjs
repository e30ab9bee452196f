import net from "node:net";
import { ClearError } from "./clear-error.mjs";
import { readJson, writeJson } from "./files.mjs";

/** Below the range the system gives to outgoing connections, so that none of those sits on it later. */
const lowest = 20_000;
const highest = 32_000;

/** Given out by this process already, though nobody listens on them yet. */
const given = new Set();

/**
 * Tries to listen.
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<string | undefined>} the error code, nothing when the port is free
 */
export function whyTaken(port, host = "127.0.0.1") {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? "unknown"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** @param {number} port @param {string} [host] @returns {Promise<boolean>} */
export async function isFree(port, host) {
  return (await whyTaken(port, host)) === undefined;
}

/** @param {string} [host] @returns {Promise<number>} a port nobody listens on, and not given out before */
export async function freePort(host) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!given.has(port) && (await isFree(port, host))) {
      given.add(port);
      return port;
    }
  }
  throw new ClearError(`No free port was found between ${lowest} and ${highest} on this machine.`);
}

/**
 * The site's own port, refused with a sentence when it can't be had.
 * @param {number} port
 * @param {string} host
 */
export async function demandPort(port, host) {
  const why = await whyTaken(port, host);
  if (why === undefined) return;
  const other = `choose another: PORT=${port === 65535 ? 3000 : port + 1} npm start`;
  switch (why) {
    case "EADDRINUSE":
      throw new ClearError(`Port ${port} on ${host} is taken by another program. Stop it, or ${other}`);
    case "EACCES":
      throw new ClearError(`Port ${port} may not be opened by this user. Please ${other}`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      throw new ClearError(`HOST is "${host}", which is no address of this machine; 127.0.0.1 always is.`);
    default:
      throw new ClearError(`Port ${port} on ${host} can't be opened (${why}). Please ${other}`);
  }
}

/**
 * Ports remembered in a file: the same ones at every start, chosen anew where somebody else took one.
 * @param {string} file
 * @returns {{ take: (name: string, host?: string) => Promise<number>, renew: (name: string) => Promise<number> }}
 */
export function rememberedPorts(file) {
  const known = readJson(file) ?? {};
  const remember = (/** @type {string} */ name, /** @type {number} */ port) => {
    known[name] = port;
    given.add(port);
    writeJson(file, known);
    return port;
  };
  return {
    async take(name, host) {
      const port = known[name];
      if (Number.isInteger(port) && !given.has(port) && (await isFree(port, host)))
        return remember(name, port);
      return remember(name, await freePort(host));
    },
    async renew(name) {
      return remember(name, await freePort());
    },
  };
}
