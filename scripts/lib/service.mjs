import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { execa } from "execa";
import pWaitFor from "p-wait-for";
import { ClearError, printError, duration, lastLines, print } from "./output.mjs";
import { NAME_MARK, RUN_MARK, sendSignal } from "./stale-processes.mjs";

/**
 * @typedef {object} Plan a process to run, and its readiness check
 * @property {string} name for status lines
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {string} log file for its output; the previous run's is renamed to `.1`
 * @property {() => Promise<boolean>} [isReady] polled until true; without it the process sends "ready" by IPC
 * @property {() => Promise<void>} [beforeStart] called before each start and restart
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [stopMs] time to stop before it is killed
 * @property {number} [readyMs] timeout of the start
 * @property {number} stopsIn turn in which it is stopped, highest first: api 4, orchestrator and jobs 3, mail
 *   catcher and payment simulator 2, Temporal and Redis 1, PostgreSQL 0
 * @property {number} [uid]
 * @property {number} [gid]
 */

/** Consecutive failed starts before restarts are delayed. */
const PROMPT_RESTARTS = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A process that ran this long has started; its end is not a failed start. */
const STARTED_MS = 10_000;

/**
 * Delay of the next restart, in ms. A killed process is restarted immediately; one that repeatedly exits during its start
 * is restarted with backoff.
 * @param {number} failedStarts consecutive exits during the start
 */
export function restartWait(failedStarts) {
  if (failedStarts <= PROMPT_RESTARTS) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (failedStarts - PROMPT_RESTARTS - 1), LONGEST_WAIT_MS);
}

/** A supervised process: started, watched, restarted when it dies, stopped. */
export class Service {
  /** @type {any} of execa, whose types follow its options */
  #child;
  #ready = false;
  #startedAt = 0;
  #failedStarts = 0;
  #stopping = new AbortController();
  /** @type {Promise<void>} */
  #restarting = Promise.resolve();

  /**
   * @param {Plan} plan
   * @param {{ dataDir: string, restart: boolean }} options restart: false only reports that it died
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
   * Starts the process and waits until it is ready. If it dies before, throws with its last lines of output.
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
      // A separate process group: Ctrl-C must reach only us, so that we control the order of stopping.
      detached: true,
      killSignal: stopSignal ?? "SIGTERM",
      forceKillAfterDelay: stopMs,
      uid,
      gid,
    };
    this.#startedAt = Date.now();
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

  /** Updates the count of failed starts, which determines the restart delay. */
  async #countDeath() {
    const { signal } = await this.#child;
    const exited = signal === undefined;
    this.#failedStarts = exited && Date.now() - this.#startedAt < STARTED_MS ? this.#failedStarts + 1 : 0;
  }

  #watch() {
    const child = this.#child;
    void child.then(async () => {
      if (this.#stopping.signal.aborted || child !== this.#child) return;
      const how = await this.#howItEnded();
      if (!this.restart) return printError(`${this.plan.name} has died (${how}). Its log: ${this.plan.log}`);
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
      printError(`${name} has died (${how}); ${when}. Its log: ${log}`);
      const dead = this.#child;
      try {
        if (wait > 0) await delay(wait, undefined, { signal });
        await this.#spawn();
        await this.#untilReady(signal);
        print(`${name} is back after ${duration(Date.now() - started)}.`);
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

  /** Kills the process with its children. */
  async #kill() {
    if (this.pid !== undefined) sendSignal([-this.pid], "SIGKILL");
    await this.#child;
  }

  /** Stops the process, gracefully at first. */
  async stop() {
    this.#stopping.abort();
    await this.#restarting;
    if (this.isRunning()) this.#child.kill();
    const { isForcefullyTerminated = false } = (await this.#child) ?? {};
    if (isForcefullyTerminated) printError(`${this.plan.name} did not stop in time and was killed.`);
    await this.#kill();
  }
}
