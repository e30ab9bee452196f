/**
 * Processor time of a run by step and by spec file (docs/development.md).
 *
 * The kernel adds the time of a process, with that of its own ended children, to its parent when it is waited for: what is
 * added when a child of ours ends is what its whole tree took, however short-lived its processes were. It misses processes
 * that nobody waits for, as those of Chromium, so the live processes are also read every few seconds: a step took what the
 * larger of the two says.
 *
 * Not counted: npm itself, and what processes that outlive their parents do afterwards.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Linux's unit of processor time in /proc, the same on all machines. */
const TICKS_PER_SECOND = 100;
/** Between two readings of the live processes, in ms. */
const READING_MS = 5_000;

/**
 * What /proc says of a process: seconds of its own and of its ended children, with theirs.
 * @param {string | number} pid
 * @returns {{ parent: number, startedAt: string, own: number, children: number } | undefined} undefined: gone, or no /proc
 */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command is in brackets and may itself contain spaces and brackets; the numbering is the manual's (proc_pid_stat).
    const fields = ["", "pid", "comm", ...stat.slice(stat.lastIndexOf(")") + 2).split(" ")];
    const seconds = (/** @type {number} */ user) =>
      (Number(fields[user]) + Number(fields[user + 1])) / TICKS_PER_SECOND;
    return { parent: Number(fields[4]), startedAt: fields[22] ?? "", own: seconds(14), children: seconds(16) };
  } catch {
    return undefined;
  }
}

/** Processor seconds of this process's ended children, with theirs; undefined where there is no /proc. */
export const secondsOfChildren = () => statOf("self")?.children;

/** Processor seconds of this process. */
export function secondsOfThis() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Counts the processor time of all children from now on, by the step that started them. */
export class CpuTime {
  /** Seconds of ended children, by step. @type {Map<string, number>} */
  #ended = new Map();
  /** Seconds last seen of each process below us, by step. @type {Map<string, Map<string, number>>} */
  #seen = new Map();
  /** @type {Map<import("node:child_process").ChildProcess, string>} */
  #alive = new Map();
  #counted = secondsOfChildren() ?? 0;
  #step = new AsyncLocalStorage();
  /** @type {NodeJS.Timeout | undefined} */
  #readings;

  #onChild = (/** @type {unknown} */ message) => {
    const { process: child } = /** @type {{ process: import("node:child_process").ChildProcess }} */ (message);
    const step = this.#step.getStore() ?? "preparation";
    this.#alive.set(child, step);
    child.once("exit", () => {
      this.#alive.delete(child);
      this.#count(step);
    });
  };

  constructor() {
    if (secondsOfChildren() === undefined) return;
    subscribe("child_process", this.#onChild);
    this.#readings = setInterval(() => this.#read(), READING_MS).unref();
  }

  /** Children started by the work belong to the step. @template T @param {string} step @param {() => T} work @returns {T} */
  during(step, work) {
    return this.#step.run(step, work);
  }

  /** @param {string} step */
  #count(step) {
    const now = secondsOfChildren() ?? 0;
    this.#ended.set(step, (this.#ended.get(step) ?? 0) + now - this.#counted);
    this.#counted = now;
  }

  #read() {
    const stats = new Map(
      readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => [Number(pid), statOf(pid)]),
    );
    const steps = new Map([...this.#alive].map(([child, step]) => [child.pid, step]));
    for (const [pid, stat] of stats) {
      if (stat === undefined) continue;
      let ancestor = pid;
      while (ancestor > 1 && !steps.has(ancestor)) ancestor = stats.get(ancestor)?.parent ?? 0;
      const step = steps.get(ancestor);
      if (step === undefined) continue;
      const seen = this.#seen.get(step) ?? new Map();
      this.#seen.set(step, seen.set(`${pid} ${stat.startedAt}`, stat.own));
    }
  }

  /** Ends the counting, once all children have ended. @returns {[step: string, seconds: number][]} the longest first; empty without /proc */
  end() {
    clearInterval(this.#readings);
    unsubscribe("child_process", this.#onChild);
    if (secondsOfChildren() === undefined) return [];
    this.#count("preparation");
    const names = new Set([...this.#ended.keys(), ...this.#seen.keys()]);
    const seen = (/** @type {string} */ name) => [...(this.#seen.get(name)?.values() ?? [])].reduce((a, b) => a + b, 0);
    return [...names]
      .map((name) => /** @type {[string, number]} */ ([name, Math.max(this.#ended.get(name) ?? 0, seen(name))]))
      .concat([["npm test itself", secondsOfThis()]])
      .sort(([, one], [, other]) => other - one);
  }
}

/**
 * Processor seconds of each spec file, with its loading; `children`: of the processes it started and waited for. Each of
 * jest's workers has written its own and its children's seconds so far after each file (testkit/jest/metered.mjs).
 * @param {string} folder with a file for each worker
 * @returns {{ file: string, own: number, children: number }[]} the costliest first
 */
export function secondsOfSpecs(folder) {
  return readdirSync(folder)
    .flatMap((worker) => {
      const lines = readFileSync(join(folder, worker), "utf8").trim().split("\n");
      const totals = lines.map((line) => JSON.parse(line));
      return totals.map(({ file, own, children }, at) => {
        const before = totals[at - 1] ?? { own: 0, children: 0 };
        return { file, own: own - before.own, children: children - before.children };
      });
    })
    .sort((one, other) => other.own + other.children - one.own - one.children);
}
