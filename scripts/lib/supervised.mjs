import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lastLines } from "./command.mjs";
import { ClearError } from "./clear-error.mjs";
import { runMark, recordProcess } from "./leftovers.mjs";
import { complain, duration, say } from "./log.mjs";
import { signalQuietly } from "./process-table.mjs";
import { until } from "./wait.mjs";

/**
 * @typedef {object} Plan what to run, and how to know that it runs
 * @property {string} name as the status lines call it
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {string} log file for its output; the run before is kept beside it as `.1`
 * @property {() => Promise<boolean>} [isReady] asked until true; without it the process says "ready" by IPC
 * @property {() => Promise<void>} [beforeStart] before each start, also after a death
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [stopMs] how long it may take to stop before it is killed
 * @property {number} [readyMs] how long the first start may take
 * @property {number} stopsIn turn in which it is stopped, the highest first: api 4, orchestrator and jobs 3, mail
 *   catcher and payment simulator 2, Temporal and Redis 1, PostgreSQL 0
 * @property {number} [uid]
 * @property {number} [gid]
 */

const slowestRestartMs = 30_000;
/** Alive for this long, a process has recovered: the next death is restarted at once again. */
const recoveredMs = 60_000;

/** One process of ours: started, watched, started again when it dies, stopped. */
export class Supervised {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  #stopping = false;
  #saidReady = false;
  #deaths = 0;
  /** @type {Promise<void>} */
  #restarting = Promise.resolve();
  #abort = new AbortController();

  /**
   * @param {Plan} plan
   * @param {{ dataDir: string, restart: boolean }} options restart: false only tells of a death
   */
  constructor(plan, { dataDir, restart }) {
    this.plan = plan;
    this.dataDir = dataDir;
    this.restart = restart;
  }

  get pid() {
    return this.#child?.pid;
  }

  /**
   * Starts it and waits until it is ready. A process that dies before that fails the start with its last lines.
   * @param {AbortSignal} [signal]
   */
  async start(signal) {
    const { log, name } = this.plan;
    mkdirSync(dirname(log), { recursive: true });
    if (existsSync(log)) renameSync(log, `${log}.1`);
    await this.#spawn();
    const child = this.#child;
    await until(`${name} is ready`, () => this.#isReady(), {
      timeoutMs: this.plan.readyMs ?? 120_000,
      signal,
      giveUp: () => (child !== this.#child || hasEnded(child) ? this.#tale(child) : undefined),
    });
    this.#watch();
  }

  /** @returns {boolean} */
  isRunning() {
    return this.#child !== undefined && !hasEnded(this.#child);
  }

  async #spawn() {
    await this.plan.beforeStart?.();
    if (this.#stopping) return;
    const { command, args, cwd, env, log, name, uid, gid, isReady } = this.plan;
    const file = openSync(log, "a", 0o600);
    this.#saidReady = false;
    const child = spawn(command, args, {
      cwd,
      env: { ...env, [runMark]: this.dataDir },
      stdio: isReady ? ["ignore", file, file] : ["ignore", file, file, "ipc"],
      // A group of its own: Ctrl-C at the terminal must reach only us, or the order of stopping is lost.
      detached: true,
      ...(uid === undefined ? {} : { uid, gid }),
    });
    closeSync(file);
    this.#child = child;
    child.on("error", () => {}); // told by hasEnded: no pid
    child.on("message", (message) => {
      if (message === "ready" && child === this.#child) this.#saidReady = true;
    });
    if (child.pid !== undefined) recordProcess(this.dataDir, name, child.pid);
  }

  async #isReady() {
    return this.plan.isReady ? await this.plan.isReady() : this.#saidReady;
  }

  /** @param {import("node:child_process").ChildProcess | undefined} child @returns {string} */
  #tale(child) {
    const how = howItEnded(child);
    const output = existsSync(this.plan.log) ? readFileSync(this.plan.log, "utf8") : "";
    const tail = output.trim() === "" ? "It wrote nothing." : `Its last lines:\n${lastLines(output)}`;
    return `${this.plan.name} ended before it was ready (${how}). ${tail}\n  The whole log: ${this.plan.log}`;
  }

  #watch() {
    const child = this.#child;
    if (child === undefined) return;
    const born = Date.now();
    const died = () => {
      if (this.#stopping || child !== this.#child) return;
      if (!this.restart) {
        complain(`${this.plan.name} has died (${howItEnded(child)}). Its log: ${this.plan.log}`);
        return;
      }
      if (Date.now() - born > recoveredMs) this.#deaths = 0;
      this.#restarting = this.#revive(howItEnded(child));
    };
    if (hasEnded(child)) died();
    else child.once("exit", died);
  }

  /** @param {string} how it ended */
  async #revive(how) {
    const { name, log } = this.plan;
    const began = Date.now();
    while (!this.#stopping) {
      const wait = Math.min(250 * 2 ** this.#deaths, slowestRestartMs);
      this.#deaths += 1;
      complain(`${name} has died (${how}); starting it again in ${duration(wait)}. Its log: ${log}`);
      try {
        await delay(wait, undefined, { signal: this.#abort.signal });
        await this.#spawn();
        const child = this.#child;
        await until(`${name} is ready again`, () => this.#isReady(), {
          timeoutMs: this.plan.readyMs ?? 120_000,
          signal: this.#abort.signal,
          giveUp: () => (hasEnded(child) ? howItEnded(child) : undefined),
        });
        say(`${name} is back after ${duration(Date.now() - began)}.`);
        this.#watch();
        return;
      } catch (error) {
        if (this.#stopping) return;
        how = error instanceof ClearError ? error.message : String(error);
        await this.#kill(); // neither ready nor dead: begin again from nothing
      }
    }
  }

  async #kill() {
    const child = this.#child;
    if (child?.pid === undefined || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    signalQuietly(child.pid, "SIGKILL");
    await ended;
  }

  /** Stops it, politely at first, and with it whatever it started itself. */
  async stop() {
    this.#stopping = true;
    this.#abort.abort();
    await this.#restarting;
    const child = this.#child;
    if (child?.pid === undefined) return;
    const { pid } = child;
    if (!hasEnded(child)) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      signalQuietly(pid, this.plan.stopSignal ?? "SIGTERM");
      const timer = setTimeout(() => {
        complain(
          `${this.plan.name} did not stop within ${duration(this.plan.stopMs ?? 6_000)} and is killed.`,
        );
        signalQuietly(pid, "SIGKILL", { group: true });
      }, this.plan.stopMs ?? 6_000);
      await ended;
      clearTimeout(timer);
    }
    signalQuietly(pid, "SIGKILL", { group: true });
  }
}

/** @param {import("node:child_process").ChildProcess | undefined} child */
function hasEnded(child) {
  return child?.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** @param {import("node:child_process").ChildProcess | undefined} child */
function howItEnded(child) {
  if (child?.pid === undefined) return "it could not be started";
  return child.signalCode ?? `exit code ${child.exitCode}`;
}
