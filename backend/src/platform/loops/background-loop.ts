import { Logger } from "@nestjs/common";
import { describeError, QuietLog } from "../log/log.js";

/** Something took longer than we are willing to wait. */
export class TimeoutError extends Error {
  constructor(readonly limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = "TimeoutError";
  }
}

/**
 * The promise's outcome if it comes within `limitMs`; the work itself is not cancelled, and a failure that comes
 * later is swallowed.
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

/** How a loop runs. */
interface LoopSettings {
  /** As the log calls it. */
  readonly name: string;
  /** Longest pause between two turns, in ms; a wake-up cuts it short. */
  readonly everyMs: number;
  /** One turn; true when there is likely more to do at once. */
  readonly turn: () => Promise<boolean>;
}

/**
 * Work that is never done: one turn after another in this process, woken early or after a pause. A turn that fails is
 * reported (without its message) and tried again after the pause.
 */
export class BackgroundLoop {
  private readonly quiet: QuietLog;
  private stopping = false;
  private woken = false;
  private cutShort: (() => void) | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly settings: LoopSettings) {
    this.quiet = new QuietLog(new Logger(settings.name));
  }

  start(): void {
    this.running ??= this.run();
  }

  /** There is something to do now. */
  wake(): void {
    this.woken = true;
    this.cutShort?.();
  }

  /** Lets the turn under way finish; no other begins. */
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
      return more;
    } catch (error) {
      this.quiet.warn(`${this.settings.name} failed: ${describeError(error)}`);
      this.woken = false;
      return false;
    }
  }

  private async pause(): Promise<void> {
    // What woke us during the turn may have come too late for it.
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
