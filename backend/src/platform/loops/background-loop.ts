import { Logger } from "@nestjs/common";
import { describeError, ThrottledLog } from "../log/log.js";

/** An operation exceeded its time limit. */
export class TimeoutError extends Error {
  constructor(readonly limitMs: number) {
    super(`no response within ${limitMs} ms`);
    this.name = "TimeoutError";
  }
}

/**
 * Settles with the promise, or rejects after `limitMs`. The work is not cancelled; a later rejection is ignored.
 *
 * @throws TimeoutError
 */
export async function withinMs<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(limitMs)), limitMs);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Options of a loop. */
interface LoopSettings {
  /** Name in the log. */
  readonly name: string;
  /** Pause between two turns, in ms; a wake-up cuts it short. */
  readonly everyMs: number;
  /** Runs one turn. Resolves with true if there is likely more work, which starts the next turn without a pause. */
  readonly turn: () => Promise<unknown>;
}

/**
 * Runs turns in this process, one after another, with a pause in between that a wake-up cuts short. A failed turn is logged
 * (without its message) and retried after the pause.
 *
 * Not the queue's job schedulers (docs/decisions/0096): what loops here feeds the queue (outbox), heals what was missed while
 * the queue or Temporal was down (webhooks, sweep, watches), or measures its own process or machine, which a job that runs
 * in one of them cannot.
 */
export class BackgroundLoop {
  private readonly quiet: ThrottledLog;
  private stopping = false;
  private woken = false;
  private cutShort: (() => void) | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly settings: LoopSettings) {
    this.quiet = new ThrottledLog(new Logger(settings.name));
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Starts the next turn now, or after the current one. */
  wake(): void {
    this.woken = true;
    this.cutShort?.();
  }

  /** Waits for the current turn; starts no other. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.cutShort?.();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      const more = await this.turn();
      if (!more) await this.pause();
    }
  }

  private async turn(): Promise<boolean> {
    try {
      const more = await this.settings.turn();
      this.quiet.over();
      return more === true;
    } catch (error) {
      this.quiet.warn(`${this.settings.name} failed: ${describeError(error)}`);
      this.woken = false;
      return false;
    }
  }

  private async pause(): Promise<void> {
    // A wake-up during the turn may have been too late for it.
    if (this.stopping || this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.settings.everyMs);
      this.cutShort = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.cutShort = undefined;
  }
}
