import { continueAsNew, workflowInfo } from "@temporalio/workflow";
import type { Workflow } from "@temporalio/workflow";
import { Nudges } from "./nudges.js";
import { Backoff } from "./backoff.js";

/** How long a run waits where its subject itself says nothing; milliseconds. */
export interface PacingWaits {
  /** First and longest wait for a provider that does not answer or a thing that does not move. */
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** Events after which a run continues as a new one, should the server not suggest it before. */
  readonly continueAfterEvents: number;
}

/**
 * The pace of a run that looks, does what is due, and looks again: it rests until something is due or a nudge comes,
 * takes it slowly when something was done and yet nothing moved, and goes on as a new run before it becomes absurdly
 * long.
 */
export class Pacing {
  private readonly nudges = new Nudges();
  private readonly backoff: Backoff;
  private rested = true;

  constructor(private readonly waits: PacingWaits) {
    this.backoff = new Backoff(waits.retryFirstMs, waits.retryLongestMs);
  }

  /**
   * Call right before each look: what was nudged so far will be seen by it.
   *
   * @param input what a new run is started with, should this one have become long; it reads the whole story anew
   */
  async beforeCheck<W extends Workflow>(...input: Parameters<W>): Promise<void> {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    if (continueAsNewSuggested || historyLength >= this.waits.continueAfterEvents) {
      await continueAsNew<W>(...input);
    }
    this.nudges.clear();
  }

  /**
   * Takes in what a look came to.
   *
   * @param news whether anything has happened since the look before
   * @param overdue whether something should have been done by now
   * @returns true when it was done and yet nothing moved: it waits for a person or a server. We have rested, look again
   */
  async stuck(publisher: boolean, overdue: boolean): Promise<boolean> {
    if (publisher) {
      this.backoff.reset();
    } else if (!this.rested && overdue) {
      await this.rest(this.backoff.next(), "Look again: nothing has moved");
      return true;
    }
    this.rested = false;
    return false;
  }

  /**
   * Sleeps until the time is over or a nudge comes.
   *
   * @param ms milliseconds
   * @param summary what the timer stands for in Temporal's UI; no personal data
   * @returns true when a nudge came first
   */
  async rest(ms: number, summary: string): Promise<boolean> {
    this.rested = true;
    return await this.nudges.wait(ms, summary);
  }

  /** Sleeps until a nudge comes, however long that takes. */
  async restUntilNudged(): Promise<void> {
    this.rested = true;
    await this.nudges.next();
  }

  /** Whether a nudge has come since the look began. */
  get nudged(): boolean {
    return this.nudges.came;
  }

  /** How long to wait this time for what does not answer, in milliseconds: ever longer until something moves. */
  nextWait(): number {
    return this.backoff.next();
  }
}
