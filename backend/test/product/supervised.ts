import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { until } from "./until.js";

/** How a process of a test is run. */
export interface ProcessPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The file its output goes to. */
  readonly log: string;
  /** Whether it serves; without it the process says "ready" itself, as ours do. */
  readonly serves?: () => Promise<boolean>;
  /** How it is asked to stop. */
  readonly stopSignal?: NodeJS.Signals;
}

/** Only to say what did not come: far beyond what the slowest machine needs. */
const READY_MS = 300_000;
const STOP_MS = 60_000;

/** A real process of the product: started, killed and started again as a supervisor would. Only ever its own pid. */
export class Supervised {
  private child: ChildProcess | undefined;
  private ready = false;

  constructor(readonly plan: ProcessPlan) {}

  /** Starts it; resolves when it is ready. */
  async start(): Promise<void> {
    this.launch();
    await this.whenReady();
  }

  /** Starts it without waiting. */
  launch(): void {
    const { command, args, env, log, serves } = this.plan;
    const file = openSync(log, "a", 0o600);
    const stdio = serves === undefined ? ["ignore", file, file, "ipc"] : ["ignore", file, file];
    this.ready = false;
    const child = spawn(command, args, { env, stdio: stdio as ["ignore", number, number] });
    closeSync(file);
    this.child = child;
    child.on("error", () => undefined);
    child.on("message", (message) => {
      if (message === "ready" && child === this.child) this.ready = true;
    });
  }

  async whenReady(): Promise<void> {
    const { name, serves } = this.plan;
    await until(
      `${name} to be ready`,
      async () => {
        if (this.ended())
          throw new Error(`${name} ended before it was ready:\n${this.output().slice(-3_000)}`);
        return serves === undefined ? this.ready : await serves();
      },
      READY_MS,
    );
  }

  /** For a process that does its work and ends; fails unless it ends well. */
  async runToItsEnd(): Promise<void> {
    this.launch();
    await until(`${this.plan.name} to end`, () => this.ended(), READY_MS);
    if (this.child?.exitCode !== 0)
      throw new Error(`${this.plan.name} failed:\n${this.output().slice(-3_000)}`);
  }

  /** kill -9, and waits until it is dead. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** kill -9, and started again as its supervisor would; resolves when the new one is ready. */
  async killAndRestart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.end(this.plan.stopSignal ?? "SIGTERM");
  }

  /** All it wrote, over all its lives. */
  output(): string {
    return existsSync(this.plan.log) ? readFileSync(this.plan.log, "utf8") : "";
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (child === undefined || this.ended()) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  private ended(): boolean {
    const child = this.child;
    return child?.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  }
}
