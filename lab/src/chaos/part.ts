import { setTimeout as delay } from "node:timers/promises";
import type { TestProcess } from "@sakhi/testkit/processes";
import type { ChaosLog } from "./log.js";
import type { PartName } from "./schedule.js";

/** A process, or a server that has a new process after each start. */
export interface Runnable {
  launch(): void;
  readonly process: TestProcess | undefined;
}

const POLL_MS = 50;
/** Exponential backoff before restarting a part that crashes before it is ready. */
const MIN_RESTART_MS = 250;
const MAX_RESTART_MS = 4_000;
/** Timeout of the readiness check. */
const READY_MS = 2_000;

/** A supervised part of the product: restarted when it crashes; its recovery time is measured. */
export class Part {
  private wanted = false;
  private over = false;
  private restartMs = MIN_RESTART_MS;
  private recovering: { readonly since: number; readonly after: string } | undefined;
  private supervising: Promise<void> = Promise.resolve();

  constructor(
    readonly name: PartName,
    private readonly runnable: Runnable,
    private readonly log: ChaosLog,
    /** Readiness check, for parts whose start does not imply it. */
    private readonly works: () => Promise<boolean> = () => Promise.resolve(true),
  ) {}

  /** Starts the part and its supervisor, and waits until it is ready. */
  async start(): Promise<void> {
    this.wanted = true;
    this.runnable.launch();
    await this.runnable.process?.whenReady();
    this.supervising = this.supervise();
  }

  /** kill -9; it stays down until `startAgain`. */
  async kill(): Promise<void> {
    this.wanted = false;
    this.recovering = undefined;
    await this.runnable.process?.kill();
  }

  /** Stops it (SIGTERM), as an upgrade does; it stays down until `startAgain`. */
  async terminate(): Promise<void> {
    this.wanted = false;
    this.recovering = undefined;
    await this.runnable.process?.stop();
  }

  /** Restarts it and measures its recovery. @param after cause, for the report */
  startAgain(after: string): void {
    if (this.over || this.wanted) return;
    this.wanted = true;
    this.runnable.launch();
    this.recovers(after);
  }

  pause(): void {
    this.runnable.process?.pause();
  }

  resume(after: string): void {
    this.runnable.process?.resume();
    this.recovers(after);
  }

  /** Starts measuring the time until it is ready again. */
  recovers(after: string): void {
    if (this.wanted) this.recovering ??= { since: performance.now(), after };
  }

  /** True if it should be running; false while a fault keeps it down. */
  get wasStarted(): boolean {
    return this.wanted;
  }

  get pid(): number | undefined {
    return this.runnable.process?.pid;
  }

  /** True if it is running and ready. */
  async isReady(): Promise<boolean> {
    const { process } = this.runnable;
    if (process?.isRunning() !== true) return false;
    const ready = (async () => (await process.serves()) && (await this.works()))();
    const isReady = await Promise.race([ready.catch(() => false), delay(READY_MS, false, { ref: false })]);
    return isReady && this.wanted;
  }

  /** Stops it permanently (SIGTERM). */
  async stop(): Promise<void> {
    this.over = true;
    this.wanted = false;
    await this.supervising;
    this.runnable.process?.resume();
    await this.runnable.process?.stop();
  }

  private async supervise(): Promise<void> {
    while (!this.over) {
      if (this.wanted && this.runnable.process?.isRunning() !== true) await this.revive();
      else if (this.recovering !== undefined) await this.checkRecovery(this.recovering);
      await delay(POLL_MS);
    }
  }

  /** Restarts it after a crash. */
  private async revive(): Promise<void> {
    this.log.died(this.name, this.runnable.process?.tail() ?? "");
    this.recovering ??= { since: performance.now(), after: "its own death" };
    await delay(this.restartMs);
    this.restartMs = Math.min(2 * this.restartMs, MAX_RESTART_MS);
    if (this.wanted && this.runnable.process?.isRunning() !== true) this.runnable.launch();
  }

  private async checkRecovery(recovering: { readonly since: number; readonly after: string }): Promise<void> {
    if (!(await this.isReady()) || this.recovering !== recovering) return;
    this.recovering = undefined;
    this.restartMs = MIN_RESTART_MS;
    this.log.recovered(this.name, recovering.after, performance.now() - recovering.since);
  }
}
