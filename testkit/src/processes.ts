import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import type { Options, ResultPromise } from "execa";
import { until } from "./until.js";

/** How a process of a test is run. */
export interface TestProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The file its output goes to; a temporary one unless given. */
  readonly log?: string;
  /** Whether it serves; without it the process sends the message "ready" itself, as ours do. */
  readonly serves?: () => Promise<boolean>;
  readonly cwd?: string;
  /** The user it runs as, where that is not us. */
  readonly uid?: number;
  readonly gid?: number;
}

/** Longest waits, far beyond what the slowest machine needs. */
const READY_MS = 300_000;
const STOP_MS = 60_000;

/** A real process: started, killed and started again as a supervisor would. Only ever its own pid. */
export class TestProcess {
  private child: ResultPromise | undefined;
  private isReady = false;
  private readonly log: string;

  constructor(readonly options: TestProcessOptions) {
    this.log = options.log ?? join(mkdtempSync(join(tmpdir(), "sakhi-process-")), "log");
  }

  /** Starts it; resolves when it is ready. */
  async start(): Promise<void> {
    this.launch();
    await this.whenReady();
  }

  /** Starts it without waiting. */
  launch(): void {
    const { command, args, env, serves, cwd, uid, gid } = this.options;
    const file = { file: this.log, append: true } as const;
    // What a killed run has left behind is known by its mark (scripts/lib/stale-processes.mjs).
    const { SAKHI_RUN_OF: run } = process.env;
    const options: Options = {
      env: run === undefined ? env : { ...env, SAKHI_RUN_OF: run },
      extendEnv: false,
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
      stdin: "ignore",
      stdout: file,
      stderr: file,
      ipc: serves === undefined,
      buffer: false,
      reject: false,
      forceKillAfterDelay: STOP_MS,
    };
    const child: ResultPromise = execa(command, args, options);
    this.isReady = false;
    this.child = child;
    child.on("message", (message) => {
      if (message === "ready" && child === this.child) this.isReady = true;
    });
  }

  async whenReady(): Promise<void> {
    const { name } = this.options;
    const ready = (): Promise<boolean> => {
      if (!this.isRunning()) throw new Error(`${name} ended before it was ready:\n${this.tail()}`);
      return this.serves();
    };
    await until(`${name} to be ready`, ready, READY_MS);
  }

  /** Whether it has said that it is ready, or serves. */
  async serves(): Promise<boolean> {
    const { serves } = this.options;
    return serves === undefined ? this.isReady : await serves();
  }

  /** Stops it in its tracks (SIGSTOP), as a machine that hangs. */
  pause(): void {
    if (this.isRunning()) this.child?.kill("SIGSTOP");
  }

  /** Lets it go on (SIGCONT). */
  resume(): void {
    if (this.isRunning()) this.child?.kill("SIGCONT");
  }

  /** It no longer keeps this process from ending, and ends with it. */
  unref(): void {
    const { child } = this;
    child?.unref();
    child?.channel?.unref();
    for (const output of [child?.stdout, child?.stderr]) (output as Socket | undefined)?.unref();
  }

  get pid(): number | undefined {
    return this.isRunning() ? this.child?.pid : undefined;
  }

  /** For a process that does its work and ends; fails unless it ends well. */
  async runToItsEnd(): Promise<void> {
    this.launch();
    await this.child;
    if (this.child?.exitCode !== 0) throw new Error(`${this.options.name} failed:\n${this.tail()}`);
  }

  /** kill -9, and waits until it is dead. */
  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  /** kill -9, and started again as its supervisor would; resolves when the new one is ready. */
  async killAndRestart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  stop(): Promise<void> {
    return this.end("SIGTERM");
  }

  /** All it wrote, over all its lives. */
  output(): string {
    return existsSync(this.log) ? readFileSync(this.log, "utf8") : "";
  }

  /** The last of what it wrote. */
  tail(): string {
    return this.output().slice(-3_000);
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined || !this.isRunning()) return;
    child.kill(signal);
    await child;
  }

  isRunning(): boolean {
    const { child } = this;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }
}
