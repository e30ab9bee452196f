import { upsertSearchAttributes, workflowInfo } from "@temporalio/workflow";
import { ORDER_ID, STAGE, STALL_ID } from "../shared/search-attributes.js";
import type { BookingFacts, HistoryEntry } from "./stall-booking.activities.js";
import type { BookingStage, BookingHistory } from "./stall-booking.messages.js";

/** What a run knows of its booking: its history, and the search attributes. */
export class BookingWorkflowState {
  private stage: BookingStage | undefined;
  private stallId: string | undefined;
  private orderId: string | undefined;
  private readonly entries: HistoryEntry[] = [];
  /** Id of the newest event known ("0": none), passed to the next check. */
  lastEvent = "0";

  /** Takes in the result of a check; returns whether anything has happened since the one before. */
  take(facts: BookingFacts): boolean {
    this.lastEvent = facts.lastEvent;
    this.entries.push(...facts.happened);
    // An order being closed stays in that stage until the booking itself moves.
    const stage = facts.state === "paying" && this.stage === "closing" ? "closing" : facts.state;
    this.publish(stage, facts.stallId, facts.orderId);
    return facts.happened.length > 0;
  }

  /** The payment window is over and the order is being closed. */
  closing(): void {
    this.publish("closing", this.stallId, this.orderId);
  }

  /** Whether the newest attempt to open an order was neither confirmed nor rejected by the provider yet. */
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
    // Those it was started with, or published last.
    const { typedSearchAttributes: known } = workflowInfo();
    if (known.get(STAGE) === stage && known.get(STALL_ID) === stallId && known.get(ORDER_ID) === orderId) return;
    upsertSearchAttributes([
      { key: STAGE, value: stage },
      { key: STALL_ID, value: stallId ?? null },
      { key: ORDER_ID, value: orderId ?? null },
    ]);
  }
}
