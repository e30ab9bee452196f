import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import type { Options, ResultPromise } from "execa";
import { until } from "./until.js";

/** Options of a test's process. */
export interface TestProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** File of its output; defaults to a temporary one. */
  readonly log?: string;
  /** Readiness check; an error counts as no. By default the process must send the message "ready", as ours do. */
  readonly isReady?: () => Promise<boolean>;
  readonly cwd?: string;
  /** User to run as; defaults to the current one. */
  readonly uid?: number;
  readonly gid?: number;
}

/** Timeouts, far beyond what the slowest machine needs. */
const READY_MS = 300_000;
const STOP_MS = 60_000;

/** A real process that is started, killed and restarted like by a supervisor. Signals only its own pid. */
export class TestProcess {
  private child: ResultPromise | undefined;
  private hasSentReady = false;
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
    const { command, args, env, isReady, cwd, uid, gid } = this.options;
    const file = { file: this.log, append: true } as const;
    // Marks the process, so that it can be found after a killed run (scripts/lib/stale-processes.mjs).
    const { SAKHI_RUN_OF: run } = process.env;
    const options: Options = {
      env: { ...shiftedClock(), ...env, ...(run !== undefined && { SAKHI_RUN_OF: run }) },
      extendEnv: false,
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
      stdin: "ignore",
      stdout: file,
      stderr: file,
      ipc: isReady === undefined,
      buffer: false,
      reject: false,
      forceKillAfterDelay: STOP_MS,
    };
    const child: ResultPromise = execa(command, args, options);
    this.hasSentReady = false;
    this.child = child;
    child.on("message", (message) => {
      if (message === "ready" && child === this.child) this.hasSentReady = true;
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

  /** True if it has sent "ready", or passes its readiness check. */
  async serves(): Promise<boolean> {
    const { isReady } = this.options;
    return isReady === undefined ? this.hasSentReady : await isReady().catch(() => false);
  }

  /** Suspends it (SIGSTOP), like a machine that hangs. */
  pause(): void {
    if (this.isRunning()) this.child?.kill("SIGSTOP");
  }

  /** Resumes it (SIGCONT). */
  resume(): void {
    if (this.isRunning()) this.child?.kill("SIGCONT");
  }

  /** Lets this process exit without waiting for the child, which then ends too. */
  unref(): void {
    const { child } = this;
    child?.unref();
    child?.channel?.unref();
    for (const output of [child?.stdout, child?.stderr]) (output as Socket | undefined)?.unref();
  }

  get pid(): number | undefined {
    return this.isRunning() ? this.child?.pid : undefined;
  }

  /** Runs a one-off process; throws unless it exits with 0. */
  async runToItsEnd(): Promise<void> {
    this.launch();
    await this.child;
    if (this.child?.exitCode !== 0) throw new Error(`${this.options.name} failed:\n${this.tail()}`);
  }

  /** kill -9; resolves when it has exited. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** kill -9 and restart; resolves when the new process is ready. */
  async killAndRestart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  /** Stops it. @returns its exit code, if it exits on its own */
  stop(): Promise<number | null | undefined> {
    return this.end("SIGTERM");
  }

  /** Its whole output, over all restarts. */
  output(): string {
    return existsSync(this.log) ? readFileSync(this.log, "utf8") : "";
  }

  /** The end of its output. */
  tail(): string {
    return this.output().slice(-3_000);
  }

  private async end(signal: NodeJS.Signals): Promise<number | null | undefined> {
    const { child } = this;
    if (child === undefined || !this.isRunning()) return undefined;
    child.kill(signal);
    await child;
    return child.exitCode;
  }

  isRunning(): boolean {
    const { child } = this;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }
}

/** The variables that shift this process' clock on another day (scripts/lib/faketime.mjs); its children have the same one. */
export function shiftedClock(): Record<string, string> {
  const shifting = Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD|FAKETIME.*|NO_FAKE_STAT)$/.test(name));
  return Object.fromEntries(shifting) as Record<string, string>;
}
