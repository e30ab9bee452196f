import { condition, continueAsNew, defineSignal, setHandler, workflowInfo, type Workflow } from "@temporalio/workflow";
import { RECHECK } from "./signals.js";

/**
 * "Something may have changed: check again." A signal, because the sender needs no result and must not wait for one (an
 * update would), and because it carries no facts: activities read those from the database, so that lost, repeated or
 * reordered signals do no harm. Sent with signalWithStart, so it also starts the workflow.
 */
export const recheck = defineSignal(RECHECK);

/** The signals a run has received, and waits that they cut short. */
export class RecheckSignals {
  private arrived = false;

  constructor() {
    setHandler(recheck, () => {
      this.arrived = true;
    });
  }

  /** Call right before a check: it sees everything that was signalled so far. */
  clear(): void {
    this.arrived = false;
  }

  /** Whether one has arrived since `clear`. */
  get received(): boolean {
    return this.arrived;
  }

  /** Sleeps until one arrives (or has arrived already), however long that takes. */
  async next(): Promise<void> {
    await condition(() => this.arrived);
  }

  /**
   * Sleeps until the time is over or a signal arrives.
   *
   * @param ms milliseconds, at least 1; more than a year is fine, Temporal's timers are not Node's
   * @param summary what the timer stands for in Temporal's UI; no personal data
   * @returns true when a signal arrived first (or had arrived already)
   */
  async wait(ms: number, summary: string): Promise<boolean> {
    return await condition(() => this.arrived, Math.max(Math.ceil(ms), 1), { summary });
  }
}

/** Waits that double from turn to turn up to a longest one. It never gives up: the caller decides when to stop. */
export class Backoff {
  private turns = 0;

  /** Both in milliseconds. */
  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {}

  /** How long to wait this time, in milliseconds. */
  next(): number {
    const wait = Math.min(this.firstMs * 2 ** this.turns, this.longestMs);
    // 2^30 times anything exceeds every longest wait: no need to count on.
    this.turns = Math.min(this.turns + 1, 30);
    return wait;
  }

  /** Something moved: the next wait is the first one again. */
  reset(): void {
    this.turns = 0;
  }
}

/** How long a run waits where its subject itself sets no time; milliseconds. */
export interface PacingWaits {
  /** First and longest wait for a provider that does not respond or a subject that does not move. */
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** Events after which a run continues as a new one, should the server not suggest it before. */
  readonly continueAfterEvents: number;
}

/**
 * The pacing of a run that checks, does what is due, and checks again: it rests until something is due or a signal
 * arrives, backs off when something was done and yet nothing moved, and continues as a new run before it becomes too
 * long.
 */
export class Pacing {
  private readonly signals = new RecheckSignals();
  private readonly backoff: Backoff;
  private rested = true;

  constructor(private readonly waits: PacingWaits) {
    this.backoff = new Backoff(waits.retryFirstMs, waits.retryLongestMs);
  }

  /**
   * Call right before each check: it sees everything that was signalled so far.
   *
   * @param input what a new run is started with, should this one have become long; it reads the whole history again
   */
  async beforeCheck<W extends Workflow>(...input: Parameters<W>): Promise<void> {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    if (continueAsNewSuggested || historyLength >= this.waits.continueAfterEvents) {
      await continueAsNew<W>(...input);
    }
    this.signals.clear();
  }

  /**
   * Takes in the result of a check.
   *
   * @param moved whether anything has happened since the check before
   * @param overdue whether something should have been done by now
   * @returns true when it was done and yet nothing moved: it waits for a person or a server. We have rested, check again
   */
  async stuck(moved: boolean, overdue: boolean): Promise<boolean> {
    if (moved) {
      this.backoff.reset();
    } else if (!this.rested && overdue) {
      await this.rest(this.backoff.next(), "Check again: nothing has moved");
      return true;
    }
    this.rested = false;
    return false;
  }

  /**
   * Sleeps until the time is over or a signal arrives.
   *
   * @param ms milliseconds
   * @param summary what the timer stands for in Temporal's UI; no personal data
   * @returns true when a signal arrived first
   */
  async rest(ms: number, summary: string): Promise<boolean> {
    this.rested = true;
    return await this.signals.wait(ms, summary);
  }

  /** Sleeps until a signal arrives, however long that takes. */
  async restUntilSignalled(): Promise<void> {
    this.rested = true;
    await this.signals.next();
  }

  /** Whether a signal has arrived since the check began. */
  get signalled(): boolean {
    return this.signals.received;
  }

  /** How long to wait this time for what does not respond, in milliseconds: ever longer until something moves. */
  nextWait(): number {
    return this.backoff.next();
  }
}
