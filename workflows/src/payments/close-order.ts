import type { Pacing } from "../shared/pacing.js";
import type { ClosingResult } from "./settlement.types.js";

/** A workflow's callbacks while an order is being closed. */
interface ClosingCallbacks {
  /** Summary of the timer while the payment window is still open. */
  readonly windowEnds: string;
  /** The order is being closed. */
  closing(): void;
  /** The order was paid after all. */
  settle(): Promise<void>;
  /** The order ended unpaid. */
  release(): Promise<void>;
}

/** Handles one step of closing an order: waits for the next check, or settles or releases a final order. */
export async function followUntilClosed(
  { step, recheckInMs }: ClosingResult,
  orderId: string,
  pacing: Pacing,
  callbacks: ClosingCallbacks,
): Promise<void> {
  switch (step) {
    case "not_due":
      await pacing.rest(recheckInMs ?? pacing.nextWait(), callbacks.windowEnds);
      return;
    case "termination_requested":
    case "attempt_pending":
      callbacks.closing();
      await pacing.rest(recheckInMs ?? pacing.nextWait(), `Recheck whether order ${orderId} is closed`);
      return;
    case "unreachable":
      callbacks.closing();
      await pacing.rest(Math.max(recheckInMs ?? 0, pacing.nextWait()), "Ask the payment provider again");
      return;
    case "paid":
      // An order that is paid but cannot be sold (wrong amount, two payments) waits for an operator; the pacing backs off.
      await callbacks.settle();
      return;
    case "closed":
      await callbacks.release();
      return;
  }
}
