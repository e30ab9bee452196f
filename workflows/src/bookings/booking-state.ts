import { upsertSearchAttributes, workflowInfo } from "@temporalio/workflow";
import { ORDER_ID, STAGE, STALL_ID } from "../shared/search-attributes.js";
import type { BookingFacts, HistoryEntry } from "./stall-booking.activities.js";
import type { BookingStage, BookingHistory } from "./stall-booking.messages.js";

/** A run's view of its booking: the history and the search attributes. */
export class BookingWorkflowState {
  private stage: BookingStage | undefined;
  private stallId: string | undefined;
  private orderId: string | undefined;
  private readonly entries: HistoryEntry[] = [];
  /** Id of the newest known event ("0" for none), passed to the next check. */
  lastEvent = "0";

  /** Applies the result of a check; returns true if there are new events. */
  apply(facts: BookingFacts): boolean {
    this.lastEvent = facts.lastEvent;
    this.entries.push(...facts.happened);
    // The stage stays "closing" until the booking changes its state.
    const stage = facts.state === "paying" && this.stage === "closing" ? "closing" : facts.state;
    this.publish(stage, facts.stallId, facts.orderId);
    return facts.happened.length > 0;
  }

  /** Sets the stage to `closing`: the payment window is over and the order is being closed. */
  closing(): void {
    this.publish("closing", this.stallId, this.orderId);
  }

  /** Whether the provider has neither confirmed nor rejected the newest attempt to open an order. */
  orderUnopened(): boolean {
    const newest = this.entries.findLast(
      ({ what }) => what === "payment_started" || what === "payment_opened" || what === "payment_not_opened",
    );
    return newest?.what === "payment_started";
  }

  history(): BookingHistory {
    return { stage: this.stage, stallId: this.stallId, orderId: this.orderId, entries: this.entries };
  }

  private publish(stage: BookingStage, stallId: string | undefined, orderId: string | undefined): void {
    this.stage = stage;
    this.stallId = stallId;
    this.orderId = orderId;
    // Set at the start or published last.
    const { typedSearchAttributes: current } = workflowInfo();
    if (current.get(STAGE) === stage && current.get(STALL_ID) === stallId && current.get(ORDER_ID) === orderId) return;
    upsertSearchAttributes([
      { key: STAGE, value: stage },
      { key: STALL_ID, value: stallId ?? null },
      { key: ORDER_ID, value: orderId ?? null },
    ]);
  }
}
