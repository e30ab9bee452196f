import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { Stopped } from "./clear-error.mjs";
import { signalQuietly } from "./process-table.mjs";

/** The last lines of a command's output are kept, for the sentence when it fails. */
const keptCharacters = 20_000;

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {AbortSignal} [signal] ends the command with everything it started, and throws Stopped
 * @property {number} [timeoutMs] ends it too; `timedOut` tells
 * @property {boolean} [show] let it write to the terminal instead of keeping its output
 * @property {string} [input]
 * @property {number} [uid]
 * @property {number} [gid]
 */

/**
 * Runs a command to its end in a process group of its own, so that nothing of it is left when it is stopped.
 * @param {string} command
 * @param {string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<{ code: number | null, output: string, timedOut: boolean, missing: boolean }>} missing: no such command
 */
export function run(command, args, { signal, timeoutMs, show = false, input, ...options } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new Stopped());
      return;
    }
    const out = show ? "inherit" : "pipe";
    const child = spawn(command, args, {
      ...options,
      stdio: [input === undefined ? "ignore" : "pipe", out, out],
      detached: true,
    });
    let output = "";
    let timedOut = false;
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-keptCharacters);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    if (input !== undefined) {
      child.stdin?.on("error", () => {}); // it ended without reading: its exit code tells
      child.stdin?.end(input);
    }
    const stop = () => {
      if (child.pid === undefined) return;
      const { pid } = child;
      signalQuietly(pid, "SIGTERM", { group: true });
      setTimeout(() => signalQuietly(pid, "SIGKILL", { group: true }), 3_000).unref();
    };
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => ((timedOut = true), stop()), timeoutMs);
    signal?.addEventListener("abort", stop, { once: true });
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      // What the command itself left behind in its group goes with it.
      if (child.pid !== undefined && (timedOut || signal?.aborted)) {
        signalQuietly(child.pid, "SIGKILL", { group: true });
      }
    };
    child.once("error", (error) => {
      done();
      const missing = /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT";
      resolve({ code: null, output: error.message, timedOut, missing });
    });
    child.once("close", (code) => {
      done();
      if (signal?.aborted) reject(new Stopped());
      else resolve({ code, output, timedOut, missing: false });
    });
  });
}

/**
 * The full path of a command on PATH.
 * @param {string} name
 * @param {string} [path]
 * @returns {string | undefined}
 */
export function which(name, path = process.env["PATH"] ?? "") {
  for (const folder of path.split(delimiter)) {
    if (folder === "") continue;
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here.
    }
  }
  return undefined;
}

/**
 * @param {string} text
 * @param {number} [count]
 * @returns {string} its last lines that say something, indented
 */
export function lastLines(text, count = 15) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(-count)
    .map((line) => `    ${line}`)
    .join("\n");
}
