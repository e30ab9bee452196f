import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ClearError, Stopped } from "./clear-error.mjs";

/** @param {AbortSignal | undefined} signal */
export function throwIfStopped(signal) {
  if (signal?.aborted) throw new Stopped();
}

/**
 * Asks again and again until the answer is true.
 * @param {string} what for the sentence: "PostgreSQL answers"
 * @param {() => Promise<boolean> | boolean} condition a throw counts as "not yet"
 * @param {{ timeoutMs: number, everyMs?: number, signal?: AbortSignal, giveUp?: () => string | undefined }} options
 *   giveUp: a sentence as soon as waiting has become pointless (the process has died)
 * @returns {Promise<void>}
 */
export async function until(what, condition, { timeoutMs, everyMs = 100, signal, giveUp }) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    throwIfStopped(signal);
    try {
      if (await condition()) return;
    } catch {
      // Not yet: refused connections and half-started servers are what is being waited out.
    }
    const pointless = giveUp?.();
    if (pointless !== undefined) throw new ClearError(pointless);
    if (Date.now() > deadline) {
      throw new ClearError(`Waited ${Math.round(timeoutMs / 1000)} s in vain until ${what}.`);
    }
    await delay(everyMs);
  }
}

/**
 * Whether a GET answers 2xx.
 * @param {string} url
 * @param {number} [timeoutMs]
 * @returns {Promise<boolean>}
 */
export async function answersOk(url, timeoutMs = 2_000) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Says one thing over TCP and gives the first bytes that come back; nothing where nobody listens.
 * @param {number} port on 127.0.0.1
 * @param {Buffer | string} message
 * @param {number} [timeoutMs]
 * @returns {Promise<Buffer | undefined>}
 */
export function askTcp(port, message, timeoutMs = 2_000) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: "127.0.0.1", port });
    const end = (/** @type {Buffer | undefined} */ answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => end(undefined));
    socket.on("error", () => end(undefined));
    socket.on("close", () => end(undefined));
    socket.on("data", end);
    socket.on("connect", () => socket.write(message));
  });
}
