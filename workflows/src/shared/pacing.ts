import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { condition, continueAsNew, defineSignal, setHandler, workflowInfo, type Workflow } from "@temporalio/workflow";
import { RECHECK } from "./signals.js";

/**
 * "Something may have changed: check again." A signal, because the sender must not wait for a result (as with an update).
 * It carries no facts: activities read them from the database, so that lost, repeated or reordered signals do no harm.
 * Sent with signalWithStart, so it also starts the workflow.
 */
export const recheck = defineSignal(RECHECK);

/** A run's recheck signals, and sleeps that they interrupt. */
export class RecheckSignals {
  private arrived = false;

  constructor() {
    setHandler(recheck, () => {
      this.arrived = true;
    });
  }

  /** Call right before a check, which sees everything signalled so far. */
  clear(): void {
    this.arrived = false;
  }

  /** Whether a signal has arrived since `clear`. */
  get received(): boolean {
    return this.arrived;
  }

  /** Sleeps until a signal arrives; returns immediately if one already has. */
  async next(): Promise<void> {
    await condition(() => this.arrived);
  }

  /**
   * Sleeps until the time is over or a signal arrives.
   *
   * @param ms at least 1; more than a year is fine, because Temporal's timers are not Node's
   * @param summary the timer's summary in Temporal's UI; no personal data
   * @returns true if a signal arrived first (or had already arrived)
   */
  async wait(ms: number, summary: string): Promise<boolean> {
    return await condition(() => this.arrived, Math.max(Math.ceil(ms), 1), { summary });
  }
}

/** Exponential backoff up to a maximum delay. Unlimited: the caller decides when to stop. */
export class Backoff {
  private attempts = 0;

  /** Both in milliseconds. */
  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {}

  /** The next delay, in ms. */
  next(): number {
    const wait = Math.min(this.firstMs * 2 ** this.attempts, this.longestMs);
    // 2^30 times any first delay exceeds the maximum; stop counting.
    this.attempts = Math.min(this.attempts + 1, 30);
    return wait;
  }

  /** Restarts with the first delay. */
  reset(): void {
    this.attempts = 0;
  }
}

/** Waits that do not depend on the subject's deadlines, in ms. */
export interface PacingWaits {
  /** Time after which an unconfirmed order is checked. */
  readonly unopenedOrderMs: number;
  /** First and longest backoff for an unreachable provider or a subject without progress. */
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** History length at which a run continues as new, unless the server suggests it earlier. */
  readonly continueAfterEvents: number;
}

export const PACING_WAITS: PacingWaits = {
  // One second longer, so that the provider is certain to be queried.
  unopenedOrderMs: UNKNOWN_ATTEMPT_MS + 1_000,
  retryFirstMs: 2_000,
  retryLongestMs: 10 * 60_000,
  continueAfterEvents: 8_000,
};

/**
 * The pacing of a run that checks, takes due steps, and checks again: rests until a step is due or a signal arrives, backs
 * off if a step made no progress, and continues as new before the history grows too long.
 */
export class Pacing {
  private readonly signals = new RecheckSignals();
  private readonly backoff: Backoff;
  private rested = true;

  constructor(private readonly waits: PacingWaits) {
    this.backoff = new Backoff(waits.retryFirstMs, waits.retryLongestMs);
  }

  /**
   * Call right before each check, which sees everything signalled so far.
   *
   * @param input input of the new run if this one has grown too long; the new run reads the whole history again
   */
  async beforeCheck<W extends Workflow>(...input: Parameters<W>): Promise<void> {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    if (continueAsNewSuggested || historyLength >= this.waits.continueAfterEvents) {
      await continueAsNew<W>(...input);
    }
    this.signals.clear();
  }

  /**
   * Evaluates the result of a check.
   *
   * @param moved whether anything has happened since the previous check
   * @param overdue whether a step is overdue
   * @returns true if the step was taken without progress, and a backoff has been waited for: check again
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
   * @param summary the timer's summary in Temporal's UI; no personal data
   * @returns true if a signal arrived first
   */
  async rest(ms: number, summary: string): Promise<boolean> {
    this.rested = true;
    return await this.signals.wait(ms, summary);
  }

  /** Sleeps until a signal arrives. */
  async restUntilSignalled(): Promise<void> {
    this.rested = true;
    await this.signals.next();
  }

  /** Whether a signal has arrived since the check started. */
  get signalled(): boolean {
    return this.signals.received;
  }

  /** The next backoff delay, in ms; reset by progress. */
  nextWait(): number {
    return this.backoff.next();
  }
}
