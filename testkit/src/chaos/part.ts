import { setTimeout as delay } from "node:timers/promises";
import type { TestProcess } from "../processes.js";
import type { StormLog } from "./log.js";
import type { PartName } from "./schedule.js";

/** How a part is run: a process, or a server that has another process after each start. */
export interface Runnable {
  launch(): void;
  readonly process: TestProcess | undefined;
}

const LOOK_MS = 50;
/** A part that dies before it is ready is started again after this, twice as long each time, up to the limit. */
const FIRST_RESTART_MS = 250;
const LONGEST_RESTART_MS = 4_000;
/** What does not answer whether it is ready is not. */
const READY_MS = 2_000;

/** One part of the product under its supervisor: started again when it dies, and asked when it is ready again. */
export class Part {
  private wanted = false;
  private over = false;
  private restartMs = FIRST_RESTART_MS;
  private recovering: { readonly since: number; readonly after: string } | undefined;
  private supervising: Promise<void> = Promise.resolve();

  constructor(
    readonly name: PartName,
    private readonly runnable: Runnable,
    private readonly log: StormLog,
    /** Whether it does its work, where being started does not say so. */
    private readonly works: () => Promise<boolean> = () => Promise.resolve(true),
  ) {}

  /** Starts it and its supervisor, and waits until it is ready. */
  async start(): Promise<void> {
    this.wanted = true;
    this.runnable.launch();
    await this.runnable.process?.whenReady();
    this.supervising = this.supervise();
  }

  /** kill -9: it stays down until `startAgain`. */
  async kill(): Promise<void> {
    this.wanted = false;
    this.recovering = undefined;
    await this.runnable.process?.kill();
  }

  /** Asks it to stop (SIGTERM), as an upgrade does; it stays down until `startAgain`. */
  async terminate(): Promise<void> {
    this.wanted = false;
    this.recovering = undefined;
    await this.runnable.process?.stop();
  }

  /** Starts it again and measures how long it takes. @param after what it recovers from, for the report */
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

  /** From now on it is measured how long it takes until it is ready again. */
  recovers(after: string): void {
    if (this.wanted) this.recovering ??= { since: performance.now(), after };
  }

  /** Whether it is meant to run: a fault that still keeps it down will start it again. */
  get wasStarted(): boolean {
    return this.wanted;
  }

  get pid(): number | undefined {
    return this.runnable.process?.pid;
  }

  /** Whether it runs and does its work at this moment. */
  async isReady(): Promise<boolean> {
    const { process } = this.runnable;
    if (process?.isRunning() !== true) return false;
    const answer = (async () => (await process.serves()) && (await this.works()))();
    const given = await Promise.race([answer.catch(() => false), delay(READY_MS, false, { ref: false })]);
    return given && this.wanted;
  }

  /** Ends it for good, politely. */
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
      else if (this.recovering !== undefined) await this.lookWhetherReady(this.recovering);
      await delay(LOOK_MS);
    }
  }

  /** It has died although nobody killed it. */
  private async revive(): Promise<void> {
    this.log.died(this.name, this.runnable.process?.tail() ?? "");
    this.recovering ??= { since: performance.now(), after: "its own death" };
    await delay(this.restartMs);
    this.restartMs = Math.min(2 * this.restartMs, LONGEST_RESTART_MS);
    if (this.wanted && this.runnable.process?.isRunning() !== true) this.runnable.launch();
  }

  private async lookWhetherReady(recovering: { readonly since: number; readonly after: string }): Promise<void> {
    if (!(await this.isReady()) || this.recovering !== recovering) return;
    this.recovering = undefined;
    this.restartMs = FIRST_RESTART_MS;
    this.log.recovered(this.name, recovering.after, performance.now() - recovering.since);
  }
}
