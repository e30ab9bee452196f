import type { ClosingFacts } from "./settlement.types.js";
import type { Pacing } from "../shared/pacing.js";

/** What a workflow does at each step towards the end of an order whose payment window is over. */
interface OrderEnd {
  /** What the timer stands for while the window is still open. */
  readonly windowEnds: string;
  /** The order is being closed. */
  closing(): void;
  /** It was paid after all. */
  settle(): Promise<void>;
  /** It is final without money. */
  release(): Promise<void>;
}

/** Follows one step of closing an order: rests until the next check, or does what its end asks for. */
export async function followClosing(
  { step, recheckInMs }: ClosingFacts,
  orderId: string,
  pacing: Pacing,
  end: OrderEnd,
): Promise<void> {
  switch (step) {
    case "not_due":
      await pacing.rest(recheckInMs ?? pacing.nextWait(), end.windowEnds);
      return;
    case "termination_requested":
    case "attempt_pending":
      end.closing();
      await pacing.rest(recheckInMs ?? pacing.nextWait(), `Check again how order ${orderId} ended`);
      return;
    case "unreachable":
      end.closing();
      await pacing.rest(Math.max(recheckInMs ?? 0, pacing.nextWait()), "Ask the payment provider again");
      return;
    case "paid":
      // Paid and yet not to be sold (another amount, two payments) waits for an operator: we check ever slower.
      await end.settle();
      return;
    case "closed":
      await end.release();
      return;
  }
}
