import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { execa } from "execa";
import pWaitFor from "p-wait-for";
import { ClearError, complain, duration, lastLines, say } from "./output.mjs";
import { NAME_MARK, RUN_MARK, sendSignal } from "./stale-processes.mjs";

/**
 * @typedef {object} Plan what to run, and how to know that it runs
 * @property {string} name as the status lines call it
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {string} log file for its output; the run before is kept beside it as `.1`
 * @property {() => Promise<boolean>} [isReady] asked until true; without it the process sends "ready" by IPC
 * @property {() => Promise<void>} [beforeStart] before each start, also after a death
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [stopMs] how long it may take to stop before it is killed
 * @property {number} [readyMs] how long a start may take
 * @property {number} stopsIn turn in which it is stopped, the highest first: api 4, orchestrator and jobs 3, mail
 *   catcher and payment simulator 2, Temporal and Redis 1, PostgreSQL 0
 * @property {number} [uid]
 * @property {number} [gid]
 */

/** How often in a row a process may end by itself as it starts before its next start waits. */
const PROMPT_RESTARTS = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A process that has lived for this long has started: what ended it is not the start. */
const STARTED_MS = 10_000;

/**
 * How long the next start waits, in ms. One that was killed is started again at once, however often; one that keeps ending
 * by itself as it starts would only burn the machine, so it waits ever longer.
 * @param {number} failedStarts how often in a row it ended by itself as it started
 */
export function restartWait(failedStarts) {
  if (failedStarts <= PROMPT_RESTARTS) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (failedStarts - PROMPT_RESTARTS - 1), LONGEST_WAIT_MS);
}

/** One process: started, watched, started again when it dies, stopped. */
export class Service {
  /** @type {any} of execa, whose types follow its options */
  #child;
  #ready = false;
  #born = 0;
  #failedStarts = 0;
  #stopping = new AbortController();
  /** @type {Promise<void>} */
  #restarting = Promise.resolve();

  /**
   * @param {Plan} plan
   * @param {{ dataDir: string, restart: boolean }} options restart: false only reports a death
   */
  constructor(plan, { dataDir, restart }) {
    this.plan = plan;
    this.dataDir = dataDir;
    this.restart = restart;
  }

  get pid() {
    return /** @type {number | undefined} */ (this.#child?.pid);
  }

  /**
   * Starts it and waits until it is ready; one that dies before fails the start with its last lines.
   * @param {AbortSignal} [signal]
   */
  async start(signal) {
    const { log } = this.plan;
    mkdirSync(dirname(log), { recursive: true });
    if (existsSync(log)) renameSync(log, `${log}.1`);
    await this.#spawn();
    await this.#untilReady(signal);
    this.#watch();
  }

  async #spawn() {
    await this.plan.beforeStart?.();
    const { command, args, cwd, env, log, name, uid, gid, isReady, stopSignal, stopMs = 6_000 } = this.plan;
    const file = openSync(log, "a", 0o600);
    this.#ready = false;
    const options = {
      cwd,
      env: { ...env, [RUN_MARK]: this.dataDir, [NAME_MARK]: name },
      extendEnv: false,
      stdio: ["ignore", file, file],
      buffer: false,
      reject: false,
      ipc: isReady === undefined,
      // A group of its own: Ctrl-C at the terminal must reach only us, or the order of stopping is lost.
      detached: true,
      killSignal: stopSignal ?? "SIGTERM",
      forceKillAfterDelay: stopMs,
      uid,
      gid,
    };
    this.#born = Date.now();
    const child = execa(command, args, /** @type {any} */ (options));
    closeSync(file);
    this.#child = child;
    child.on("message", (message) => {
      if (message === "ready" && child === this.#child) this.#ready = true;
    });
  }

  /** @param {AbortSignal | undefined} signal */
  async #untilReady(signal) {
    const { isReady, name, log, readyMs = 120_000 } = this.plan;
    const ready = async () => {
      signal?.throwIfAborted();
      if (!this.isRunning()) {
        const output = existsSync(log) ? readFileSync(log, "utf8") : "";
        throw new ClearError(
          `${name} ended before it was ready (${await this.#howItEnded()}). ` +
            (output.trim() === "" ? "It wrote nothing." : `Its last lines:\n${lastLines(output)}`) +
            `\n  The whole log: ${log}`,
        );
      }
      return isReady === undefined ? this.#ready : await isReady().catch(() => false);
    };
    const message = new ClearError(`${name} is not ready after ${duration(readyMs)}. Its log: ${log}`);
    await pWaitFor(ready, { interval: 100, timeout: { milliseconds: readyMs, message } });
  }

  isRunning() {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  async #howItEnded() {
    const { signal, exitCode } = await this.#child;
    return this.pid === undefined ? "it could not be started" : (signal ?? `exit code ${exitCode}`);
  }

  /** Takes in that it ended, for how soon it is started again. */
  async #countDeath() {
    const { signal } = await this.#child;
    const byItself = signal === undefined;
    this.#failedStarts = byItself && Date.now() - this.#born < STARTED_MS ? this.#failedStarts + 1 : 0;
  }

  #watch() {
    const child = this.#child;
    void child.then(async () => {
      if (this.#stopping.signal.aborted || child !== this.#child) return;
      const how = await this.#howItEnded();
      if (!this.restart) return complain(`${this.plan.name} has died (${how}). Its log: ${this.plan.log}`);
      await this.#countDeath();
      this.#restarting = this.#startAgain(how);
    });
  }

  /** @param {string} how it ended */
  async #startAgain(how) {
    const { name, log } = this.plan;
    const { signal } = this.#stopping;
    const started = Date.now();
    while (!signal.aborted) {
      const wait = restartWait(this.#failedStarts);
      const when = wait === 0 ? "starting it again" : `starting it again in ${duration(wait)}`;
      complain(`${name} has died (${how}); ${when}. Its log: ${log}`);
      const dead = this.#child;
      try {
        if (wait > 0) await delay(wait, undefined, { signal });
        await this.#spawn();
        await this.#untilReady(signal);
        say(`${name} is back after ${duration(Date.now() - started)}.`);
        return this.#watch();
      } catch (error) {
        if (signal.aborted) return;
        how = error instanceof ClearError ? error.message : String(error);
        await this.#kill(); // neither ready nor dead
        if (this.#child === dead) this.#failedStarts += 1;
        else await this.#countDeath();
      }
    }
  }

  /** With everything it started itself. */
  async #kill() {
    if (this.pid !== undefined) sendSignal([-this.pid], "SIGKILL");
    await this.#child;
  }

  /** Stops it, politely at first. */
  async stop() {
    this.#stopping.abort();
    await this.#restarting;
    if (this.isRunning()) this.#child.kill();
    const { isForcefullyTerminated = false } = (await this.#child) ?? {};
    if (isForcefullyTerminated) complain(`${this.plan.name} did not stop in time and was killed.`);
    await this.#kill();
  }
}
