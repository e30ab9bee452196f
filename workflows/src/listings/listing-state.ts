import { upsertSearchAttributes } from "@temporalio/workflow";
import { ORDER_ID, STAGE } from "../shared/search-attributes.js";
import type { ListingFacts, ListingHistoryEntry } from "./listing.activities.js";
import type { ListingStage, ListingHistory } from "./listing.messages.js";

/** A run's view of its application: the history and the search attributes. */
export class ListingWorkflowState {
  private stage: ListingStage | undefined;
  private orderId: string | undefined;
  private readonly entries: ListingHistoryEntry[] = [];
  /** Id of the newest known event ("0" for none), passed to the next check. */
  lastEvent = "0";

  /** Applies the result of a check; returns true if there are new events. */
  apply({ state, orderId, happened, lastEvent }: ListingFacts): boolean {
    this.lastEvent = lastEvent;
    this.entries.push(...happened);
    // The stage stays "closing" as long as the order is open.
    const stillClosing = this.stage === "closing" && orderId !== undefined && orderId === this.orderId;
    this.publish(stillClosing ? "closing" : state, orderId);
    return happened.length > 0;
  }

  /** Sets the stage to `closing`: the payment window is over and the order is being closed. */
  closing(): void {
    this.publish("closing", this.orderId);
  }

  /** Whether there is an open order that the provider has neither confirmed nor rejected, the first or a renewal's. */
  orderUnopened(): boolean {
    if (this.orderId === undefined) return false;
    const newest = this.entries.findLast(
      ({ what }) =>
        what === "payment_started" ||
        what === "renewal_started" ||
        what === "payment_opened" ||
        what === "payment_not_opened" ||
        what === "renewal_not_opened",
    );
    return newest?.what === "payment_started" || newest?.what === "renewal_started";
  }

  history(): ListingHistory {
    return { stage: this.stage, orderId: this.orderId, entries: this.entries };
  }

  private publish(stage: ListingStage | undefined, orderId: string | undefined): void {
    if (stage === this.stage && orderId === this.orderId) return;
    this.stage = stage;
    this.orderId = orderId;
    upsertSearchAttributes([
      { key: STAGE, value: stage ?? null },
      { key: ORDER_ID, value: orderId ?? null },
    ]);
  }
}
