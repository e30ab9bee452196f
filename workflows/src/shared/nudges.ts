import { condition, defineSignal, setHandler } from "@temporalio/workflow";
import { RECHECK } from "./signals.js";

/**
 * "Something may have changed: check again." A signal, because its sender wants no response and must not wait for
 * one (an update would), and because it carries no facts: those are read by activities from the database, so that
 * lost, repeated or reordered signals can do no harm. Sent by signalWithStart, so it also starts the workflow.
 */
export const recheck = defineSignal(RECHECK);

/** The nudges a run has got, and waiting that they cut short. */
export class Nudges {
  private arrived = false;

  constructor() {
    setHandler(recheck, () => {
      this.arrived = true;
    });
  }

  /** Call right before looking: what was nudged so far will be seen by that look. */
  clear(): void {
    this.arrived = false;
  }

  /** Whether one has come since `clear`. */
  get came(): boolean {
    return this.arrived;
  }

  /** Sleeps until one comes (or has come already), however long that takes. */
  async next(): Promise<void> {
    await condition(() => this.arrived);
  }

  /**
   * Sleeps until the time is over or a nudge comes.
   *
   * @param ms milliseconds, at least 1; more than a year is fine, Temporal's timers are not Node's
   * @param summary what the timer stands for in Temporal's UI; no personal data
   * @returns true when a nudge came first (or had come already)
   */
  async wait(ms: number, summary: string): Promise<boolean> {
    return await condition(() => this.arrived, Math.max(Math.ceil(ms), 1), { summary });
  }
}
